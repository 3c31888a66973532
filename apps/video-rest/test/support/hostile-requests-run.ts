import { readdir, readFile } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createTestDatabase } from '@campus/testing';
import fc from 'fast-check';
import pg from 'pg';
import { createToken } from '../../src/accounts/tokens.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { givenBroadcaster, givenBuilding, givenEncoding, givenType, givenVideo } from './given-records.ts';
import {
  type ApiDocument,
  type HostileRequest,
  hostileRequest,
  type Surroundings,
} from './hostile-requests.ts';
import { clientWith } from './service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** What a run came to. */
export interface HostileRun {
  /** What was wrong, with the request; at most twenty. */
  violations: string[];
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** Requests that changed something, all of them answered 2xx. */
  changes: number;
  /** Growth of the service process over the second half of the run, in MiB. */
  grownMebibytes: number;
  /** The different errors in the log. */
  errorsLogged: string[];
  /** Files of uploads that nobody needs any more. */
  filesLeft: string[];
  /** Tables whose kept number of rows is not the number of rows. */
  wrongCounts: string[];
}

/** Whoever sends the requests, as they must be for the requests to reach anything. */
interface Senders {
  root: number;
  staff: number;
  ada: number;
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

const rootPassword = 'root-password-of-the-run';

/**
 * Sends generated requests, one after the other, to a service process with some records of each kind, and judges
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
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const service = await startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword });
    closing.push(() => service.kill('SIGKILL'));
    const db = openDatabase(database.url, () => {});
    closing.push(() => db.close());
    const senders = await givenSenders(db);
    const surroundings = await givenSurroundings(db, senders, { objects: Math.ceil(requests / 40) + 10 });
    const watch = await watchChanges(database.url);
    closing.push(() => watch.stop());
    const run = await attack(service, {
      ...{ requests, seed, surroundings, countChanges: watch.count },
      restore: () => restoreSenders(db, senders),
    });
    run.filesLeft = await filesIn(path.join(dataDir, 'media', 'tmp'));
    run.wrongCounts = await wrongCounts(db);
    return run;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** A superuser, staff, and somebody who is neither; each owns some videos, so that nobody deletes them. */
async function givenSenders(db: Database): Promise<Senders> {
  const { prisma } = db;
  const [root, staff, ada] = [
    await prisma.user.findFirstOrThrow({ where: { isSuperuser: true } }),
    await prisma.user.create({ data: { username: 'staff', isStaff: true } }),
    await prisma.user.create({ data: { username: 'ada' } }),
  ];
  for (const { id: ownerId } of [root, staff, ada])
    for (let video = 0; video < 5; video += 1) await givenVideo(db, { ownerId });
  return { root: root.id, staff: staff.id, ada: ada.id };
}

/** Among the requests are some that take rights away from those who send them. */
async function restoreSenders({ prisma }: Database, { root, staff, ada }: Senders): Promise<void> {
  const rights = [
    { id: root, isSuperuser: true, isStaff: true },
    { id: staff, isSuperuser: false, isStaff: true },
    { id: ada, isSuperuser: false, isStaff: false },
  ];
  for (const { id, ...data } of rights)
    await prisma.user.update({ where: { id }, data: { ...data, isActive: true } });
}

/** Some objects of each kind, and the credentials of the senders. */
async function givenSurroundings(
  db: Database,
  { root, staff, ada }: Senders,
  { objects }: { objects: number },
): Promise<Surroundings> {
  const keys: Record<string, string[]> = {
    '/rest/users/': [],
    '/rest/types/': [],
    '/rest/buildings/': [],
    '/rest/broadcasters/': [],
    '/rest/videos/': [],
    '/rest/encodings/': [],
  };
  const note = (list: string, key: number | string) => keys[list]?.push(String(key));
  note('/rest/users/', root);
  note('/rest/users/', 'me');
  for (let object = 0; object < objects; object += 1) {
    const user = await db.prisma.user.create({ data: { username: `victim-${object}` } });
    const { id: videoId, slug, typeId } = await givenVideo(db, { ownerId: object % 2 === 0 ? ada : user.id });
    note('/rest/users/', user.id);
    note('/rest/types/', object % 2 === 0 ? typeId : (await givenType(db)).id);
    note('/rest/buildings/', (await givenBuilding(db)).id);
    note('/rest/broadcasters/', (await givenBroadcaster(db)).slug);
    note('/rest/videos/', object % 2 === 0 ? videoId : slug);
    note('/rest/encodings/', (await givenEncoding(db, videoId)).id);
  }
  const credentials = await Promise.all(
    [root, root, staff, ada, ada].map(async (id) => {
      const { username } = await db.prisma.user.findUniqueOrThrow({ where: { id } });
      const { key } = await createToken(db, { username });
      return `Token ${key}`;
    }),
  );
  return { credentials, keys };
}

async function attack(
  service: ServiceProcess,
  {
    requests,
    seed,
    surroundings,
    countChanges,
    restore,
  }: {
    requests: number;
    seed: number;
    surroundings: Surroundings;
    countChanges: () => Promise<number>;
    restore: () => Promise<void>;
  },
): Promise<HostileRun> {
  const [Authorization = ''] = surroundings.credentials;
  const { body: document } = await clientWith(service.url, { Authorization })
    .get('/rest/schema/')
    .expect(200);
  const hostile = hostileRequest(document as ApiDocument, surroundings);
  const secrets = [
    ...surroundings.credentials.map((value) => value.replace('Token ', '')),
    rootPassword,
    '$scrypt$',
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const run: HostileRun = {
    ...{ violations: [], statuses: {}, changes: 0, grownMebibytes: 0 },
    ...{ errorsLogged: [], filesLeft: [], wrongCounts: [] },
  };
  let changes = await countChanges();
  let warmMebibytes = 0;
  for (let sent = 0; sent < requests && run.violations.length < 20; sent += 1) {
    if (sent % batch === 0) {
      await restore();
      changes = await countChanges();
    }
    if (sent === Math.floor(requests / 2)) warmMebibytes = await residentMebibytes(service);
    const request = nth(hostile, seed, sent);
    const answer = await send(agent, service.url, request);
    const changesNow = await countChanges();
    const hasChanged = changesNow !== changes;
    changes = changesNow;
    if (hasChanged) run.changes += 1;
    const status = 'failure' in answer ? 'no answer' : answer.status;
    run.statuses[status] = (run.statuses[status] ?? 0) + 1;
    for (const problem of judge(request, answer, { hasChanged, secrets }))
      run.violations.push(
        `${problem}\n  request ${sent} of seed ${seed}: ${show(request)}\n  ${showAnswer(answer)}`,
      );
  }
  agent.destroy();
  run.grownMebibytes = (await residentMebibytes(service)) - warmMebibytes;
  const log = service.output();
  run.errorsLogged = errorsIn(log);
  if (secrets.some((secret) => log.includes(secret))) run.errorsLogged.push('a secret in the log');
  return run;
}

const batch = 100;
let generated: { hostile: unknown; start: number; requests: HostileRequest[] } | undefined;

/** The request of that number; generated in batches, since each batch begins with the cost of a new generator. */
function nth(hostile: fc.Arbitrary<HostileRequest>, seed: number, number: number): HostileRequest {
  const start = number - (number % batch);
  if (generated?.hostile !== hostile || generated.start !== start)
    generated = { hostile, start, requests: fc.sample(hostile, { seed: seed + start, numRuns: batch }) };
  const request = generated.requests[number - start];
  if (request === undefined) throw new Error('fewer requests were generated than asked for');
  return request;
}

/** What the log tells of errors, each only once. */
function errorsIn(log: string): string[] {
  const messages = log
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => /"stack":"(.{0,400})/.exec(line)?.[1] ?? line.slice(0, 400));
  return [...new Set(messages)].slice(0, 20);
}

/** Notes every row that is written, in the transaction that writes it: what is rolled back is not counted. */
async function watchChanges(
  databaseUrl: string,
): Promise<{ count: () => Promise<number>; stop: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // The use of a token is noted with any request; the kept counts follow the tables, and are compared at the end.
  await client.query(`
    create schema watch;
    create table watch.changes (at bigserial primary key);
    create function watch.note() returns trigger language plpgsql as
      $$ begin insert into watch.changes default values; return null; end $$;
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public'
                  and tablename not in ('_prisma_migrations', 'row_counts', 'access_tokens') loop
        execute format('create trigger watch after insert or update or delete on public.%I for each row execute function watch.note()', name);
      end loop;
    end $$;
    create trigger watch after insert or delete or update of user_id, key_hash, label, expires_at, revoked_at
      on access_tokens for each row execute function watch.note()`);
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

async function wrongCounts({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ table_name: string; rows: string }>('select * from row_counts');
  const wrong: string[] = [];
  for (const { table_name: table, rows: kept } of rows) {
    const counted = await pool.query<{ count: string }>(`select count(*) from ${pg.escapeIdentifier(table)}`);
    const [count] = counted.rows.map((row) => row.count);
    if (count !== kept) wrong.push(`${table}: ${kept} are kept, ${count} are there`);
  }
  return wrong;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** What the service holds in memory (Linux). */
async function residentMebibytes({ child }: ServiceProcess): Promise<number> {
  const text = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) / 1024;
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
        const text = (await buffer(response)).toString();
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
  { method, target }: HostileRequest,
  answer: Answer | NoAnswer,
  { hasChanged, secrets }: { hasChanged: boolean; secrets: readonly string[] },
): string[] {
  if ('failure' in answer) return [`no answer: ${answer.failure}`];
  const { status, headers, text } = answer;
  const wrong: string[] = [];
  if (status >= 500) wrong.push(`answered ${status}`);
  if (status >= 400 && hasChanged) wrong.push(`answered ${status} and changed something`);
  const onlyReads = ['GET', 'HEAD', 'OPTIONS'].includes(method) && !/launch_encode_view/i.test(target);
  if (onlyReads && hasChanged) wrong.push(`changed something by ${method}`);
  if ([301, 302, 303, 307, 308].includes(status)) wrong.push(`redirects to ${headers.location}`);
  if (method !== 'HEAD' && status !== 204 && status !== 304 && !isOfTheParser(answer)) {
    const isXml = status === 200 && String(headers['content-type']).startsWith('text/xml');
    if (!isXml && !isJson(answer)) wrong.push(`answered ${status} without JSON`);
    else if (status >= 400 && !isError(JSON.parse(text))) wrong.push(`answered ${status} in another form`);
  }
  const everything = `${JSON.stringify(headers)}${text}`;
  if (secrets.some((secret) => everything.includes(secret))) wrong.push('a secret in the answer');
  if (/\n\s+at \S.*:\d+:\d+|node_modules|node:internal|Prisma/.test(everything))
    wrong.push('the inside in the answer');
  return wrong;
}

function isJson({ headers, text }: Answer): boolean {
  if (!/^application\/(problem\+)?json/.test(String(headers['content-type']))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `{"detail": …}`, or messages by field. */
function isError(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { detail } = body as { detail?: unknown };
  if (typeof detail === 'string' && detail !== '') return true;
  const messages = Object.values(body);
  const areTexts = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');
  return messages.length > 0 && messages.every(areTexts);
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
