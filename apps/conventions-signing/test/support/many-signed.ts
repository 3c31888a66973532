import type pg from 'pg';

/** Adds so many signed agreements to the tables, each with a signed PDF of so many bytes. */
export async function givenManySigned(
  sql: Pick<pg.Pool, 'query'>,
  count: number,
  { department, bytes }: { department: string; bytes: number },
): Promise<void> {
  await sql.query(
    `with record as (
       select n, nextval('agreement_number_seq') as number, nextval('documents_id_seq') as registered,
         nextval('documents_id_seq') as signed
       from generate_series(1, $1::int) n
     ), file as (
       select registered as id, '%PDF'::bytea as bytes from record
       union all
       select signed, overlay(decode(repeat('00', $3), 'hex') placing convert_to('%PDF ' || number, 'utf8') from 1)
       from record
     ), document as (
       insert into documents (id, sha256, size, bytes)
       select id, encode(sha256(bytes), 'hex'), octet_length(bytes), bytes from file
     ), signable as (
       insert into signables (number, kind, state, round, round_started_at, title, company_name, school, workflow_id, department, watchers,
         search_text, document_id)
       select number, 'agreement', 'signed', 1, now(), 'Convention de stage', 'Exemple Industries', 'Université d’Exemple',
         'internship-5', $2, '{}', '', registered
       from record returning id, number, document_id
     )
     insert into deposits (signable_id, version, round, document_id, registered_document_id, signatures,
       signature_rules, deposited_at, actor)
     select id, 1, 1, signed, registered, '{}', 1, now(), 'token:0123456789ab'
     from signable join record using (number)`,
    [count, department, bytes],
  );
}
