/**
 * What has come back from the signing application so far, as pure functions of what was seen.
 */
import { publicApiAddress } from '../src/wire/api-addresses.ts';
import type { CheckedRecord } from './institution.ts';
import type { ReceivedCall } from './watch-calls.ts';

/** What the signing application is expected to do, in the usual order. */
export const steps = ['called', 'answered', 'fetched', 'deposited', 'dated', 'signed'] as const;
export type Step = (typeof steps)[number];

export interface Seen {
  record: CheckedRecord;
  calls: readonly ReceivedCall[];
  /** Pages of the newest deposit. */
  pages: number | undefined;
}

/** One thing that happened. */
export interface Happening {
  /** The step that is done with it. */
  step?: Step;
  /** False: it went wrong. */
  isGood: boolean;
  text: string;
}

/** Everything that happened, the same happening always with the same text: a new text is news. */
export function happenings(seen: Seen): Happening[] {
  const { record, calls } = seen;
  const attempts = attemptsOf(record);
  const failures = attempts.flatMap(({ number, error }) =>
    error === null ? [] : [{ isGood: false, text: `attempt ${number}: ${error}` }],
  );
  const received = calls.map(({ method, path, status, detail }) => ({
    isGood: isAccepted(status),
    text: `${method} ${path} → ${status ?? 'connection closed before the answer'}${detail === null ? '' : `: ${detail}`}`,
  }));
  const dates = record.signatory.flatMap(({ order, mail, signatureDate }) =>
    signatureDate === null ? [] : [{ isGood: true, text: `signatory ${order}, ${mail}: ${signatureDate}` }],
  );
  const { refusal } = record;
  const refusals =
    refusal === null
      ? []
      : [{ isGood: true, text: `refused by signatory ${refusal.order}, ${refusal.mail}: ${refusal.reason}` }];
  const done = doneSteps(seen);
  const tick = (step: Step): Happening[] => {
    const text = done.get(step);
    return text === undefined ? [] : [{ step, isGood: true, text }];
  };
  return [
    ...tick('called'),
    ...failures,
    ...tick('answered'),
    ...received,
    ...tick('fetched'),
    ...tick('deposited'),
    ...dates,
    ...tick('dated'),
    ...tick('signed'),
    ...refusals,
  ];
}

/** The steps that are done, each with what is known of it. */
export function doneSteps({ record, calls, pages }: Seen): ReadonlyMap<Step, string> {
  const done = new Map<Step, string>();
  const attempts = attemptsOf(record);
  if (attempts.some(({ status }) => status !== null)) done.set('called', 'the application was reached');
  const success = attempts.find(({ error }) => error === null);
  if (success !== undefined) {
    const reference = record.deliveries.at(-1)?.reference;
    const told = reference == null ? 'without a reference' : `reference "${reference}"`;
    done.set('answered', `${success.status} in ${success.durationMs} ms, ${told}`);
  }
  const fetch = calls.find((call) => isFetch(call, record.id));
  if (fetch !== undefined) done.set('fetched', `${fetch.method} ${fetch.path}`);
  const [deposit] = record.deposits.toSorted((a, b) => b.version - a.version);
  if (deposit !== undefined && pages !== undefined) {
    const { size, signatures } = deposit;
    const signed = signatures == null ? '' : `, digital signatures: ${signatures.count}`;
    done.set('deposited', `${size} bytes, pages: ${pages}${signed}`);
  }
  if (missingDates(record).length === 0) done.set('dated', 'every signatory');
  if (record.state === 'signed') done.set('signed', 'the agreement is signed');
  return done;
}

/** The signatories whose date has not come. */
export function missingDates({ signatory }: CheckedRecord): CheckedRecord['signatory'] {
  return signatory.filter(({ signatureDate }) => signatureDate === null);
}

/** The calls to the signing application, oldest first. */
export function attemptsOf({ deliveries }: CheckedRecord) {
  return deliveries.flatMap(({ attempts }) => attempts).toSorted((a, b) => a.number - b.number);
}

/** Whether nothing more can come: a signatory has refused, or an answer is one that trying again will not change. */
export function isEnded(record: CheckedRecord): boolean {
  if (record.refusal !== null) return true;
  const status = attemptsOf(record).at(-1)?.status ?? null;
  const mayPass = [408, 425, 429];
  return status !== null && status >= 300 && status < 500 && !mayPass.includes(status);
}

/** Whether that call brought the document itself, alone or with its metadata. */
function isFetch({ method, path, status }: ReceivedCall, id: number): boolean {
  const document = publicApiAddress({ kind: 'agreement', number: id });
  return method === 'GET' && isAccepted(status) && (path === document || path === `${document}/pdf`);
}

function isAccepted(status: number | null): boolean {
  return status !== null && status < 400;
}
