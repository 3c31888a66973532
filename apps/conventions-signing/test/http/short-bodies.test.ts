import { eventually, sendRaw, whileLocked } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pino from 'pino';
import { arrivingUploads } from '../../src/http/receive/uploads.ts';
import { signIn } from '../support/console.ts';
import { openUploads } from '../support/open-uploads.ts';
import { validPdf } from '../support/pdfs.ts';
import { givenDraft, givenInSigning, metadata, recordOf } from '../support/records.ts';
import { managementToken, publicToken, useService } from '../support/service.ts';

const lines: { level: number; res?: number }[] = [];
const service = useService({
  webhook: false,
  log: pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) }),
});

const form = 'multipart/form-data; boundary=x';
const urlencoded = 'application/x-www-form-urlencoded';
const part = '--x\r\nContent-Disposition: form-data; name="doc"; filename="a.pdf"\r\n\r\n%PDF-';
const long = 'a'.repeat(400_000);

test.each([
  ['JSON', 'PATCH', '/public/api/conventions/:id/dates', publicToken, 'application/json', '{"dates": ['],
  ['a deposit', 'POST', '/public/api/conventions/:id/pdf', publicToken, form, part],
  ['a deposit on disk', 'POST', '/public/api/conventions/:id/pdf', publicToken, form, part + long],
  ['a registration', 'POST', '/api/conventions', managementToken, 'application/json', '{"pdf64": "'],
  [
    'a registration on disk',
    'POST',
    '/api/conventions',
    managementToken,
    'application/json',
    `{"pdf64": "${long}`,
  ],
  ['a form of parts', 'POST', '/api/conventions', managementToken, form, part],
  ['a form of the console', 'POST', '/console/templates/new/', null, urlencoded, 'title='],
  ['a form of the console with a file', 'POST', '/console/conventions/new/', null, form, part + long],
])(
  'Given %s that stops short, Then 408 says so, and nothing was done',
  async (_what, method, path, token, type, begun) => {
    const before = await givenInSigning(service);
    const { cookies } = await signIn(service, 'administrator');

    const { status, body } = await sendRaw(
      service.url,
      [
        `${method} ${path.replace(':id', String(before.id))} HTTP/1.1`,
        'Host: x',
        token === null ? `Cookie: ${cookies}` : `Authorization: Bearer ${token}`,
        `Content-Type: ${type}`,
        'Content-Length: 1000000',
      ],
      { lastWords: begun },
    );

    expect(status).toBe(408);
    expect(JSON.parse(body)).toMatchObject({ status: 408, detail: expect.stringContaining('send it again') });
    expect(await recordOf(service, before.id)).toEqual(before);
    await eventually(async () => expect(await openUploads()).toBe(0));
    await eventually(() => lines.some(({ res }) => res === 408));
    expect(lines.filter(({ level }) => level > 40)).toEqual([]);
    lines.length = 0;
  },
);

test('Given bodies that stopped short while their record was looked up, more than a token may send at once, When it sends another, Then that is taken', async () => {
  const { id } = await givenDraft(service);
  const path = `/api/conventions/${id}/avenants`;
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${managementToken}`,
    'Content-Type: application/json',
    'Content-Length: 1000000',
  ];
  await whileLocked(service.sql, ['signables'], async () => {
    // Some may be looked up only after the one that is to be taken.
    const count = Number(arrivingUploads.atATimePerCaller) + 20;
    const short = Array.from({ length: count }, () =>
      sendRaw(service.url, head, { lastWords: '{"pdf64": "' }),
    );
    for (const { status } of await Promise.all(short)) expect(status).toBe(408);
  });
  const pdf64 = Buffer.from(await validPdf()).toString('base64');

  await service.institution.post(path).send({ pdf64, metadata: metadata() }).expect(201);
});
