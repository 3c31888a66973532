import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eventually, sendRaw } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { useService } from '../support/service.ts';
import { tus } from '../support/tus.ts';

const service = useService();

const form = 'multipart/form-data; boundary=x';
const part = '--x\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n';

/** By one who may do all: whoever may not is told so as soon as that is known, maybe before the body stops. */
async function sendShort(head: string[], begun: string): Promise<{ status: number; body: string }> {
  const lines = [...head, 'Host: x', `Authorization: Token ${service.root.token}`, 'Content-Length: 1000000'];
  return sendRaw(service.url, lines, { lastWords: begun });
}

test.each([
  ['JSON', '/rest/channels/', 'application/json', '{"title": "a'],
  ['a form', '/rest/channels/', 'application/x-www-form-urlencoded', 'title=a'],
  ['a form of parts', '/rest/videos/', form, '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\na'],
  ['a file', '/rest/videos/', form, `${part}${'a'.repeat(400_000)}`],
  ['the form of a stranger', '/accounts/login/', 'application/x-www-form-urlencoded', 'username=a'],
])(
  'Given %s that stops short, Then 408 says so, and nothing of it is left',
  async (_what, address, type, begun) => {
    const { status, body } = await sendShort([`POST ${address} HTTP/1.1`, `Content-Type: ${type}`], begun);

    expect(status).toBe(408);
    expect(JSON.parse(body)).toMatchObject({ detail: expect.stringContaining('send it again') });
    const folder = path.join(service.mediaRoot, 'tmp');
    await eventually(async () => {
      const names = await readdir(folder, { recursive: true, withFileTypes: true });
      expect(names.filter((name) => name.isFile()).map(({ name }) => name)).toEqual([]);
    });
  },
);

test('Given a piece of an upload that stops short, Then its connection is cut, and it goes on where it was', async () => {
  const { headers } = await service.root.client
    .post('/rest/uploads/')
    .set({ ...tus, 'Upload-Length': '1000000' })
    .set('Upload-Concat', 'partial')
    .expect(201);
  const { pathname } = new URL(headers.location ?? '', service.url);
  const piece = [
    `PATCH ${pathname} HTTP/1.1`,
    'Content-Type: application/offset+octet-stream',
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
  ];

  const { status } = await sendShort(piece, 'a'.repeat(70_000));

  expect(status).toBe(Number.NaN);
  await eventually(async () => {
    const told = await service.root.client.head(pathname).set(tus).expect(200);
    expect(Number(told.headers['upload-offset'])).toBeGreaterThan(0);
  });
});
