import { createHash } from 'node:crypto';
import { tokenFingerprint } from '@campus/auth';
import { fillFast } from '@campus/bench';
import { scopedTokens } from '../tokens.ts';

const batchSize = 100_000;

/** One of so many is in signing: of a year those of the last week. */
const oneInSigning = 50;

/** So many at most could not be called. */
const maxFailing = 50;

/**
 * Adds so many agreements to a migrated database: signed by two, with a deposit, a delivery at the first attempt and
 * the history of both; the last of them still in signing. The PDFs are a few bytes: their real size is a matter of
 * disk alone, since PostgreSQL keeps them apart from the rows.
 *
 * @param adminUrl  of the superuser, on that database
 */
export async function fillManyAgreements(
  adminUrl: string,
  { count, pdf, say }: { count: number; pdf: Uint8Array; say: (line: string) => void },
): Promise<void> {
  const tables = [
    'documents',
    'signables',
    'signatories',
    'deposits',
    'deliveries',
    'attempts',
    'history',
    'signable_times',
    'signed_rounds',
  ];
  const inSigning = Math.ceil(count / oneInSigning);
  const failing = Math.min(maxFailing, Math.floor(inSigning / 2));
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  await fillFast(adminUrl, { tables, say }, async (client) => {
    for (let first = 1; first <= count; first += batchSize) {
      const last = Math.min(count, first + batchSize - 1);
      const numbers = `generate_series(${first}, ${last}) n`;
      const isSigned = `n <= ${count - inSigning}`;
      const at = `(timestamptz '2026-01-01 08:00:00Z' + n * interval '${Math.floor(31_000_000_000 / count)} milliseconds')`;
      say(`agreements up to ${last}`);
      await client.query(
        `insert into documents (id, sha256, size, bytes)
         select id, $1, octet_length($2::bytea), $2 from ${numbers}, lateral (values (2 * n - 1), (2 * n)) d (id)
         where id % 2 = 1 or ${isSigned}`,
        [sha256, Buffer.from(pdf)],
      );
      await client.query(`
        insert into signables (id, kind, number, state, round, round_started_at, reference, title, company_name,
          school, workflow_id, department, findings, due_on, watchers, search_text, document_id, created_at)
        select n, 'agreement', n, case when ${isSigned} then 'signed' else 'signing' end::signable_state, 1, ${at},
          'CS-' || n, 'Convention de stage ' || n, 'Entreprise ' || n % 9973, 'Faculté des sciences',
          case when n % 1000 = 0 then 'rare' else 'standard' end,
          case when n % 1000 = 1 then 'Rare' else 'Department ' || n % 20 end,
          case when ${isSigned} then case when n % 100 = 0 then 'failed' when n % 3 = 0 then 'passed' end end,
          case when not ${isSigned} and n % 4 = 0 then ${at}::date + 14 end,
          '{secretariat@university.example}',
          'cs-' || n || E'\\nconvention de stage ' || n || E'\\nentreprise ' || n % 9973 ||
            E'\\nfaculte des sciences\\nada lovelace\\nstudent' || n || E'@university.example\\ncharles babbage\\ntutor'
            || n % 9973 || E'@company.example\\nsecretariat@university.example\\fvendor-' || n, 2 * n - 1, ${at}
        from ${numbers};
        insert into signatories (signable_id, position, "order", mail, name, given_name, phone, signature_date,
          submission_date)
        select n, 0, 1, 'student' || n || '@university.example', 'Lovelace', 'Ada', '+33123456789',
          case when ${isSigned} or n % 2 = 0 then ${at} + interval '1 day' end,
          case when ${isSigned} or n % 2 = 0 then ${at} + interval '1 day' end
        from ${numbers}
        union all
        select n, 1, 2, 'tutor' || n % 9973 || '@company.example', 'Babbage', 'Charles', null,
          case when ${isSigned} then ${at} + interval '2 days' end,
          case when ${isSigned} then ${at} + interval '2 days' end
        from ${numbers};
        insert into deposits (signable_id, version, round, document_id, registered_document_id, signatures,
          signature_rules, deposited_at, actor)
        select n, 1, 1, 2 * n, 2 * n - 1, 
          '{"count": 0, "wholeFileCovered": false, "beginsWithRegisteredDocument": true,
            "registeredDocumentUnchanged": true,
            "comparison": {"result": "unchanged", "pages": []}, "items": []}', 3,
          ${at} + interval '2 days', 'token:0123456789ab'
        from ${numbers} where ${isSigned};
        insert into deliveries (id, signable_id, round, state, reference, give_up_at, created_at)
        select md5('delivery ' || n)::uuid, n, 1,
          case when n between ${count - inSigning + 1} and ${count - inSigning + failing} then 'failed'
            else 'delivered' end::delivery_state,
          'vendor-' || n, ${at} + interval '3 days', ${at}
        from ${numbers};
        insert into attempts (delivery_id, number, started_at, duration_ms, status)
        select md5('delivery ' || n)::uuid, 1, ${at}, 20, 200 from ${numbers};
        insert into signed_rounds (workflow_id, started_at, signed_at)
        select 'standard', ${at}, ${at} + n % 20 * interval '1 day' + interval '1 hour' from ${numbers} where ${isSigned};
        insert into history (signable_id, at, event, actor, detail)
        select n, ${at} + step * interval '1 hour', event, 'token:0123456789ab', '{"round": 1}'
        from ${numbers}, lateral (values (1, 'registered'), (2, 'signing-started'), (3, 'delivered'),
          (4, 'date-recorded'), (5, 'date-recorded'),
          (6, 'deposited'), (7, 'signed')) e (step, event)
        where step <= 3 or ${isSigned};
        insert into signable_times (signable_id, kind, state, number, updated_at, signed_at)
        select n, 'agreement', case when ${isSigned} then 'signed' else 'signing' end::signable_state, n,
          ${at} + case when ${isSigned} then interval '7 hours' else interval '3 hours' end,
          case when ${isSigned} then ${at} + interval '7 hours' end
        from ${numbers}`);
    }
    await client.query(`
      select setval('signables_id_seq', ${count}), setval('documents_id_seq', ${2 * count}),
        setval('agreement_number_seq', ${count});
      insert into signable_counts select kind, state, signed_outside, count(*) from signables
      group by kind, state, signed_outside`);
    for (const [name, { token, scope }] of Object.entries(scopedTokens))
      await client.query(
        `insert into tokens (name, api, scope, hash, fingerprint, created_by)
         values ($1, 'management', $2, $3, $4, 'service')`,
        [name, scope, createHash('sha256').update(token).digest(), tokenFingerprint(token)],
      );
  });
}
