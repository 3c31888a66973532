import { request as httpRequest } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { dateOf, givenDraft, givenInSigning, recordOf } from '../../support/records.ts';
import {
  callerWith,
  managementToken,
  otherPublicToken,
  publicToken,
  useService,
} from '../../support/service.ts';

const service = useService();

describe('Who may call', () => {
  test.each([
    ['no header', null, 'Bearer realm="conventions-signing public API"'],
    [
      'an unknown token',
      'Bearer unknown-token-of-someone',
      'Bearer realm="conventions-signing public API", error="invalid_token"',
    ],
    [
      'the management token',
      `Bearer ${managementToken}`,
      'Bearer realm="conventions-signing public API", error="invalid_token"',
    ],
    ['no scheme', publicToken, 'Bearer realm="conventions-signing public API"'],
    ['another scheme', `Token ${publicToken}`, 'Bearer realm="conventions-signing public API"'],
  ])(
    'public API with %s: the same 401 whether or not the id exists',
    async (_name, authorization, challenge) => {
      const { id } = await givenDraft(service);
      const caller = callerWith(service.url, authorization);

      const existing = await caller.get(`/public/api/conventions/${id}/metadata`);
      const missing = await caller.get('/public/api/conventions/999999/metadata');
      const nowhere = await caller.get('/public/api/nowhere');

      for (const response of [existing, missing, nowhere]) {
        expect(response.status).toBe(401);
        expect(response.headers['www-authenticate']).toContain(challenge);
        expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
        expect(response.body).toEqual(existing.body);
      }
    },
  );

  test.each([
    ['bearer in lower case', `bearer ${publicToken}`],
    ['the second token of the list', `Bearer ${otherPublicToken}`],
  ])('public API with %s: let in', async (_name, authorization) => {
    const { id } = await givenDraft(service);

    await callerWith(service.url, authorization).get(`/public/api/conventions/${id}/metadata`).expect(200);
  });

  test('management API with a public token: 401', async () => {
    const response = await service.vendor.get('/api/conventions');

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toContain('management API');
  });

  test('a stranger is refused before the body is read', async () => {
    const { id } = await givenInSigning(service);

    // 50 MB are announced and never sent: the answer does not wait for them.
    const status = await new Promise((resolve, reject) => {
      const call = httpRequest(`${service.url}/public/api/conventions/${id}/pdf`, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '50000000' },
      });
      call.on('response', (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.flushHeaders();
    });

    expect(status).toBe(401);
  });
});

describe('Which record', () => {
  test.each([
    '0',
    '-1',
    '1.5',
    'abc',
    '01',
    '%20',
    '99999999999999999999',
    '2147483648',
    '999999',
    "1'--",
    '1%00',
  ])('id %s: 404', async (id) => {
    for (const path of ['', '/metadata', '/pdf']) {
      const { status, body } = await service.vendor.get(`/public/api/conventions/${id}${path}`);
      expect([status, body.status]).toEqual([404, 404]);
    }
    expect((await service.vendor.patch(`/public/api/avenants/${id}/dates`).send([dateOf(1)])).status).toBe(
      404,
    );
    expect((await service.institution.get(`/api/avenants/${id}`)).status).toBe(404);
    expect((await service.institution.post(`/api/conventions/${id}/signature`)).status).toBe(404);
  });

  test('a path that is no percent-encoding: 400', async () => {
    const { status, body } = await service.vendor.get('/public/api/conventions/%E0%A4%A');

    expect([status, body.title]).toEqual([400, 'Malformed request']);
  });

  test('an unknown path: 404 as a problem document', async () => {
    const { status, headers } = await service.institution.get('/nowhere');

    expect(status).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
  });
});

describe('Which method', () => {
  test.each([
    ['put', '/public/api/conventions/1', 'GET, HEAD, OPTIONS'],
    ['delete', '/public/api/conventions/1/pdf', 'GET, HEAD, POST, OPTIONS'],
    ['get', '/public/api/avenants/1/dates', 'PATCH, OPTIONS'],
    ['post', '/public/api/avenants/1/metadata', 'GET, HEAD, OPTIONS'],
  ] as const)('%s %s: 405 with Allow: %s', async (method, path, allow) => {
    const { status, headers, body } = await service.vendor[method](path);

    expect(status).toBe(405);
    expect(headers.allow).toBe(allow);
    expect(body.detail).toContain(allow);
  });

  test('OPTIONS answers the list', async () => {
    const { status, headers } = await service.institution.options('/api/conventions');

    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });

  test('management routes too: POST /api/avenants is a 405', async () => {
    const { status, headers } = await service.institution.post('/api/avenants').send({});

    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('Which type', () => {
  test.each([
    ['get', '', 'application/xml'],
    ['get', '/metadata', 'text/html'],
    ['get', '/pdf', 'application/json'],
    ['patch', '/dates', 'text/html'],
  ] as const)('%s %s with Accept: %s: 406, and nothing is done', async (method, path, accept) => {
    const before = await givenInSigning(service);

    const call = service.vendor[method](`/public/api/conventions/${before.id}${path}`).set('Accept', accept);
    const { status } = await (method === 'patch' ? call.send([dateOf(1)]) : call);

    expect(status).toBe(406);
    expect((await recordOf(service, before.id)).signatory).toEqual(before.signatory);
  });

  test.each([
    ['application/json', '[', 400, 'Malformed JSON'],
    ['application/json', '', 400, 'Malformed JSON'],
    ['application/json; charset=latin1', '[]', 415, 'Unsupported media type'],
    ['text/plain', '[]', 415, 'Unsupported media type'],
    ['application/merge-patch+json', '[]', 415, 'Unsupported media type'],
  ])('dates as %s, %j: %i', async (contentType, body, status, title) => {
    const { id } = await givenInSigning(service);

    const response = await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .set('Content-Type', contentType)
      .send(body);

    expect([response.status, response.body.title]).toEqual([status, title]);
  });

  test('dates of more than 1 MiB: 413 that says the limit', async () => {
    const { id } = await givenInSigning(service);

    const { status, body } = await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .set('Content-Type', 'application/json')
      .send(`[${' '.repeat(1024 * 1024)}]`);

    expect(status).toBe(413);
    expect(body.detail).toContain('1 MiB');
  });
});

describe('Query parameters', () => {
  test.each([
    ['/api/conventions?before=x', /before must be what `next` carries, or an id, got "x"/],
    ['/api/conventions?before=1&before=2', /given twice/],
    ['/api/conventions?beofre=1', /unknown query parameter "beofre"; known here: state, q, .*before/],
    ['/api/conventions/1/signed-pdf?version=0', /version must be/],
  ])('%s: 400', async (path, detail) => {
    const { status, body } = await service.institution.get(path);

    expect(status).toBe(400);
    expect(body.detail).toMatch(detail);
  });
});

test('Every answer carries a request id, the caller’s own when it is harmless', async () => {
  const given = await service.vendor.get('/healthz').set('X-Request-Id', 'trace-7');
  const odd = await service.vendor.get('/healthz').set('X-Request-Id', 'a b');

  expect(given.headers['x-request-id']).toBe('trace-7');
  expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('The service says that it is alive and ready', async () => {
  const nobody = callerWith(service.url, null);

  await nobody.get('/healthz').expect(200);
  await nobody.get('/readyz').expect(200);
});
