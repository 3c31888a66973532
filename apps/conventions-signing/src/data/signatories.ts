import { sql } from '@campus/database';
import type { Refusal, SignableRef, Signatory, SignatoryDates } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';

/** A signatory with the dates of the current round. */
export type DatedSignatory = Signatory & SignatoryDates & { position: number };

/** Of `signatories p`, as a `DatedSignatory`. */
export const signatoryColumns = sql`
  p.position, p."order", p.mail, p.name, p.given_name, p.phone, p.signature_date, p.submission_date`;

/** Those of a record, by order; equal orders as registered. */
export async function findSignatories(tx: Writing, { kind, number }: SignableRef): Promise<DatedSignatory[]> {
  return sql<DatedSignatory>`
    select ${signatoryColumns}
    from signatories p join signables s on s.id = p.signable_id
    where s.kind = ${kind}::signable_kind and s.number = ${number} order by p."order", position`.rows(tx);
}

/** Adds those of a record that has none, and returns them by order. */
export function insertSignatories(
  tx: Writing,
  signableId: number,
  signatories: readonly Signatory[],
): DatedSignatory[] {
  const people = signatories.map((signatory, position) => ({ ...signatory, position }));
  tx.send(sql`
    insert into signatories (signable_id, position, "order", mail, name, given_name, phone)
    select ${signableId}, position, "order", mail, name, "givenName", phone
    from json_to_recordset(${JSON.stringify(people)}) as p
      (position int, "order" int, mail text, name text, "givenName" text, phone text)`);
  return people
    .map((signatory) => ({ ...signatory, signatureDate: null, submissionDate: null }))
    .toSorted((a, b) => a.order - b.order);
}

/** Gives the dates of a round that counts again to those who have signed in it; nobody has a date. */
export function restoreDates(
  tx: Writing,
  signableId: number,
  dates: readonly { mail: string; order: number; signatureDate: string; submissionDate: string | null }[],
): void {
  tx.send(sql`
    update signatories p set signature_date = d."signatureDate", submission_date = d."submissionDate"
    from json_to_recordset(${JSON.stringify(dates)})
      as d (mail text, "order" int, "signatureDate" timestamptz, "submissionDate" timestamptz)
    where p.signable_id = ${signableId} and p.mail = d.mail and p."order" = d."order"`);
}

/** The refusal of a round; null when nobody has refused in it. */
export async function findRefusal(
  tx: Writing,
  { id, round }: { id: number; round: number },
): Promise<Refusal | null> {
  return sql<Refusal>`
    select mail, "order", refused_at, reason, received_at, actor
    from refusals where signable_id = ${id} and round = ${round}`.row(tx);
}

/** Adds the refusal of a round, which has none. */
export function insertRefusal(
  tx: Writing,
  { id, round }: { id: number; round: number },
  { mail, order, refusedAt, reason, receivedAt, actor }: Refusal,
): void {
  tx.send(sql`
    insert into refusals (signable_id, round, mail, "order", refused_at, reason, received_at, actor)
    values (${id}, ${round}, ${mail}, ${order}, ${refusedAt}, ${reason}, ${receivedAt}, ${actor})`);
}
