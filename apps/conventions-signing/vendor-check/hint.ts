import { publicApiAddress } from '../src/wire/api-addresses.ts';
import { attemptsOf, doneSteps, missingDates, type Seen, steps } from './progress.ts';

/**
 * What the integrator should look at, given the first step that has not been seen; null when all have been.
 *
 * @param baseUrl  where the signing application reaches the public API
 */
export function hint(seen: Seen, baseUrl: string): string | null {
  const { record, calls } = seen;
  const done = doneSteps(seen);
  const missing = steps.find((step) => !done.has(step));
  const last = attemptsOf(record).at(-1);
  const address = `${baseUrl}${publicApiAddress({ kind: 'agreement', number: record.id })}`;
  const refused = calls.findLast(({ status }) => status !== null && status >= 400);
  const reason =
    refused === undefined ? '' : `; the last refusal was ${refused.status}: ${refused.detail ?? ''}`;
  if (record.refusal !== null)
    return 'a signatory has refused, and that came as it should: let everybody sign in another check';
  switch (missing) {
    case undefined:
      return null;
    case 'called':
      return last === undefined
        ? 'not answered yet: answer the call at once and work afterwards; it is given up after 30 s'
        : `not reached: ${last.error}; check that your application listens at --webhook and that this machine may connect to it`;
    case 'answered':
      return `answered ${last?.status}: ${meaningOf(last?.status ?? 0)}`;
    case 'fetched':
      return `answered but the document was not fetched: GET ${address} with "Authorization: Bearer <access token>", the token printed above; check that your application uses this address and reaches it${reason}`;
    case 'deposited':
      return `fetched but no signed PDF was deposited: POST ${address}/pdf as multipart/form-data with one file part named doc${reason}`;
    case 'dated': {
      const people = missingDates(record).map(({ order, mail }) => `${order}. ${mail}`);
      return `deposited but dates are missing (${people.join(', ')}): PATCH ${address}/dates with [{"mail", "order", "signatureDate"}] of each${reason}`;
    }
    case 'signed':
      return `every date and a PDF are there, but the agreement is "${record.state}"`;
  }
}

function meaningOf(status: number): string {
  if (status === 401 || status === 403)
    return 'your application did not accept the token; --token must be the one that it expects after "Authorization: Bearer"';
  if (status === 404 || status === 405)
    return 'check the path of --webhook; the call is a GET with conventionid in the query';
  if (status >= 300 && status < 400)
    return 'redirects are not followed, as the token must not travel; give --webhook the final address';
  return 'only 2xx is success; look into the log of your application';
}
