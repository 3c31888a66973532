import { connect } from '@campus/database';
import type { BenchRecords, NumberRange } from './records.ts';

/** Fills a migrated database: agreements in signing, whose call was delivered at the first attempt, and some of them drafts. */
export async function fillDatabase(
  url: string,
  { records, ...pdfs }: { records: BenchRecords; of200Kilobytes: Uint8Array; of5Megabytes: Uint8Array },
): Promise<void> {
  await using client = await connect(url);
  const { count } = records.all;
  const isDraft = `${within(records.sentByService)} or ${within(records.sentByBare)}`;
  await client.query(
    `insert into documents (id, sha256, size, bytes)
     select n, encode(sha256(b), 'hex'), octet_length(b), b
     from generate_series(1, ${count}) n cross join lateral (
       -- No two alike: a comment after the end.
       select case when ${within(records.with200Kilobytes)} then $1::bytea || convert_to(E'\\n% ' || n, 'UTF8')
         when ${within(records.with5Megabytes)} then $2::bytea else '%PDF-1.7' end) pdf (b)`,
    [Buffer.from(pdfs.of200Kilobytes), Buffer.from(pdfs.of5Megabytes)],
  );
  await client.query(`
    insert into signables (id, kind, number, state, round, round_started_at, title, company_name, school,
      workflow_id, watchers, search_text, document_id)
    select n, 'agreement', n, 'signing', 1, now(), 'Convention de stage ' || n, 'Entreprise ' || n % 997,
      'Faculté des sciences', 'standard', '{secretariat@university.example}',
      'convention de stage ' || n || ' entreprise ' || n % 997 || ' student' || n || '@university.example', n
    from generate_series(1, ${count}) n;
    insert into signatories (signable_id, position, "order", mail, name, given_name, phone)
    select n, 0, 1, 'student' || n || '@university.example', 'Lovelace', 'Ada', '+33123456789'
    from generate_series(1, ${count}) n
    union all
    select n, 1, 2, 'tutor' || n % 997 || '@company.example', 'Babbage', 'Charles', null
    from generate_series(1, ${count}) n;
    insert into deliveries (id, signable_id, round, state, reference, give_up_at, created_at)
    select gen_random_uuid(), n, 1, 'delivered', 'vendor-' || n, now() + interval '3 days', now()
    from generate_series(1, ${count}) n where not (${isDraft});
    insert into attempts (delivery_id, number, started_at, duration_ms, status)
    select id, 1, now(), 20, 200 from deliveries;
    update signables set state = 'draft', round = 0, round_started_at = null where id in (
      select n from generate_series(1, ${count}) n where ${isDraft});
    select setval('signables_id_seq', ${count}), setval('documents_id_seq', ${count}),
      setval('agreement_number_seq', ${count})`);
  await client.query('vacuum analyze documents, signables, signatories, deliveries, attempts');
}

function within({ first, count }: NumberRange): string {
  return `n between ${first} and ${first + count - 1}`;
}
