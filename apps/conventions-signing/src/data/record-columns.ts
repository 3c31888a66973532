/**
 * What a row of a list and a whole record have in common, as the columns of one statement whose row goes out as JSON,
 * and back. Through the relations of Prisma a page of 50 took more than twice the processor time, much of it in PostgreSQL.
 */
import { type Sql, snakeCase, sql } from '@campus/database';
import {
  type MetadataTexts,
  type OwnTexts,
  type RegisteredTextName,
  registeredTextNames,
} from '../domain/registered-texts.ts';
import type { Followed, Refusal, SignableKind } from '../domain/signable.ts';
import type { DatedSignatory } from './signatories.ts';

/** A record by itself, with its people. */
export interface FollowedRecord extends Omit<Followed, 'signatories' | 'deposits'>, MetadataTexts, OwnTexts {
  id: number;
  kind: SignableKind;
  number: number;
  /** The last day on which the round that counts is in time, `YYYY-MM-DD`. */
  dueOn: string | null;
  /** Mail addresses, as registered. */
  watchers: string[];
  createdAt: Date;
  /** When something happened last. */
  updatedAt: Date;
  /** When it became signed; null when it is not. */
  signedAt: Date | null;
  /** By order; equal orders as registered. */
  signatories: DatedSignatory[];
  /** Null once erased. */
  documentId: number | null;
  /** Of the round that counts; null unless that was refused. */
  refusal: Refusal | null;
  /** The one that an amendment changes. */
  agreement: { number: number } | null;
}

/** Milliseconds since 1970: texts of instants would depend on the time zone of the database. */
export function instant(column: Sql): Sql {
  return sql`(extract(epoch from ${column}) * 1000)::bigint`;
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
type Kept = 'createdAt' | 'times' | 'roundStartedAt' | 'signatories' | 'refusal' | 'agreement';
type Revived = Exclude<Kept, 'times'> | 'updatedAt' | 'signedAt';

type StoredRefusal = Omit<Refusal, 'refusedAt' | 'receivedAt'> & { refusedAt: number; receivedAt: number };

/** As `recordColumns` come out of JSON. */
export type StoredRecord = Omit<FollowedRecord, Revived> & {
  createdAt: number;
  /** When something happened last, and when it became signed. */
  times: [updatedAt: number, signedAt: number | null];
  roundStartedAt: number | null;
  signatories: StoredSignatory[] | null;
  refusal: StoredRefusal | null;
  agreement: number | null;
};

/** Of `signables s`. */
export const recordColumns = sql`
  s.id, s.kind, s.number, s.state, s.round, s.signed_outside as "signedOutside",
  coalesce(s.watchers, '{}') as watchers, s.document_id as "documentId",
  ${textColumns(registeredTextNames)}, ${instant(sql`s.created_at`)} as "createdAt",
  ${instant(sql`s.round_started_at`)} as "roundStartedAt", s.due_on as "dueOn",
  coalesce(
    (select json_build_array(${instant(sql`t.updated_at`)}, ${instant(sql`t.signed_at`)})
     from signable_times t where t.signable_id = s.id),
    json_build_array(${instant(sql`s.created_at`)}, null)) as times,
  (select a.number from signables a where a.id = s.agreement_id) as agreement,
  (select json_agg(
     json_build_array(o.position, o.name, o.given_name, o.mail, o.phone, o."order",
       ${instant(sql`o.signature_date`)}, ${instant(sql`o.submission_date`)}) order by o."order", o.position)
   from signatories o where o.signable_id = s.id) as signatories,
  case when s.state = 'refused' then (
    select json_build_object('mail', r.mail, 'order', r."order", 'refusedAt', ${instant(sql`r.refused_at`)},
      'reason', r.reason, 'receivedAt', ${instant(sql`r.received_at`)}, 'actor', r.actor)
    from refusals r where r.signable_id = s.id and r.round = s.round) end as refusal`;

/** The record that `recordColumns` have given, with whatever else is in the row. */
export function recordOf<Row extends StoredRecord>({
  createdAt,
  times: [updatedAt, signedAt],
  roundStartedAt,
  signatories,
  refusal,
  agreement,
  ...row
}: Row): Omit<Row, Kept> & Pick<FollowedRecord, Revived> {
  return {
    ...row,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    signedAt: dateOf(signedAt),
    roundStartedAt: dateOf(roundStartedAt),
    signatories: (signatories ?? []).map(signatoryOf),
    refusal: refusal && {
      ...refusal,
      refusedAt: new Date(refusal.refusedAt),
      receivedAt: new Date(refusal.receivedAt),
    },
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

/** Registered texts of `signables s` under their own names, as `companyName` is read from `company_name`. */
export function textColumns(names: readonly RegisteredTextName[]): Sql {
  const columns = names.map((name) => sql`s.${sql.identifier(snakeCase(name))} as ${sql.identifier(name)}`);
  return sql.join(columns, ', ');
}
