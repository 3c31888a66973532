import type { Pool } from 'pg';
import { baseUrl } from '../base-url.ts';

interface Signatory {
  name: string;
  givenname: string;
  mail: string;
  phone: string | null;
  order: number;
  signatureDate: string | null;
  submissionDate: string | null;
}

interface Row {
  number: number;
  state: string;
  round: number;
  title: string;
  company_name: string;
  school: string;
  workflow_id: string;
  signatory: Signatory[];
  watchers: string[];
  created_at: Date;
  updated_at: Date;
  signed_at: Date | null;
  reference: string | null;
  department: string | null;
  signed_outside: boolean;
  round_started_at: Date | null;
  due: string | null;
  is_deposited: boolean;
}

/** Instants as `Date.toISOString` gives them. */
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `s.number, s.state, s.round, s.title, s.company_name, s.school, s.workflow_id, s.watchers,
  s.created_at, t.updated_at, t.signed_at, s.reference, s.department, s.signed_outside, s.round_started_at,
  s.due_on::text as due,
  (select json_agg(json_build_object('name', name, 'givenname', given_name, 'mail', mail, 'phone', phone,
     'order', "order", 'signatureDate', replace(${instant('signature_date')}, 'Z', '+0000'),
     'submissionDate', replace(${instant('submission_date')}, 'Z', '+0000')) order by "order", position)
   from signatories where signable_id = s.id) as signatory,
  exists (select from deposits where signable_id = s.id and round = s.round) as is_deposited`;

const page = {
  name: 'page',
  text: `
    select ${columns},
      (select json_build_object('id', d.id, 'state', d.state, 'nextAttemptAt', ${instant('d.next_attempt_at')},
         'error', (select error from attempts where delivery_id = d.id order by number desc limit 1))
       from deliveries d where d.signable_id = s.id order by d.created_at desc, d.id desc limit 1) as delivery
    from signables s join signable_times t on t.signable_id = s.id
    where s.kind = 'agreement' and s.state <> 'erased' and s.number < $1
    order by s.number desc limit 51`,
};

/** The page of 50 below a number. */
export async function readList(pool: Pool, before: number) {
  const { rows } = await pool.query<Row & { delivery: object | null }>({ ...page, values: [before] });
  const last = rows.length > 50 ? rows[49] : undefined;
  return {
    results: rows.slice(0, 50).map((row) => ({ ...commonOf(row), delivery: row.delivery })),
    next: last === undefined ? null : `${baseUrl}/api/conventions?before=${last.number}`,
  };
}

const whole = {
  name: 'whole',
  text: `
    select ${columns}, (select row_to_json(d) from (select sha256, size from documents where id = s.document_id) d) as document,
      (select coalesce(json_agg(json_build_object('id', number, 'title', title, 'state', state) order by number), '[]')
       from (select * from signables where agreement_id = s.id order by number desc limit 200) a) as avenants,
      (select coalesce(json_agg(json_build_object('version', p.version, 'sha256', d.sha256, 'size', d.size,
         'depositedAt', ${instant('p.deposited_at')}, 'round', p.round, 'actor', p.actor, 'superseded', null,
         'signatures', p.signatures, 'judgement', null) order by p.version), '[]')
       from (select * from deposits where signable_id = s.id order by version desc limit 100) p
       join documents d on d.id = p.document_id) as deposits,
      (select coalesce(json_agg(json_build_object('id', d.id, 'state', d.state, 'round', d.round,
         'createdAt', ${instant('d.created_at')}, 'reference', d.reference,
         'nextAttemptAt', ${instant('d.next_attempt_at')}, 'attempts',
         (select coalesce(json_agg(json_build_object('number', number, 'startedAt', ${instant('started_at')},
            'durationMs', duration_ms, 'status', status, 'error', error) order by number), '[]')
          from (select * from attempts where delivery_id = d.id order by number desc limit 50) a))
         order by d.created_at, d.id), '[]')
       from (select * from deliveries where signable_id = s.id order by created_at desc, id desc limit 20) d) as deliveries,
      (select coalesce(json_agg(json_build_object('at', ${instant('at')}, 'event', event, 'actor', actor,
         'detail', detail) order by id), '[]')
       from (select * from history where signable_id = s.id order by id desc limit 100) h) as history
    from signables s join signable_times t on t.signable_id = s.id
    where s.kind = 'agreement' and s.number = $1`,
};

/** Everything about an agreement. */
export async function readRecord(pool: Pool, number: number) {
  type Whole = Record<'document' | 'avenants' | 'deposits' | 'deliveries' | 'history', object>;
  const { rows } = await pool.query<Row & Whole>({ ...whole, values: [number] });
  const [row] = rows;
  if (row === undefined) throw new Error('there is no such record');
  const { document, avenants, deposits, deliveries, history } = row;
  return { ...commonOf(row), document, avenants, deposits, deliveries, history, historyBefore: null };
}

function commonOf(row: Row) {
  const { signatory, round_started_at: since } = row;
  const missing = signatory.filter(({ signatureDate }) => signatureDate === null);
  const turn = Math.min(...missing.map(({ order }) => order));
  const waitingFor = row.state === 'signing' ? missing.filter(({ order }) => order === turn) : [];
  return {
    id: row.number,
    kind: 'convention',
    state: row.state,
    round: row.round,
    title: row.title,
    companyname: row.company_name,
    school: row.school,
    workflowId: row.workflow_id,
    signatory,
    watchers: row.watchers.map((mail) => ({ mail })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    signedAt: row.signed_at?.toISOString() ?? null,
    reference: row.reference,
    department: row.department,
    signedOutside: row.signed_outside,
    due: row.due,
    refusal: null,
    progress: {
      signed: signatory.length - missing.length,
      total: signatory.length,
      waitingFor: waitingFor.map(({ name, givenname, mail, order }) => ({ name, givenname, mail, order })),
      waitingSince: waitingFor.length === 0 || since === null ? null : since.toISOString(),
      documentDeposited: since !== null && row.is_deposited,
    },
  };
}
