import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { validPdf } from '../../support/pdfs.ts';
import { deposit, givenInSigning, recordOf } from '../../support/records.ts';
import { publicToken } from '../../support/service.ts';
import { useServiceProcess } from '../../support/service-process.ts';

const service = useServiceProcess();

test('Given 200 deposits that break off at random bytes, Then none is recorded, nothing stays open, and the next one is taken', async () => {
  const before = await givenInSigning(service);
  const pdf = await validPdf({ text: 'signed', bytes: 300_000 });
  const whole = depositBytes(before.id, pdf);
  const head = whole.indexOf('\r\n\r\n') + 4;
  const openBefore = await openHandles();

  for (let number = 0; number < 200; number += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        // A fifth within the header and the first part's header, where the states of the parsers change.
        const limit = index < 2 ? head + 120 : whole.length;
        const sent = Math.floor(Math.random() * limit);
        return breakOff(whole.subarray(0, sent), index % 2 === 0 ? 'reset' : 'end');
      }),
    );
  }

  await eventually(async () => {
    const { uploads, all } = await openHandles();
    expect(uploads).toBe(0);
    // Room for the pool's own connections to the database, which come and go.
    expect(all).toBeLessThan(openBefore.all + 20);
  });
  expect(await readdir(path.join(service.dataDir, 'uploads'))).toEqual([]);
  expect(await idleTransactions()).toBe(0);
  expect(await recordOf(service, before.id)).toEqual(before);
  expect(service.output()).not.toMatch(/"level":[56]0/);

  await deposit(service, before.id, pdf).expect(200);
  expect((await recordOf(service, before.id)).deposits).toMatchObject([{ version: 1, size: pdf.length }]);
});

/** A whole deposit as it goes over the wire. */
function depositBytes(id: number, pdf: Uint8Array): Buffer {
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="doc"; filename="signed.pdf"\r\n\r\n'),
    pdf,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const head = [
    `POST /public/api/conventions/${id}/pdf HTTP/1.1`,
    `Host: ${new URL(service.url).host}`,
    `Authorization: Bearer ${publicToken}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** Sends these bytes and no more; the connection ends in order (FIN) or is reset (RST). */
async function breakOff(bytes: Uint8Array, how: 'end' | 'reset'): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  // The service may cut the connection itself, once it knows that nothing more will come.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  socket.resume().write(bytes, () => {
    // Moments later, so that the service is at work on what came.
    setTimeout(() => (how === 'end' ? socket.end() : socket.resetAndDestroy()), Math.random() * 20);
  });
  await closed;
}

/** What the service process holds open: uploads (files without a name), and everything. */
async function openHandles(): Promise<{ uploads: number; all: number }> {
  const folder = `/proc/${service.child.pid}/fd`;
  const handles = await readdir(folder);
  const targets = await Promise.all(
    handles.map((handle) => readlink(path.join(folder, handle)).catch(() => '')),
  );
  return { uploads: targets.filter((target) => target.includes('/upload-')).length, all: handles.length };
}

/** Sessions of the service that sit in a transaction and do nothing. */
async function idleTransactions(): Promise<number> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  await client.end();
  return rows[0]?.count ?? 0;
}
