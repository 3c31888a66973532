import type { SignableRef, Signatory, SignatoryDates } from '../domain/signable.ts';
import type { Writing } from './open-database.ts';

/** A signatory with the dates of the current round. */
export type DatedSignatory = Signatory & SignatoryDates & { position: number };

/** Of `signatories p`, as a `DatedSignatory`. */
export const signatoryColumns = `
  p.position, p."order", p.mail, p.name, p.given_name as "givenName", p.phone, p.signature_date as "signatureDate",
  p.submission_date as "submissionDate"`;

/** Those of a record, by order; equal orders as registered. */
export async function findSignatories(tx: Writing, { kind, number }: SignableRef): Promise<DatedSignatory[]> {
  const { rows } = await tx.query<DatedSignatory>({
    name: 'signatories-of-record',
    text: `
      select ${signatoryColumns}
      from signatories p join signables s on s.id = p.signable_id
      where s.kind = $1::signable_kind and s.number = $2 order by p."order", position`,
    values: [kind, number],
  });
  return rows;
}

/** Adds those of a record that has none, and returns them by order. */
export function insertSignatories(
  tx: Writing,
  signableId: number,
  signatories: readonly Signatory[],
): DatedSignatory[] {
  const people = signatories.map((signatory, position) => ({ ...signatory, position }));
  tx.send({
    name: 'insert-signatories',
    text: `
      insert into signatories (signable_id, position, "order", mail, name, given_name, phone)
      select $1, position, "order", mail, name, "givenName", phone
      from json_to_recordset($2) as p (position int, "order" int, mail text, name text, "givenName" text, phone text)`,
    values: [signableId, JSON.stringify(people)],
  });
  return people
    .map((signatory) => ({ ...signatory, signatureDate: null, submissionDate: null }))
    .toSorted((a, b) => a.order - b.order);
}

/** Forgets the dates of the current round; the history keeps them. */
export function clearDates(tx: Writing, signableId: number): void {
  tx.send({
    name: 'clear-dates',
    text: 'update signatories set signature_date = null, submission_date = null where signable_id = $1',
    values: [signableId],
  });
}

/** Gives the dates of a round that counts again to those who have signed in it; nobody has a date. */
export function restoreDates(
  tx: Writing,
  signableId: number,
  dates: readonly { mail: string; order: number; signatureDate: string; submissionDate: string | null }[],
): void {
  tx.send({
    name: 'restore-dates',
    text: `
      update signatories p set signature_date = d."signatureDate", submission_date = d."submissionDate"
      from json_to_recordset($2)
        as d (mail text, "order" int, "signatureDate" timestamptz, "submissionDate" timestamptz)
      where p.signable_id = $1 and p.mail = d.mail and p."order" = d."order"`,
    values: [signableId, JSON.stringify(dates)],
  });
}
