import { ApiError } from '@campus/client-core';
import { ExpectedError, errorCode } from '@campus/config';
import { lineOf } from './print.ts';
import { accessPlaces } from './read-access.ts';

/** Why something could not be done, in one line, and the exit status that tells it. */
interface Failure {
  status: number;
  sentence: string;
}

/** What the exit status of the programs tells. */
export const exitStatuses = `Exit status: 0 when it is done, 1 when it cannot be done, 2 when the service refuses what is given; 3 without a
valid token (401), 4 when its account may not (403), 5 for what is not there (404), 6 for what is too large (413),
7 when the service is asked too much (429), 8 when it fails (5xx), 9 when it is not reached; 64 when the command
line is wrong, 78 when address or token are missing or the file that holds them is open to others.`;

/**
 * What a failure was, of whichever kind: a refusal, a line that does not hold, a file.
 *
 * @param name  of the program
 * @returns undefined for a bug
 */
export function explainFailure(name: string, error: unknown): Failure | undefined {
  const places = accessPlaces(name);
  if (error instanceof ExpectedError) return { status: 1, sentence: error.message };
  if (error instanceof ApiError) {
    const { status, mend } = meaningOf(error, places.token);
    return { status, sentence: [withoutMarkup(error.message), mend].filter(Boolean).join(' ') };
  }
  if (isUnreached(error)) {
    const reason = reasonOf(error);
    const mend = /SELF_SIGNED|UNABLE_TO/.test(reason)
      ? 'name a file with the authority of its certificate in NODE_EXTRA_CA_CERTS'
      : `look at ${places.url}, and whether it runs`;
    return { status: 9, sentence: `The service is not reached (${reason}): ${mend}.` };
  }
  // Something else answers there.
  if (error instanceof SyntaxError)
    return { status: 9, sentence: `What answers is not the service: look at ${places.url}.` };
  const sentence = explainFile(error);
  return sentence === undefined ? undefined : { status: 1, sentence };
}

/** What fetch throws, also when its time is over, and what tus-js-client does where nothing was answered. */
function isUnreached(error: unknown): error is Error {
  return (
    (error instanceof TypeError && error.cause !== undefined) ||
    (error instanceof Error && error.name === 'TimeoutError') ||
    (error instanceof Error && 'originalRequest' in error)
  );
}

function meaningOf(
  { status, retryAfterSeconds }: ApiError,
  token: string,
): { status: number; mend?: string } {
  const again = `Try again ${retryAfterSeconds === undefined ? 'later' : `in ${retryAfterSeconds} s`}`;
  if (status >= 500) return { status: 8, mend: `${again}; its log tells why.` };
  return (
    {
      401: { status: 3, mend: `Give a token that is valid there, in ${token}.` },
      403: { status: 4, mend: 'Use the token of an account that may.' },
      404: { status: 5 },
      413: { status: 6 },
      429: { status: 7, mend: `${again}.` },
    }[status] ?? { status: 2 }
  );
}

function reasonOf(error: object): string {
  const below = ['cause', 'causingError'].map((key) => Reflect.get(error, key)).find((one) => one);
  if (typeof below === 'object') return reasonOf(below);
  return errorCode(error) || (error instanceof Error ? lineOf(error.message) : 'no answer');
}

/** A web server in front of the service refuses with a page. */
function withoutMarkup(text: string): string {
  return lineOf(text.replace(/<[^>]*>/g, ' ')).slice(0, 1000);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is below something that is no folder',
  EISDIR: 'is a folder',
  EACCES: 'is closed to this account: look at its rights',
  EPERM: 'is closed to this account: look at its rights',
  EROFS: 'cannot be written: the disk is read-only',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk is full',
};

/**
 * What was wrong with a file of this machine, in a sentence.
 *
 * @param file  how it is called, where the failure does not say it
 * @returns undefined when it was something else
 */
export function explainFile(error: unknown, file?: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Of a file that is read by pieces, when it is not as it was at first.
  if (error.name === 'NotReadableError')
    return 'The file was changed or removed while it was sent: call this again once it is whole.';
  const code = errorCode(error);
  if (code === '') return undefined;
  // What is read of it fails without its name.
  const name = file ?? Reflect.get(error, 'path') ?? 'What is given';
  const reason = reasons[code];
  return lineOf(reason === undefined ? error.message : `${name} ${reason}.`);
}
