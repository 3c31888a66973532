import { beforeAll, expect, test } from '@jest/globals';
import { signIn } from '../support/console.ts';
import { givenDraft, givenInSigning, type RecordOnWire } from '../support/records.ts';
import { managementToken, publicToken, useService } from '../support/service.ts';

const service = useService({ webhook: false });
let record: RecordOnWire;

beforeAll(async () => {
  for (let made = 0; made < 12; made += 1) record = await givenDraft(service, { signatories: 3 });
});

/** As it comes over the wire; the clients of tests unpack silently. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const given = { authorization: `Bearer ${managementToken}`, 'accept-encoding': 'gzip', ...headers };
  const response = await fetch(new URL(path, service.url), { headers: given });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test.each(['/api/conventions', '/api/conventions.csv', '/public/api-docs', '/public/swagger-ui-bundle.js'])(
  '%s comes compressed to whoever takes that',
  async (path) => {
    const [small, plain] = [await ask(path), await ask(path, { 'accept-encoding': 'identity' })];

    expect([small, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
    for (const { headers } of [small, plain]) expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(small.text).toBe(plain.text);
  },
);

test('A PDF, by itself, in Base64 or in a ZIP, is not compressed again', async () => {
  // A round, without which nothing may be fetched.
  const { id } = await givenInSigning(service);
  const asVendor = { authorization: `Bearer ${publicToken}` };
  const answers = [
    await ask(`/public/api/conventions/${id}/pdf`, asVendor),
    await ask(`/public/api/conventions/${id}`, asVendor),
    await ask('/api/conventions.zip'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, null, null]);
});

test('A page of the console weighs a fifth of what is in it, and has its length', async () => {
  const reader = await signIn(service, 'reader');

  const answer = await reader.get('/console/conventions/').buffer(true);

  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringContaining('Accept-Encoding'),
  });
  expect(Number(answer.headers['content-length'])).toBeLessThan(answer.text.length / 5);
});

test('If-Match takes the tag of a compressed record, and not that of another', async () => {
  const { headers } = await ask(`/api/conventions/${record.id}`);
  const tag = headers.get('etag') ?? '';
  const send = (match: string) =>
    service.institution.post(`/api/conventions/${record.id}/signature`).set('If-Match', match);

  expect([headers.get('content-encoding'), tag]).toEqual([
    'gzip',
    expect.stringMatching(/^"[\w-]{43}\.gzip"$/),
  ]);
  await send(tag.replace(/^"./, '"*')).expect(412);
  await send(tag).expect(202);
});
