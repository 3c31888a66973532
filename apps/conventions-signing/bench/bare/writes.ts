import { createHash, randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import type { Pool, PoolClient } from 'pg';
import type { PdfInspector } from '../../src/pdf/inspect.ts';

interface Write {
  number: number;
  request: IncomingMessage;
}

/** Updates the signatories that a dates array names. */
export async function writeDates(pool: Pool, { number, request }: Write): Promise<void> {
  const entries = (await json(request)) as { order: number; mail: string; signatureDate: string }[];
  await inTransaction(pool, async (client) => {
    for (const { order, mail, signatureDate } of entries) {
      const { signable_id, round } = await one<{ signable_id: number; round: number }>(client, {
        name: 'update-date',
        text: `
          update signatories p set signature_date = $1 from signables s
          where s.kind = 'agreement' and s.number = $2 and p.signable_id = s.id
            and p."order" = $3 and lower(p.mail) = lower($4)
          returning p.signable_id, s.round`,
        values: [signatureDate, number, order, mail],
      });
      const detail = { round, order, mail, signatureDate, submissionDate: null };
      await addToHistory(client, { id: signable_id, event: 'date-recorded', detail });
    }
  });
}

/** Begins a round: the record, the delivery, its job. */
export async function sendForSignature(pool: Pool, number: number): Promise<object> {
  return inTransaction(pool, async (client) => {
    const { id, round } = await one<{ id: number; round: number }>(client, {
      name: 'begin-round',
      text: `
        update signables set state = 'signing', round = round + 1, round_started_at = now()
        where kind = 'agreement' and number = $1 returning id, round`,
      values: [number],
    });
    const delivery = await one<{ id: string }>(client, {
      name: 'insert-delivery',
      text: `
        insert into deliveries (id, signable_id, round, next_attempt_at, give_up_at, created_at)
        values ($1, $2, $3, now(), now() + interval '3 days', now()) returning id, state, next_attempt_at, created_at`,
      values: [randomUUID(), id, round],
    });
    await client.query({
      name: 'insert-job',
      text: `
        insert into pgboss.job (name, data, group_id, expire_seconds, deletion_seconds, keep_until, retry_limit,
          retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds, policy)
        select name, $1, $2, expire_seconds, deletion_seconds, now() + retention_seconds * interval '1 s', retry_limit,
          retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds, policy
        from pgboss.queue where name = 'webhook-delivery'`,
      values: [{ deliveryId: delivery.id, attempt: 1 }, `agreement:${number}`],
    });
    await client.query({
      name: 'wake-workers',
      text: `select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'webhook-delivery')`,
    });
    const detail = { round, delivery: delivery.id, setAside: null };
    await addToHistory(client, { id, event: 'signing-started', detail });
    return { state: 'signing', round, due: null, delivery };
  });
}

interface Metadata {
  title: string;
  companyname: string;
  school: string;
  workflowId: string;
  signatory: { name: string; givenname: string; mail: string; phone?: string; order: number }[];
  watchers: { mail: string }[];
}

/** Stores the metadata and the file of a multipart body as a draft. */
export async function register(pool: Pool, request: IncomingMessage): Promise<object> {
  const [first = none, pdf = none] = await receiveParts(request);
  const metadata = JSON.parse(first.toString()) as Metadata;
  const { title, companyname, school, workflowId, signatory, watchers } = metadata;
  const mails = watchers.map(({ mail }) => mail);
  const search = [title, companyname, school, ...signatory.map(({ mail }) => mail), ...mails];
  return inTransaction(pool, async (client) => {
    const document = await insertDocument(client, pdf);
    const { id, number } = await one<{ id: number; number: number }>(client, {
      name: 'insert-signable',
      text: `
        insert into signables (kind, number, title, company_name, school, workflow_id, watchers, search_text,
          document_id)
        values ('agreement', nextval('agreement_number_seq'), $1, $2, $3, $4, $5, $6, $7) returning id, number`,
      values: [title, companyname, school, workflowId, mails, search.join('\n').toLowerCase(), document.id],
    });
    for (const [position, { name, givenname, mail, phone, order }] of signatory.entries()) {
      await client.query({
        name: 'insert-signatory',
        text: `
          insert into signatories (signable_id, position, "order", mail, name, given_name, phone)
          values ($1, $2, $3, $4, $5, $6, $7)`,
        values: [id, position, order, mail, name, givenname, phone],
      });
    }
    const { sha256, size } = document;
    await addToHistory(client, { id, event: 'registered', detail: { sha256, size } });
    return { id: number, state: 'draft', ...metadata, document: { sha256, size } };
  });
}

/**
 * Receives the file of a multipart body, writes it down durably, and stores it as a deposit.
 *
 * @param options.inspector  reads it first, when given
 */
export async function writeDeposit(
  pool: Pool,
  { number, request, inspector }: Write & { inspector?: PdfInspector },
): Promise<void> {
  const [pdf = none] = await receiveParts(request);
  const file = path.join(process.env.UPLOAD_FOLDER ?? '', `bare-${randomUUID()}`);
  const handle = await open(file, 'wx');
  await handle.write(pdf);
  await handle.sync();
  await handle.close();
  const facts = await inspector?.inspect(new Uint8Array(pdf), { registered });
  const signatures = facts?.signatures ?? { count: 0, items: [] };
  await inTransaction(pool, async (client) => {
    const document = await insertDocument(client, pdf);
    const deposit = await one<{ signable_id: number; version: number; round: number }>(client, {
      name: 'insert-deposit',
      text: `
        insert into deposits (signable_id, version, round, document_id, registered_document_id, signatures,
          signature_rules, deposited_at, actor)
        select s.id, (select coalesce(max(version), 0) + 1 from deposits where signable_id = s.id), s.round, $1,
          s.document_id, $3, 1, now(), 'bare'
        from signables s where s.kind = 'agreement' and s.number = $2
        returning signable_id, version, round`,
      values: [document.id, number, signatures],
    });
    const { signable_id: id, ...version } = deposit;
    const { sha256, size } = document;
    await addToHistory(client, { id, event: 'deposited', detail: { ...version, sha256, size } });
  });
  await unlink(file);
}

/** What every agreement has that is written to. */
const registered = { size: 8, sha256: createHash('sha256').update('%PDF-1.7').digest('hex') };

async function insertDocument(client: PoolClient, bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { id } = await one<{ id: number }>(client, {
    name: 'insert-document',
    text: 'insert into documents (sha256, size, bytes) values ($1, $2, $3) returning id',
    values: [sha256, bytes.length, bytes],
  });
  return { id, sha256, size: bytes.length };
}

async function addToHistory(
  client: PoolClient,
  { id, event, detail }: { id: number; event: string; detail: object },
): Promise<void> {
  await client.query({
    name: 'add-to-history',
    text: `insert into history (signable_id, at, event, actor, detail) values ($1, now(), $2, 'bare', $3)`,
    values: [id, event, detail],
  });
}

async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function one<Row extends object>(
  client: PoolClient,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row> {
  const { rows } = await client.query<Row>(statement);
  const [row] = rows;
  if (row === undefined) throw new Error(`${statement.name} gave no row`);
  return row;
}

const none = Buffer.alloc(0);

/** What lies between the heads of the parts and the boundaries. */
async function receiveParts(request: IncomingMessage): Promise<Buffer[]> {
  const body = await buffer(request);
  const boundary = `--${/boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1]}`;
  const parts: Buffer[] = [];
  for (let from = body.indexOf(boundary); ; ) {
    const next = body.indexOf(`\r\n${boundary}`, from);
    if (next === -1) return parts;
    parts.push(body.subarray(body.indexOf('\r\n\r\n', from) + 4, next));
    from = next + 2;
  }
}
