import type pg from 'pg';

/** Adds so many drafts of agreements to the tables, all with one signatory; returns their numbers. */
export async function givenManyDrafts(
  sql: Pick<pg.Pool, 'query'>,
  count: number,
  { title = 'Convention de stage', daysOld = 0 }: { title?: string; daysOld?: number } = {},
): Promise<number[]> {
  const { rows } = await sql.query<{ number: number }>(
    `with document as (
       insert into documents (sha256, size, bytes)
       select repeat('0', 64), 4, '%PDF' from generate_series(1, $1::int) returning id
     ), record as (
       insert into signables (number, kind, title, company_name, school, workflow_id, watchers, search_text, document_id,
         created_at)
       select nextval('agreement_number_seq'), 'agreement', $2, 'Exemple Industries', 'Université d’Exemple',
         'internship-5', '{}', lower($2), id, now() - $3 * interval '1 day'
       from document returning id, number
     ), signatory as (
       insert into signatories (signable_id, position, "order", mail, name, given_name)
       select id, 0, 1, 'signatory1@example.org', 'Martin', 'Ada' from record
     )
     select number from record order by number`,
    [count, title, daysOld],
  );
  return rows.map(({ number }) => number);
}
