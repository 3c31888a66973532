import { eventually, sendRaw } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pino from 'pino';
import { signIn } from '../support/console.ts';
import { openUploads } from '../support/open-uploads.ts';
import { givenInSigning, recordOf } from '../support/records.ts';
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
