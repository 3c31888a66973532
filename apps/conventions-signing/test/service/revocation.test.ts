import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { checkEveryMs } from '@campus/feed';
import { countWaiting, createTestDatabase, eventually, sendSlowly } from '@campus/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { askEveryMs } from '../../src/http/answer/send-file.ts';
import { askAgainAfterMs } from '../../src/http/receive/ask-again.ts';
import { longWaitMs } from '../../src/signing/change-record.ts';
import { type PersonInConsole, signIn } from '../support/console.ts';
import { validPdf } from '../support/pdfs.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { dateOf, deposit, givenDraft, givenInSigning, metadata, recordOf } from '../support/records.ts';
import { givenToken } from '../support/scoped.ts';
import { callerWith } from '../support/service.ts';

let sql: pg.Pool;
let databaseUrl: string;
let replicas: [ServiceProcess, ServiceProcess];
let administrator: PersonInConsole;
const closing: (() => Promise<unknown>)[] = [];
const open: AbortController[] = [];

beforeAll(async () => {
  const database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  databaseUrl = database.url;
  sql = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  closing.push(() => sql.end());
  const start = async () => {
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const replica = await startServiceProcess({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    closing.push(() => replica.kill('SIGKILL'));
    return replica;
  };
  replicas = await Promise.all([start(), start()]);
  administrator = await signIn({ url: replicas[0].url, sql }, 'administrator');
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Follows something at the second replica, and what has come of it so far. */
async function follow(path: string, headers: Record<string, string>) {
  const gone = new AbortController();
  open.push(gone);
  const response = await fetch(replicas[1].url + path, {
    headers: { ...headers, Accept: 'text/event-stream' },
    signal: gone.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const stream = { text: '', isOver: false };
  const reading = response.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(piece) {
        stream.text += piece;
      },
    }),
  );
  reading?.then(
    () => {
      stream.isOver = true;
    },
    () => {},
  );
  return stream;
}

/** A token that is used at the second replica, and revoked at the first. */
async function givenTokenOfOther({ expiresAt = null as Date | null } = {}) {
  const { id, token } = await givenToken({ url: replicas[1].url, databaseUrl }, 'management', { expiresAt });
  return {
    authorization: `Bearer ${token}`,
    caller: callerWith(replicas[1].url, `Bearer ${token}`),
    revoke: () => administrator.post(`/console/tokens/${id}/revoke/`).expect(303),
  };
}

describe('A token that is revoked at one replica', () => {
  test('is refused a moment later at the other, and whoever follows the changes with it is let go', async () => {
    const { authorization, caller, revoke } = await givenTokenOfOther();
    const stream = await follow('/api/changes?after=now', { Authorization: authorization });
    const waiting = caller.get('/api/changes?after=now').expect(200);
    const { cursor } = (await waiting).body;
    const started = performance.now();
    const poll = caller.get(`/api/changes?after=${cursor}&wait=50`).then(({ status, body }) => ({
      status,
      body,
      seconds: (performance.now() - started) / 1000,
    }));
    await eventually(() => stream.text.includes('id: '));
    await eventually(async () => {
      const figures = await (await fetch(`${replicas[1].metricsUrl}/metrics`)).text();
      return /^http_requests_in_flight\{kind="answer"\} 1$/m.test(figures);
    });

    await revoke();

    await sleep(provenMs);
    const refused = await caller.get('/api/conventions').expect(401);
    expect(refused.body.detail).toContain('was revoked');
    await eventually(() => stream.isOver);
    const { seconds, ...answer } = await poll;
    expect(answer).toEqual({ status: 200, body: { results: [], cursor, more: false } });
    expect(seconds).toBeLessThan(45);
  });

  test('gets no more of an archive that is on its way, and no other', async () => {
    const { id, size } = await givenLargeSigned();
    const { authorization, caller, revoke } = await givenTokenOfOther();
    const answer = await begin(`/api/conventions.zip?ids=${id}`, { authorization });

    await revoke();
    await sleep(provenMs);
    await caller.get(`/api/conventions.zip?ids=${id}`).expect(401);

    const { bytes, isWhole } = await readLate(answer);
    expect([answer.statusCode, isWhole, bytes < size]).toEqual([200, false, true]);
  });
});

/** A signed agreement whose signed document is more than the network holds on its own. */
async function givenLargeSigned() {
  const size = 40_000_000;
  const { id } = await givenInSigning(replicas[0], { signatories: 1, department: 'Law' });
  await deposit(replicas[0], id, await validPdf({ text: 'Signed' })).expect(200);
  await replicas[0].vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);
  await sql.query(
    `update documents set size = $2, bytes = convert_to(repeat('x', $2), 'UTF8')
     where id = (select p.document_id from deposits p join signables s on s.id = p.signable_id
                 where s.kind = 'agreement' and s.number = $1)`,
    [id, size],
  );
  return { id, size };
}

/** An answer of the second replica, of which nothing is read yet. */
async function begin(path: string, headers: Record<string, string>): Promise<http.IncomingMessage> {
  const [answer] = await once(http.get(`${replicas[1].url}${path}`, { headers }), 'response');
  return answer;
}

/** What comes of an answer once it is asked again whether its reader still may have it. */
async function readLate(answer: http.IncomingMessage): Promise<{ bytes: number; isWhole: boolean }> {
  await sleep(askEveryMs + checkEveryMs);
  let bytes = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) bytes += piece.length;
  } catch {
    // It was cut.
  }
  return { bytes, isWhole: answer.complete };
}

describe('Whoever may no more what they asked for, by the time that the body has come', () => {
  /** What the second replica answers whose body has come but for its end when something happens. */
  const answered = (
    path: string,
    { meanwhile, ...sent }: Pick<Parameters<typeof sendSlowly>[1], 'headers' | 'body' | 'meanwhile'>,
  ) =>
    sendSlowly(`${replicas[1].url}${path}`, {
      ...sent,
      async meanwhile() {
        // It counts from when somebody begins to read the body.
        await sleep(3 * askAgainAfterMs);
        await meanwhile();
        await sleep(provenMs);
      },
    });
  const form = 'multipart/form-data; boundary=b';
  const formOf = (head: string, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]);

  test('registers nothing', async () => {
    const { authorization, revoke } = await givenTokenOfOther();
    const reference = 'sent-slowly';
    const pdf64 = Buffer.from(await validPdf()).toString('base64');

    const status = await answered('/api/conventions', {
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: Buffer.from(JSON.stringify({ reference, pdf64, metadata: metadata() })),
      meanwhile: revoke,
    });

    expect(status).toBe(401);
    const { rows } = await sql.query('select from signables where reference = $1', [reference]);
    expect(rows).toEqual([]);
  });

  test('deposits nothing', async () => {
    const { id } = await givenInSigning(replicas[0]);
    const { id: tokenId, token } = await givenToken({ url: replicas[1].url, databaseUrl }, 'public');

    const status = await answered(`/public/api/conventions/${id}/pdf`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': form },
      body: formOf('name="doc"; filename="a.pdf"', await validPdf({ text: 'signed' })),
      meanwhile: () => administrator.post(`/console/tokens/${tokenId}/revoke/`).expect(303),
    });

    expect(status).toBe(401);
    expect((await recordOf(replicas[0], id)).deposits).toEqual([]);
  });

  test('fills in no form', async () => {
    const sender = await signIn({ url: replicas[0].url, sql }, 'sender');

    const status = await answered('/console/conventions/new/', {
      headers: { Cookie: sender.cookies, 'Content-Type': form },
      body: formOf('name="csrfmiddlewaretoken"', Buffer.from(sender.csrfToken)),
      meanwhile: () =>
        administrator
          .post(`/console/accounts/~${sender.username}/`, { departments: '', workflows: '', role: 'reader' })
          .expect(303),
    });

    expect(status).toBe(403);
  });
});

describe('Who waits for a record that somebody else changes', () => {
  /** What becomes of the change that is asked for while the record is locked, and then something happens. */
  async function waiting<Answer>(id: number, ask: () => PromiseLike<Answer>, meanwhile: () => unknown) {
    const client = await sql.connect();
    await client.query('begin');
    await client.query(`select from signables where kind = 'agreement' and number = $1 for update`, [id]);
    const asked = Promise.resolve(ask());
    try {
      await eventually(async () => (await countWaiting(sql)) === 1);
      await sleep(longWaitMs);
      await meanwhile();
    } finally {
      await client.query('commit');
      client.release();
    }
    return asked;
  }
  const stateOf = async (id: number) => (await recordOf(replicas[0], id)).state;

  test('with a token that is revoked meanwhile, sends nothing', async () => {
    const { id } = await givenDraft(replicas[0]);
    const { caller, revoke } = await givenTokenOfOther();

    const { status, body } = await waiting(id, () => caller.post(`/api/conventions/${id}/signature`), revoke);

    expect([status, body.type]).toEqual([403, '/public/problems#right_withdrawn']);
    expect(await stateOf(id)).toBe('draft');
  });

  test('and sees it no more by then, sends nothing', async () => {
    const { id } = await givenDraft(replicas[0]);
    const sender = await signIn({ url: replicas[0].url, sql }, 'sender');
    const account = { departments: 'Physics', workflows: '', role: 'sender' };
    const path = `/console/conventions/${id}/send/`;
    const [, standing = ''] =
      /name="standing"[^>]* value="([^"]+)"/.exec((await sender.post(path)).text) ?? [];

    const { status } = await waiting(
      id,
      () => sender.post(path, { standing }),
      () => administrator.post(`/console/accounts/~${sender.username}/`, account).expect(303),
    );

    expect(status).toBe(404);
    expect(await stateOf(id)).toBe('draft');
  });

  test('with a right that nobody takes away, sends it', async () => {
    const { id } = await givenDraft(replicas[0]);
    const { caller } = await givenTokenOfOther();
    const send = () => caller.post(`/api/conventions/${id}/signature`);
    const sendAgain = () => replicas[0].institution.post(`/api/conventions/${id}/signature`);

    expect((await waiting(id, send, () => {})).status).toBe(202);
    expect((await waiting(id, sendAgain, () => {})).status).toBe(202);
  });
});

test('A token that expires while somebody follows the changes lets them go', async () => {
  const { authorization, caller } = await givenTokenOfOther({ expiresAt: new Date(Date.now() + 600_000) });
  const stream = await follow('/api/changes?after=now', { Authorization: authorization });
  await eventually(() => stream.text.includes('id: '));

  await sql.query(`update tokens set expires_at = now() where expires_at is not null`);
  await sleep(provenMs);

  await eventually(() => stream.isOver);
  const refused = await caller.get('/api/conventions').expect(401);
  expect(refused.body.detail).toContain('has expired');
});

describe('An account that is changed at one replica', () => {
  const atOther = ({ cookies }: PersonInConsole, path: string) =>
    callerWith(replicas[1].url, null).get(path).set('Cookie', cookies);

  /** A reader at the second replica with the page of a record, which keeps itself up to date. */
  async function givenReader() {
    const { id } = await givenInSigning(replicas[0], { department: 'Law' });
    const reader = await signIn({ url: replicas[0].url, sql }, 'reader');
    const address = `/console/conventions/${id}/`;
    await atOther(reader, address).expect(200);
    const stream = await follow(`${address}live/`, { Cookie: reader.cookies });
    await eventually(() => stream.text.includes('event: part'));
    return { reader, address, stream };
  }

  test('and sees less, loses the page and what keeps it up to date at the other', async () => {
    const { reader, address, stream } = await givenReader();

    await administrator
      .post(`/console/accounts/~${reader.username}/`, {
        role: 'reader',
        departments: 'Physics',
        workflows: '',
      })
      .expect(303);

    await sleep(provenMs);
    await atOther(reader, address).expect(404);
    await eventually(() => stream.isOver);
    await atOther(reader, `${address}live/`).expect(404);
  });

  test('and is disabled, is sent to sign in by the other', async () => {
    const { reader, address, stream } = await givenReader();

    await administrator.post(`/console/accounts/~${reader.username}/deactivate/`).expect(303);

    await sleep(provenMs);
    const { headers } = await atOther(reader, address).expect(302);
    expect(headers.location).toContain('/console/account/login/');
    await eventually(() => stream.isOver);
    expect(stream.text).toContain('event: ended');
  });

  test.each([
    ['is disabled', (name: string) => administrator.post(`/console/accounts/~${name}/deactivate/`)],
    [
      'sees less',
      (name: string) =>
        administrator.post(`/console/accounts/~${name}/`, {
          role: 'reader',
          departments: 'Physics',
          workflows: '',
        }),
    ],
  ])('and %s, gets no more of an archive that is on its way', async (_what, change) => {
    const { size } = await givenLargeSigned();
    const reader = await signIn({ url: replicas[0].url, sql }, 'reader');
    const all = '/console/conventions/signed-pdfs/?state=signed';
    const answer = await begin(all, { cookie: reader.cookies });

    await change(reader.username).expect(303);

    const { bytes, isWhole } = await readLate(answer);
    expect([answer.statusCode, isWhole, bytes < size]).toEqual([200, false, true]);
  });

  test('in nothing that matters, gets the whole of it', async () => {
    const { size } = await givenLargeSigned();
    const reader = await signIn({ url: replicas[0].url, sql }, 'reader');
    const answer = await begin('/console/conventions/signed-pdfs/?state=signed', { cookie: reader.cookies });

    const { bytes, isWhole } = await readLate(answer);
    expect([answer.statusCode, isWhole, bytes > size]).toEqual([200, true, true]);
  });
});
