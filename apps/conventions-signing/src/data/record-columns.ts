/**
 * What a row of a list and a whole record have in common, as the columns of one statement whose row goes out as JSON,
 * and back. Through the relations of Prisma a page of 50 took more than twice the processor time, much of it in PostgreSQL.
 */
import { Prisma } from '../../generated/client.ts';
import { type MetadataTexts, type OwnTexts, registeredTextNames } from '../signing/registered-texts.ts';
import type { Followed, SignableKind } from '../signing/signable.ts';
import type { DatedSignatory } from './signatories.ts';
import { textColumns } from './text-columns.ts';

/** A record by itself, with its people. */
export interface FollowedRecord extends Omit<Followed, 'signatories' | 'deposits'>, MetadataTexts, OwnTexts {
  id: number;
  kind: SignableKind;
  number: number;
  /** Mail addresses, as registered. */
  watchers: string[];
  createdAt: Date;
  /** By order; equal orders as registered. */
  signatories: DatedSignatory[];
  /** Null once erased. */
  documentId: number | null;
  /** The one that an amendment changes. */
  agreement: { number: number } | null;
}

/** Milliseconds since 1970: texts of instants would depend on the time zone of the database. */
export function instant(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}

/** Without names, which would be most of the text where there are a thousand. */
type StoredSignatory = [
  position: number,
  name: string,
  givenName: string,
  mail: string,
  phone: string | null,
  order: number,
  signatureDate: number | null,
  submissionDate: number | null,
];

/** What JSON has no type for, or what is stored in another way. */
type Revived = 'createdAt' | 'roundStartedAt' | 'signatories' | 'agreement';

/** As `recordColumns` come out of JSON. */
export type StoredRecord = Omit<FollowedRecord, Revived> & {
  createdAt: number;
  roundStartedAt: number | null;
  signatories: StoredSignatory[] | null;
  agreement: number | null;
};

/** Of `signables s`. */
export const recordColumns = Prisma.raw(`
  s.id, s.kind, s.number, s.state, s.round, s.signed_outside as "signedOutside",
  coalesce(s.watchers, '{}') as watchers, s.document_id as "documentId",
  ${textColumns(registeredTextNames)}, ${instant('s.created_at')} as "createdAt",
  ${instant('s.round_started_at')} as "roundStartedAt",
  (select a.number from signables a where a.id = s.agreement_id) as agreement,
  (select json_agg(
     json_build_array(o.position, o.name, o.given_name, o.mail, o.phone, o."order",
       ${instant('o.signature_date')}, ${instant('o.submission_date')}) order by o."order", o.position)
   from signatories o where o.signable_id = s.id) as signatories`);

/** The record that `recordColumns` have given, with whatever else is in the row. */
export function recordOf<Row extends StoredRecord>({
  createdAt,
  roundStartedAt,
  signatories,
  agreement,
  ...row
}: Row): Omit<Row, Revived> & Pick<FollowedRecord, Revived> {
  return {
    ...row,
    createdAt: new Date(createdAt),
    roundStartedAt: dateOf(roundStartedAt),
    signatories: (signatories ?? []).map(signatoryOf),
    agreement: agreement === null ? null : { number: agreement },
  };
}

function signatoryOf(stored: StoredSignatory): DatedSignatory {
  const [position, name, givenName, mail, phone, order, signatureDate, submissionDate] = stored;
  return {
    position,
    name,
    givenName,
    mail,
    phone,
    order,
    signatureDate: dateOf(signatureDate),
    submissionDate: dateOf(submissionDate),
  };
}

export function dateOf(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
