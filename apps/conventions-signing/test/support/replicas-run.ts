import { createHash } from 'node:crypto';
import {
  createEmptyDatabase,
  eventually,
  firstToAnswer,
  type RecordingServer,
  startRecordingServer,
} from '@campus/testing';
import pg from 'pg';
import request from 'supertest';
import { signIn } from './console.ts';
import { validPdf } from './pdfs.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from './process.ts';
import { dateOf, metadata, type RecordOnWire } from './records.ts';
import { managementToken, publicToken } from './service.ts';

/** What a run came to. Every list names what is wrong, and is empty when nothing is. */
export interface ReplicasRun {
  /** How the replicas ended that were stopped (SIGTERM), in the middle of the load and at the end. */
  exitCodes: (number | null)[];
  /** Requests that got no answer from the replica they went to, and were repeated. */
  repeated: number;
  /** Calls at the signing application beyond one for each agreement. */
  callsAgain: number;
  /** Agreements that are not, in every part, what their clients were told. */
  wrongRecords: unknown[];
  /** Agreements that nobody asked for. */
  surplusAgreements: number;
  /** Replicas at which a session made at another one does not hold. */
  withoutSession: string[];
}

/**
 * Takes agreements through signing at two replicas, of which one after the other is stopped (SIGTERM) or killed
 * (SIGKILL) in the middle and replaced by a new one; then compares what is there with what was acknowledged.
 *
 * Institution and signing application are clients as they should be: a request without an answer goes to the other
 * replica, with the same Idempotency-Key where a repetition would otherwise do something twice.
 *
 * @param options.ends  how the oldest replica ends, each time another share of the agreements is through
 */
export async function runReplicas({
  agreements,
  ends,
}: {
  agreements: number;
  ends: readonly ('SIGTERM' | 'SIGKILL')[];
}): Promise<ReplicasRun> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const database = await createEmptyDatabase();
    closing.push(() => database.drop());
    const webhook = await startRecordingServer((_request, response) => {
      // The signing application takes its time, so that calls are open when a replica goes.
      setTimeout(() => response.end('REF'), 20 + Math.random() * 80);
    });
    closing.push(() => webhook.stop());
    const start = async () => {
      const { dataDir, remove } = await makeDataDir();
      closing.push(remove);
      const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, METRICS_PORT: '0' };
      const replica = await startServiceProcess({ ...env, ...webhookEnv(webhook.url) });
      closing.push(() => replica.kill('SIGKILL'));
      return replica;
    };
    const up = await Promise.all([start(), start()]);
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    closing.push(() => sql.end());
    return await load({ up, start, webhook, sql, agreements, ends });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function load({
  up,
  start,
  webhook,
  sql,
  agreements,
  ends,
}: {
  up: ServiceProcess[];
  start: () => Promise<ServiceProcess>;
  webhook: RecordingServer;
  sql: pg.Pool;
  agreements: number;
  ends: readonly ('SIGTERM' | 'SIGKILL')[];
}): Promise<ReplicasRun> {
  const client = clientOf(up);
  const pdf = await validPdf();
  const done = new Map<number, { id: number; deposited: Buffer }>();
  const exitCodes: (number | null)[] = [];
  const withoutSession: string[] = [];
  const person = await signIn({ url: urlOf(up, 0), sql }, 'administrator');

  async function replaceOldest(end: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    // From here on the clients learn by themselves that it is gone.
    const { code } = (await up[0]?.kill(end)) ?? { code: null };
    if (end === 'SIGTERM') exitCodes.push(code);
    up.splice(0, 1);
    up.push(await start());
  }

  async function checkSession(): Promise<void> {
    for (const { url } of up) {
      const { status } = await request(url).get('/console/account/').set('Cookie', person.cookies);
      if (status !== 200) withoutSession.push(`${url}: ${status}`);
    }
  }

  let next = 0;
  const take = async () => {
    for (let number = next++; number < agreements; number = next++) {
      const deposited = Buffer.concat([pdf, Buffer.from(`% signed ${number}\n`)]);
      done.set(number, { id: await takeThrough(number, { client, webhook, pdf, deposited }), deposited });
    }
  };
  const takers = Array.from({ length: 6 }, take);
  const all = Promise.all(takers);
  for (const [index, end] of ends.entries()) {
    const share = Math.floor((agreements * (index + 1)) / (ends.length + 2));
    await Promise.race([all, eventually(() => done.size >= share)]);
    await replaceOldest(end);
    await checkSession();
  }
  await all;
  await checkSession();

  const wrongRecords: unknown[] = [];
  for (const expected of done.values()) {
    const wrong = await eventually(async () => wrongIn(client, expected, { hasPending: false }), {
      intervalMs: 250,
    }).catch(async () => wrongIn(client, expected, { hasPending: true }));
    if (wrong !== 'nothing') wrongRecords.push(wrong);
  }
  const { rows } = await sql.query<{ count: number }>('select count(*)::int as count from signables');
  const withToken = await signOut(up, person);
  withoutSession.push(...withToken);
  for (const replica of up) exitCodes.push((await replica.kill('SIGTERM')).code);
  return {
    exitCodes,
    wrongRecords,
    withoutSession,
    repeated: client.repeated(),
    callsAgain: webhook.requests.length - agreements,
    surplusAgreements: (rows[0]?.count ?? 0) - agreements,
  };
}

/** A form of one replica is sent to the other one; then nobody is signed in at the first. */
async function signOut(
  up: readonly ServiceProcess[],
  { cookies, csrfToken }: { cookies: string; csrfToken: string },
): Promise<string[]> {
  const out = await request(urlOf(up, 1))
    .post('/console/account/logout/')
    .set('Cookie', cookies)
    .type('form')
    .send({ csrfmiddlewaretoken: csrfToken });
  const after = await request(urlOf(up, 0)).get('/console/account/').set('Cookie', cookies);
  return out.status === 303 && after.status === 302
    ? []
    : [`signing out: ${out.status}, then ${after.status}`];
}

/** One agreement, from its registration to its last signature. */
async function takeThrough(
  number: number,
  {
    client,
    webhook,
    pdf,
    deposited,
  }: { client: ReplicatedClient; webhook: RecordingServer; pdf: Uint8Array; deposited: Buffer },
): Promise<number> {
  const registration = {
    pdf64: Buffer.from(pdf).toString('base64'),
    metadata: metadata({ title: `Convention ${number}` }),
    reference: `R-${number}`,
  };
  const registered = await client.ask((url) =>
    asInstitution(request(url).post('/api/conventions'))
      .set('Idempotency-Key', `register-${number}`)
      .send(registration),
  );
  const { id }: RecordOnWire = registered.body;
  await client.ask((url) =>
    asInstitution(request(url).post(`/api/conventions/${id}/signature`)).set(
      'Idempotency-Key',
      `send-${number}`,
    ),
  );
  await eventually(() => callsFor(webhook, id).length > 0, { intervalMs: 50 });

  const address = `/public/api/conventions/${id}`;
  await client.ask((url) => asVendor(request(url).get(address)));
  for (const order of [1, 2])
    await client.ask((url) =>
      asVendor(request(url).patch(`${address}/dates`)).send([
        dateOf(order, { submissionDate: '2026-03-01T10:00:00.000+0100' }),
      ]),
    );
  await client.ask((url) =>
    asVendor(request(url).post(`${address}/pdf`)).attach('doc', deposited, 'signed.pdf'),
  );
  return id;
}

/** What differs from what the clients were told; `nothing`, or null as long as a delivery is not settled. */
async function wrongIn(
  client: ReplicatedClient,
  { id, deposited }: { id: number; deposited: Buffer },
  { hasPending }: { hasPending: boolean },
): Promise<unknown> {
  const answer = await client.ask((url) => asInstitution(request(url).get(`/api/conventions/${id}`)));
  const record: RecordOnWire = answer.body;
  if (!hasPending && record.deliveries.some(({ state }) => state === 'pending')) return null;
  const pdf = await client.ask((url) =>
    asInstitution(request(url).get(`/api/conventions/${id}/signed-pdf`))
      .buffer(true)
      .parse(bytesOf),
  );
  const seen = {
    state: record.state,
    round: record.round,
    dates: record.signatory.filter(({ signatureDate, submissionDate }) => signatureDate && submissionDate)
      .length,
    deposits: record.deposits.map(({ version, round, sha256 }) => [version, round, sha256]),
    deliveries: record.deliveries.map(({ state, round, attempts }) => [
      state,
      round,
      attempts.map((attempt) => [attempt.number, attempt.status]),
    ]),
    told: record.history.filter(({ event }) => event === 'delivered').length,
    registered: record.history.filter(({ event }) => event === 'registered').length,
    isSamePdf: deposited.equals(pdf.body),
  };
  const right = {
    state: 'signed',
    round: 1,
    dates: 2,
    deposits: [[1, 1, createHash('sha256').update(deposited).digest('hex')]],
    deliveries: [['delivered', 1, [[1, 200]]]],
    told: 1,
    registered: 1,
    isSamePdf: true,
  };
  return JSON.stringify(seen) === JSON.stringify(right) ? 'nothing' : { id, ...seen };
}

function callsFor({ requests }: RecordingServer, id: number) {
  return requests.filter(({ url }) => url.endsWith(`conventionid=${id}`));
}

interface ReplicatedClient {
  ask(call: (url: string) => request.Test): Promise<request.Response>;
  repeated(): number;
}

/** Goes to each replica in turn, and to the next when there is no answer. Any answer but success ends the run. */
function clientOf(up: readonly ServiceProcess[]): ReplicatedClient {
  let turn = 0;
  let asked = 0;
  let answered = 0;
  const urls = () => {
    turn += 1;
    const all = up.map(({ url }) => url);
    return [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
  };
  return {
    async ask(call) {
      const answer = await firstToAnswer(urls, async (url) => {
        asked += 1;
        const response = await call(url).ok(() => true);
        answered += 1;
        return response;
      });
      if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    },
    repeated: () => asked - answered,
  };
}

function asInstitution(call: request.Test): request.Test {
  return call.set('Authorization', `Bearer ${managementToken}`);
}

function asVendor(call: request.Test): request.Test {
  return call.set('Authorization', `Bearer ${publicToken}`);
}

function urlOf(up: readonly ServiceProcess[], index: number): string {
  return up[index]?.url ?? '';
}

function bytesOf(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const pieces: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  stream.on('end', () => done(null, Buffer.concat(pieces)));
}
