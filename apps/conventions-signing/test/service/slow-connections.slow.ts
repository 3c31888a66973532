import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase, eventually, residentMebibytes } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import { validPdf } from '../support/pdfs.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { givenInSigning } from '../support/records.ts';

/** A process holds 190 MiB at rest. */
const mostMebibytes = 400;
const connections = 900;
const watchedMs = 12_000;

const tokens = Array.from({ length: 20 }, (_, index) => `token-of-a-signing-application-${index}-xyz`);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function givenService(): Promise<ServiceProcess> {
  const database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  const { dataDir, remove } = await makeDataDir();
  closing.push(remove);
  const service = await startServiceProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    APPLI_PUBLIC_TOKENS: ['public-token-for-tests-1', ...tokens].join(';'),
  });
  closing.push(() => service.kill('SIGTERM'));
  return service;
}

const form = 'Content-Type: multipart/form-data; boundary=x';
const part = (more: string) => `--x\r\nContent-Disposition: form-data; name="doc"${more}\r\n\r\n%PDF-`;
const json = 'Content-Type: application/json';

/** What is sent at once, and then slowly; of whoever is answered nothing is read. */
const kinds: [string, string, string[], string][] = [
  ['bodies of JSON', 'PATCH dates', [json, 'Content-Length: 1040000'], ' '.repeat(1_000_000)],
  [
    'deposits',
    'POST pdf',
    [form, 'Content-Length: 1000000'],
    part('; filename="a.pdf"') + 'a'.repeat(250_000),
  ],
  ['texts', 'POST pdf', [form, 'Content-Length: 9000000'], part('') + 'a'.repeat(1_000_000)],
  ['readers of a PDF', 'GET pdf', [], ''],
  ['readers of a document as JSON', 'GET ', [], ''],
];

test.each(kinds)(
  'Given 900 slow connections with %s, Then the process holds at most 400 MiB, also afterwards, and others are answered',
  async (_what, call, headers, begun) => {
    const service = await givenService();
    const { id } = await givenInSigning(service, { pdf: await validPdf({ bytes: 8_000_000 }) });
    const [method, part] = call.split(' ');
    const path = `/public/api/conventions/${id}/${part}`.replace(/\/$/, '');
    const { port } = new URL(service.url);
    const heldBy = async () => (await residentMebibytes(service.child.pid)).nowMebibytes;

    const sockets = Array.from({ length: connections }, (_, index) => {
      const socket = net.connect(Number(port), '127.0.0.1').on('error', () => undefined);
      const head = [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${tokens[index % 20]}`];
      socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n${begun}`);
      return socket.pause();
    });
    let most = 0;
    for (const until = Date.now() + watchedMs; Date.now() < until; await wait(200))
      most = Math.max(most, await heldBy());
    await service.vendor.get(`/public/api/conventions/${id}/metadata`).expect(200);
    for (const socket of sockets) socket.destroy();

    expect(most).toBeLessThan(mostMebibytes);
    await eventually(() => service.institution.get(`/api/conventions/${id}`).expect(200));
    expect(await heldBy()).toBeLessThan(mostMebibytes);
  },
  240_000,
);
