import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createTestDatabase, eventually, startRecordingServer } from '@campus/testing';
import fc from 'fast-check';
import pg from 'pg';
import { managementDocument } from '../../src/http/openapi/management-document.ts';
import { publicDocument } from '../../src/http/openapi/public-document.ts';
import { type ApiDocument, type HostileRequest, hostileRequest } from './hostile-requests.ts';
import { validPdf } from './pdfs.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from './process.ts';
import { dateOf, deposit, givenDraft, givenInSigning, type Kind, recordOf } from './records.ts';
import { residentMebibytes } from './resident-memory.ts';
import { managementToken, otherPublicToken, publicToken, webhookToken } from './service.ts';

/** What a run came to. */
export interface HostileRun {
  /** What was wrong, with the request; at most twenty. */
  violations: string[];
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** Requests that changed something, all of them answered 2xx. */
  changes: number;
  /**
   * Growth of the service process over the second half of the run, in MiB. Over the first quarter it grows
   * by about 170 (measured, 20,000 requests), which is its heap finding its size.
   */
  grownMebibytes: number;
  /** The different errors in the log. */
  errorsLogged: string[];
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Why a request got none. */
interface NoAnswer {
  failure: string;
}

const batch = 100;
const secrets = [publicToken, otherPublicToken, managementToken, webhookToken];

/**
 * Sends generated requests, one after the other, to a service process with records in every state, and judges
 * each answer. The same seed gives the same requests.
 */
export async function runHostileRequests({
  requests,
  seed,
}: {
  requests: number;
  seed: number;
}): Promise<HostileRun> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const ids = await givenRecords(env);
    const watch = await watchChanges(database.url);
    closing.push(() => watch.stop());
    // Without a signing application nothing but a request changes anything.
    const service = await startServiceProcess(env);
    closing.push(() => service.kill('SIGKILL'));
    return await attack(service, { requests, seed, ids, countChanges: watch.count });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function attack(
  service: ServiceProcess,
  {
    requests,
    seed,
    ids,
    countChanges,
  }: {
    requests: number;
    seed: number;
    ids: Record<string, (string | number)[]>;
    countChanges: () => Promise<number>;
  },
): Promise<HostileRun> {
  const pdf = await validPdf({ text: 'hostile' });
  const options = { baseUrl: undefined, version: '0' };
  const hostile = fc.oneof(
    hostileRequest(plain(publicDocument(options)), {
      token: publicToken,
      otherTokens: [managementToken, 'unknown-token-of-someone'],
      ids,
      pdf,
    }),
    hostileRequest(plain(managementDocument(options)), {
      token: managementToken,
      otherTokens: [publicToken, 'unknown-token-of-someone'],
      ids,
      pdf,
    }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const run: HostileRun = { violations: [], statuses: {}, changes: 0, grownMebibytes: 0, errorsLogged: [] };
  let changes = await countChanges();
  let warmMebibytes = 0;
  for (let sent = 0; sent < requests && run.violations.length < 20; sent += 1) {
    if (sent === Math.floor(requests / 2))
      warmMebibytes = (await residentMebibytes(service.child.pid)).nowMebibytes;
    const request = nth(hostile, seed, sent);
    const answer = await send(agent, service.url, request);
    const changesNow = await countChanges();
    const hasChanged = changesNow !== changes;
    changes = changesNow;
    if (hasChanged) run.changes += 1;
    const status = 'failure' in answer ? 'no answer' : answer.status;
    run.statuses[status] = (run.statuses[status] ?? 0) + 1;
    for (const problem of judge(request, answer, { hasChanged }))
      run.violations.push(
        `${problem}\n  request ${sent} of seed ${seed}: ${show(request)}\n  ${showAnswer(answer)}`,
      );
  }
  agent.destroy();
  run.grownMebibytes = (await residentMebibytes(service.child.pid)).nowMebibytes - warmMebibytes;
  run.errorsLogged = errorsIn(service.output());
  return run;
}

let generated: { hostile: unknown; start: number; requests: HostileRequest[] } | undefined;

/** The request of that number; generated in batches, since each batch begins with the cost of a new generator. */
function nth(hostile: fc.Arbitrary<HostileRequest>, seed: number, number: number): HostileRequest {
  const start = number - (number % batch);
  if (generated?.hostile !== hostile || generated.start !== start)
    generated = { hostile, start, requests: fc.sample(hostile, { seed: seed + start, numRuns: batch }) };
  return generated.requests[number - start] as HostileRequest;
}

/** What the log tells of errors, each only once. */
function errorsIn(log: string): string[] {
  const messages = log
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => /"stack":"(.{0,400})/.exec(line)?.[1] ?? line.slice(0, 400));
  return [...new Set(messages)].slice(0, 20);
}

/** A document as its readers get it. */
function plain(document: object): ApiDocument {
  return JSON.parse(JSON.stringify(document)) as ApiDocument;
}

/** Records of both kinds in each state, with deposits and deliveries; their ids by path. */
async function givenRecords(env: Record<string, string>): Promise<Record<string, (string | number)[]>> {
  const webhook = await startRecordingServer((_request, response) => void response.end('REF'));
  const service = await startServiceProcess({ ...env, ...webhookEnv(webhook.url) });
  const ids: Record<Kind, number[]> = { conventions: [], avenants: [] };
  const deliveries: string[] = [];
  for (const kind of ['conventions', 'avenants'] as const) {
    for (let copy = 0; copy < 3; copy += 1) {
      const draft = await givenDraft(service, { kind });
      const signing = await givenInSigning(service, { kind });
      const signed = await givenInSigning(service, { kind, signatories: 1 });
      await deposit(service, signed.id, await validPdf({ text: 'signed' }), kind).expect(200);
      await service.vendor
        .patch(`/public/api/${kind}/${signed.id}/dates`)
        .send([dateOf(1)])
        .expect(200);
      ids[kind].push(draft.id, signing.id, signed.id);
      await eventually(async () => {
        for (const { id } of [signing, signed]) {
          const [delivery] = (await recordOf(service, id, kind)).deliveries;
          if (delivery?.state !== 'delivered') return false;
          deliveries.push(delivery.id);
        }
        return true;
      });
    }
  }
  await service.kill('SIGTERM');
  await webhook.stop();
  return {
    '/api/conventions': ids.conventions,
    '/api/avenants': ids.avenants,
    '/public/api/conventions': ids.conventions,
    '/public/api/avenants': ids.avenants,
    '/api/deliveries': deliveries,
  };
}

/** Notes every row that is written, in the transaction that writes it: what is rolled back is not counted. */
async function watchChanges(
  databaseUrl: string,
): Promise<{ count: () => Promise<number>; stop: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    create schema watch;
    create table watch.changes (at bigserial primary key, what text not null);
    create function watch.note() returns trigger language plpgsql as
      $$ begin insert into watch.changes (what) values (tg_op || ' ' || tg_table_name); return null; end $$;
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations' loop
        execute format('create trigger watch after insert or update or delete on public.%I for each row execute function watch.note()', name);
      end loop;
    end $$`);
  return {
    count: async () => {
      const { rows } = await client.query<{ newest: string | null }>(
        'select max(at) as newest from watch.changes',
      );
      return Number(rows[0]?.newest ?? 0);
    },
    stop: () => client.end(),
  };
}

function send(
  agent: Agent,
  url: string,
  { method, target, headers, body }: HostileRequest,
): Promise<Answer | NoAnswer> {
  const { hostname, port } = new URL(url);
  // Node sends a DELETE's body without saying how long it is, which makes a second request of it.
  const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
  return new Promise((resolve) => {
    const call = httpRequest({
      agent,
      hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...length },
      timeout: 20_000,
    });
    call.on('timeout', () => call.destroy(new Error('no answer within 20 s')));
    call.on('error', ({ message }) => resolve({ failure: message }));
    call.on('response', async (response) => {
      try {
        const text = (await buffer(response)).toString('latin1');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      } catch {
        resolve({ failure: 'the answer broke off' });
      }
    });
    call.end(body);
  });
}

/** What is wrong with an answer. */
function judge(
  { method }: HostileRequest,
  answer: Answer | NoAnswer,
  { hasChanged }: { hasChanged: boolean },
): string[] {
  if ('failure' in answer) return [`no answer: ${answer.failure}`];
  const { status, headers, text } = answer;
  const wrong: string[] = [];
  if (status >= 500) wrong.push(`answered ${status}`);
  if (status >= 400 && hasChanged) wrong.push(`answered ${status} and changed something`);
  if (status >= 400 && method !== 'HEAD' && !isProblem(answer) && !isOfTheParser(answer))
    wrong.push(`answered ${status} without a problem document`);
  const everything = `${JSON.stringify(headers)}${text}`;
  if (secrets.some((secret) => everything.includes(secret))) wrong.push('a token in the answer');
  if (/\n\s+at \S.*:\d+:\d+|node_modules|node:internal|Prisma/.test(everything))
    wrong.push('the inside in the answer');
  return wrong;
}

function isProblem({ status, headers, text }: Answer): boolean {
  if (!String(headers['content-type']).startsWith('application/problem+json')) return false;
  const problem = JSON.parse(text) as Record<string, unknown>;
  const { type, title, detail } = problem;
  return (
    problem.status === status &&
    [type, title, detail].every((each) => typeof each === 'string' && each !== '')
  );
}

/** Node's HTTP parser refuses before the service sees a request: no Host, a header too large, an odd Expect. */
function isOfTheParser({ status, headers, text }: Answer): boolean {
  return [400, 417, 431].includes(status) && text === '' && headers['x-request-id'] === undefined;
}

function show({ method, target, headers, body }: HostileRequest): string {
  const shown = Object.entries(headers)
    .map(([name, value]) => `${name}: ${name === 'Authorization' ? '…' : String(value).slice(0, 200)}`)
    .join(' | ');
  const content =
    body === undefined
      ? ''
      : ` | ${body.length} bytes ${JSON.stringify(body.toString('latin1').slice(0, 600))}`;
  return `${method} ${target.slice(0, 300)} | ${shown}${content}`;
}

function showAnswer(answer: Answer | NoAnswer): string {
  return 'failure' in answer ? answer.failure : `${answer.status} ${answer.text.slice(0, 400)}`;
}
