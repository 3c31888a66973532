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
  const { rows } = await tx.query<DatedSignatory & { replacedDates: number }>({
    name: 'signatories-to-date',
    text: `
      select ${signatoryColumns}, replaced.count as "replacedDates"
      from signables s
      cross join lateral (
        select count(*)::int from (
          select from history where signable_id = s.id and event = 'date-recorded' and detail ? 'replaced'
            and (detail->>'round')::int = s.round limit $3) counted) replaced
      join signatories p on p.signable_id = s.id
      where s.kind = $1::signable_kind and s.number = $2 order by p."order", p.position`,
    values: [kind, number, most],
  });
  return { signatories: rows, replacedDates: rows[0]?.replacedDates ?? 0 };
}

/** Records dates of signatories, and in the history what each event tells, in one statement however many there are. */
export function recordDates(
  { tx, at, actor }: Change,
  signableId: number,
  dated: readonly (SignatoryDates & { position: number; detail: EventDetail })[],
): void {
  tx.send({
    name: 'record-dates',
    text: `
      with dated as (
        select * from json_to_recordset($2)
          as d (position int, "signatureDate" timestamptz, "submissionDate" timestamptz, detail jsonb)),
      written as (
        update signatories p set signature_date = d."signatureDate", submission_date = d."submissionDate"
        from dated d where p.signable_id = $1 and p.position = d.position)
      insert into history (signable_id, at, event, actor, detail)
      select $1, $3, 'date-recorded', $4, detail from dated`,
    values: [signableId, JSON.stringify(dated), at, actor],
  });
}
