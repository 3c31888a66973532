import { sql } from '@campus/database';
import type { SignableRef, SignatoryDates } from '../domain/signable.ts';
import type { Change, EventDetail } from './history.ts';
import type { Writing } from './open-database.ts';
import { type DatedSignatory, signatoryColumns } from './signatories.ts';

/**
 * The signatories of a record, by order, and how many dates were replaced in the latest round, counted up to `most`.
 */
export async function findSignatoriesToDate(
  tx: Writing,
  { kind, number }: SignableRef,
  { most }: { most: number },
): Promise<{ signatories: DatedSignatory[]; replacedDates: number }> {
  const rows = await sql<DatedSignatory & { replacedDates: number }>`
    select ${signatoryColumns}, replaced.count as replaced_dates
    from signables s
    cross join lateral (
      select count(*)::int from (
        select from history where signable_id = s.id and event = 'date-recorded' and detail ? 'replaced'
          and (detail->>'round')::int = s.round limit ${most}) counted) replaced
    join signatories p on p.signable_id = s.id
    where s.kind = ${kind}::signable_kind and s.number = ${number} order by p."order", p.position`.rows(tx);
  return { signatories: rows, replacedDates: rows[0]?.replacedDates ?? 0 };
}

/** Records dates of signatories, and in the history what each event tells, in one statement however many there are. */
export function recordDates(
  { tx, at, actor }: Change,
  signableId: number,
  dated: readonly (SignatoryDates & { position: number; detail: EventDetail })[],
): void {
  tx.send(sql`
    with dated as (
      select * from json_to_recordset(${JSON.stringify(dated)})
        as d (position int, "signatureDate" timestamptz, "submissionDate" timestamptz, detail jsonb)),
    written as (
      update signatories p set signature_date = d."signatureDate", submission_date = d."submissionDate"
      from dated d where p.signable_id = ${signableId} and p.position = d.position)
    insert into history (signable_id, at, event, actor, detail)
    select ${signableId}, ${at}, 'date-recorded', ${actor}, detail from dated`);
}
