import type { Scope } from './scope.ts';
import type { SignableRef } from './signable.ts';

/** What a mail tells of, as it is stored until it is sent: numbers and causes, nothing of people. */
export type MailContent = { seen?: SeenBy } & (
  | { kind: 'failures'; causes: FailingCause[] }
  | ({ kind: 'digest' } & DigestFacts)
);

/** The scope of the reader when the mail was promised, and of which time it tells; absent in mails of older versions. */
interface SeenBy {
  scope: Scope;
  /** Instants, which come back in ISO 8601. */
  since: Date | string;
  until: Date | string;
}

/** What is new of one cause why calls fail. */
export interface FailingCause {
  /** See `Cause` of the data room. */
  cause: string;
  /** Calls that fail by it now. */
  count: number;
  /** Whether none that is still made had failed by it before. */
  hasBegun: boolean;
  /** Calls that were given up since the last such mail. */
  givenUp: number;
}

/** What stands still, and what came to an end since the last digest. */
export interface DigestCounts {
  /** Calls that fail now, of which those that were given up. */
  failing: number;
  givenUp: number;
  /** Records whose round is past its due date, or was refused. */
  overdue: number;
  refused: number;
  /** Records that became signed. */
  signed: number;
}

export interface DigestFacts extends DigestCounts {
  /** Records that retention will erase within a week. */
  erasedSoon: number;
  /** The first of them to go; absent in mails that an older version has promised. */
  erasedFirst?: SignableRef[];
}
