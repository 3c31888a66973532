/** One caller does its worst; another, who does what everybody does, must hardly notice. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from '@campus/accounts';
import { createTestDatabase } from '@campus/testing';
import { abuse, compareVictim, type MemoryWatch, watchMemory } from '@campus/testing/abuse';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { passwordInConsole, signIn } from '../support/console.ts';
import { inflatingPdf, validPdf } from '../support/pdfs.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { dateOf, givenInSigning, metadata } from '../support/records.ts';
import { managementToken, otherPublicToken, publicToken } from '../support/service.ts';

/** How many times as long the slowest hundredth of a victim's answers may take. */
const harmless = 10;

const closing: (() => Promise<unknown>)[] = [];
let service: ServiceProcess & { sql: pg.Pool };
let memory: MemoryWatch;

beforeAll(async () => {
  const database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  const sql = new pg.Pool({ connectionString: database.url, max: 2 });
  closing.push(() => sql.end());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const started = await startServiceProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    APPLI_PUBLIC_TOKENS: `${publicToken};${otherPublicToken}`,
  });
  closing.push(() => started.kill('SIGTERM'));
  service = Object.assign(started, { sql });
  memory = watchMemory(started.child.pid ?? 0);
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const vendor = { Authorization: `Bearer ${publicToken}` };
const otherVendor = { Authorization: `Bearer ${otherPublicToken}` };
const institution = { Authorization: `Bearer ${managementToken}` };

/** The status of one request, its answer read to the end. */
async function statusOf(path: string, options: RequestInit = {}): Promise<number> {
  const answer = await fetch(`${service.url}${path}`, { ...options, signal: AbortSignal.timeout(60_000) });
  await answer.arrayBuffer();
  return answer.status;
}

/** What vendors ask most: the metadata of a record that nobody abuses. */
async function metadataRequest() {
  const { id } = await givenInSigning(service);
  return { url: `${service.url}/public/api/conventions/${id}/metadata`, headers: vendor };
}

async function multipart(name: string, pdf: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(name, new Blob([Buffer.from(pdf)]), 'agreement.pdf');
  const answer = new Response(form);
  return {
    headers: { 'Content-Type': answer.headers.get('content-type') ?? '' },
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}

describe('one abuser, one victim', () => {
  test('Searches for what is everywhere do not delay a vendor', async () => {
    await service.sql.query(
      `with documents as (
         insert into documents (sha256, size, bytes)
         select repeat('0', 64), 1, 'x' from generate_series(1, 20000) returning id)
       insert into signables (kind, number, state, document_id, reference, title, company_name, school, workflow_id,
         watchers, search_text)
       select 'agreement', 100000 + n, 'draft', documents.id, 'a-b-' || n, 'Stage', 'Host-' || n, 'School', 'w', '{}',
         'a-b-' || n || E'\\nstage\\nhost-' || n || E'\\nschool'
       from documents, lateral (values (documents.id)) as number (n)`,
    );
    const searches = [Array.from({ length: 20 }, () => '-').join(' '), '- a b s t h o e', 'host- stage'].map(
      encodeURIComponent,
    );
    const victim = await metadataRequest();

    const { ratio, abused } = await compareVictim({
      name: 'search',
      requests: [victim],
      begin: () =>
        abuse(
          (turn) =>
            statusOf(`/api/conventions?q=${searches[turn % searches.length]}`, { headers: institution }),
          { atOnce: 10 },
        ),
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('Dates that change again and again do not delay another vendor', async () => {
    const victim = await metadataRequest();
    const { id } = await givenInSigning(service);

    const { ratio, abused } = await compareVictim({
      name: 'dates',
      requests: [victim],
      begin: () =>
        abuse(
          (turn) =>
            statusOf(`/public/api/conventions/${id}/dates`, {
              method: 'PATCH',
              headers: { ...otherVendor, 'Content-Type': 'application/json' },
              body: JSON.stringify([
                dateOf(1, {
                  signatureDate: new Date(Date.UTC(2026, 0, 1) + turn).toISOString().replace('Z', '+0000'),
                }),
              ]),
            }),
          { atOnce: 8 },
        ),
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('PDFs that take long to read do not hold up the registrations of others', async () => {
    const { id } = await givenInSigning(service);
    const heavy = await multipart('doc', inflatingPdf({ gibibytes: 0.25 }));
    const normal = await multipart('doc', await validPdf({ bytes: 20_000 }), {
      metadata: JSON.stringify(metadata()),
    });

    const { ratio, abused } = await compareVictim({
      name: 'heavy PDFs',
      requests: [
        {
          url: `${service.url}/api/conventions`,
          method: 'POST',
          headers: { ...institution, ...normal.headers },
          body: normal.body,
        },
      ],
      begin: () =>
        abuse(
          () =>
            statusOf(`/public/api/conventions/${id}/pdf`, {
              method: 'POST',
              headers: { ...otherVendor, ...heavy.headers },
              body: heavy.body,
            }),
          { atOnce: 8 },
        ),
    });

    expect(abused.statuses).toEqual({ 201: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('JSON bodies that hardly come do not hold up the registrations of others', async () => {
    const registration = JSON.stringify({
      pdf64: Buffer.from(await validPdf()).toString('base64'),
      metadata: metadata(),
    });
    const { hostname, port } = new URL(service.url);

    const { ratio, abused } = await compareVictim({
      name: 'slow bodies',
      requests: [
        {
          url: `${service.url}/api/conventions`,
          method: 'POST',
          headers: { ...institution, 'Content-Type': 'application/json' },
          body: registration,
        },
      ],
      begin() {
        const sockets = Array.from({ length: 20 }, () => {
          const socket = connect({ host: hostname, port: Number(port) });
          socket.on('error', () => {});
          socket.write(
            `POST /api/conventions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${managementToken}\r\nContent-Type: application/json\r\nContent-Length: 60000000\r\n\r\n{`,
          );
          return { socket, trickle: setInterval(() => socket.write(' '), 200) };
        });
        return async () => {
          for (const { socket, trickle } of sockets) {
            clearInterval(trickle);
            socket.destroy();
          }
          return { sockets: sockets.length };
        };
      },
    });

    expect(abused.statuses).toEqual({ 201: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('Wrong passwords from many addresses do not keep people from signing in', async () => {
    const passwordHash = await hashPassword(passwordInConsole);
    const names = Array.from({ length: 40 }, () => `person-${randomUUID().slice(0, 8)}`);
    // As those who signed in at their address some day before.
    await service.sql.query(
      `with people as (
         insert into accounts (username, role, password_hash)
         select name, 'reader', $2 from unnest($1::text[]) name returning id, username)
       insert into known_clients (account_id, client)
       select id, '192.0.2.' || array_position($1, username) from people`,
      [names, passwordHash],
    );
    const page = await fetch(`${service.url}/console/account/login/`);
    const csrf = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const cookie = page.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const signInAs = (username: string, password: string, address: string) => ({
      method: 'POST',
      headers: {
        Cookie: cookie,
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Forwarded-For': address,
      },
      body: new URLSearchParams({ csrfmiddlewaretoken: csrf, username, password }).toString(),
    });

    const { ratio, abused } = await compareVictim({
      name: 'wrong passwords',
      requests: names.map((name, index) => ({
        url: `${service.url}/console/account/login/`,
        ...signInAs(name, passwordInConsole, `192.0.2.${index + 1}`),
      })),
      begin: () =>
        abuse(
          (turn) =>
            statusOf('/console/account/login/', {
              ...signInAs(`nobody-${turn}`, 'wrong', `198.51.100.${turn % 250}`),
              redirect: 'manual',
            }),
          { atOnce: 24 },
        ),
    });

    expect(abused.statuses).toEqual({ 303: abused.count });
    expect(ratio).toBeLessThan(harmless);
  });

  test('Sixty open pages that follow do not delay a vendor', async () => {
    const victim = await metadataRequest();
    for (let record = 0; record < 50; record += 1) await givenInSigning(service);
    const people = await Promise.all(Array.from({ length: 10 }, () => signIn(service, 'reader')));

    const { ratio, abused, abuser } = await compareVictim({
      name: 'live pages',
      requests: [victim],
      begin() {
        const watching = new AbortController();
        const streams = people.flatMap(({ cookies }) =>
          Array.from({ length: 6 }, async () => {
            const answer = await fetch(
              `${service.url}/console/conventions/live/?state=signing&page_size=50`,
              {
                headers: { Cookie: cookies, Accept: 'text/event-stream' },
                redirect: 'manual',
                signal: watching.signal,
              },
            );
            for await (const _ of answer.body ?? []);
            return answer.status;
          }),
        );
        const ends = Promise.allSettled(streams);
        return async () => {
          watching.abort();
          const outcomes = await ends;
          return {
            ended: outcomes.filter(({ status }) => status === 'fulfilled').length,
            streams: streams.length,
          };
        };
      },
    });

    expect(abused.statuses).toEqual({ 200: abused.count });
    expect(abuser.ended).toBe(0);
    expect(ratio).toBeLessThan(harmless);
  });

  test('Twelve of the largest PDFs at once leave the process lean', async () => {
    const pdf = await validPdf({ bytes: 49 * 2 ** 20 });
    const { headers, body } = await multipart('doc', pdf, { metadata: JSON.stringify(metadata()) });

    const statuses = await Promise.all(
      Array.from({ length: 12 }, () =>
        statusOf('/api/conventions', { method: 'POST', headers: { ...institution, ...headers }, body }),
      ),
    );

    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(statuses.every((status) => [201, 429, 503].includes(status))).toBe(true);
  });

  test('Through all of it, every process stays below its bound of memory', async () => {
    await pause(100);
    const peaks = await memory.stop();

    process.stdout.write(`memory (VmHWM, MiB): ${JSON.stringify(peaks)}\n`);
    expect(peaks['main.ts']).toBeLessThan(1024);
    expect(peaks['inspect-child.ts']).toBeLessThan(600);
  });
});
