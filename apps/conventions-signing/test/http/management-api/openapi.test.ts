import { readFile } from 'node:fs/promises';
import { problemsOfApiDocument } from '@campus/testing';
import { readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { managementDocument } from '../../../src/http/management-api/management-api.ts';
import { publicDocument } from '../../../src/http/public-api.ts';
import { listOutput, recordOutput, returnedOutput, roundOutput } from '../../../src/wire/outputs.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning } from '../../support/records.ts';
import { callerWith, useService } from '../../support/service.ts';

const service = useService();
const options = { baseUrl: undefined, version: '0' };

describe.each([
  ['/public', publicDocument(options)],
  ['/api', managementDocument(options)],
])('The OpenAPI document at %s/api-docs', (mount, document) => {
  test('is open to everybody and valid OpenAPI 3.1', async () => {
    const { body } = await callerWith(service.url, null).get(`${mount}/api-docs`).expect(200);

    expect(body.openapi).toBe('3.1.0');
    expect(body.paths).toEqual(JSON.parse(JSON.stringify(document.paths)));
    expect(await new Validator().validate(structuredClone(body))).toMatchObject({ valid: true });
  });

  test('has no problem by the rules of the linter', async () => {
    const { body } = await callerWith(service.url, null).get(`${mount}/api-docs`);

    expect(await problemsOfApiDocument(body)).toEqual([]);
  });

  test('has its page, with all that the page loads', async () => {
    const nobody = callerWith(service.url, null);
    const page = new URL(`${mount}/swagger-ui.html`, service.url);
    const { text } = await nobody.get(page.pathname).expect(200);

    const loaded = readPage(text)
      .all(['script', 'resource'])
      .flatMap((element) => element.attribute('src') ?? element.attribute('href') ?? []);
    expect(loaded.length).toBeGreaterThan(4);
    for (const address of loaded) {
      const { origin, pathname } = new URL(address, page);
      expect(origin).toBe(page.origin);
      await nobody.get(pathname).expect(200);
    }
  });
});

test('Every call stands in a guide', async () => {
  const guides = ['signing.md', 'vendor-guide.md'].map(
    (name) => new URL(`../../../../../docs/${name}`, import.meta.url),
  );
  const text = (await Promise.all(guides.map((guide) => readFile(guide, 'utf8')))).join('');
  const calls = [publicDocument(options), managementDocument(options)].flatMap(({ paths }) =>
    Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      // Agreements stand there for amendments, too.
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace('/api/avenants', '/api/conventions')}`,
      ),
    ),
  );

  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter((call) => !text.includes(`${call}\``) && !text.includes(`${call}?`))).toEqual([]);
});

test('Whatever is sent while it is made says that the right to it may be lost, and that others come first', async () => {
  const { body } = await service.institution.get('/api/api-docs');
  const paths = Object.entries<{ get?: { responses: Record<string, { content: object }> } }>(body.paths);
  const files = paths.filter(([path]) => /\.csv$|\.zip$|\/(evidence|report)$/.test(path));

  expect(files.length).toBeGreaterThan(8);
  for (const [path, { get }] of files) {
    const codes = ['403', '429', '503'].map((status) =>
      JSON.stringify(get?.responses[status]?.content ?? {}),
    );
    expect([path, ...codes]).toEqual([
      path,
      expect.stringContaining('"right_withdrawn"'),
      expect.stringContaining('"too_many_requests"'),
      expect.stringContaining('"busy"'),
    ]);
  }
});

test('Of the two names for how a file begins, the one that sounds like more is deprecated', () => {
  const { Signatures } = managementDocument(options).components?.schemas ?? {};
  expect(Signatures).toMatchObject({
    properties: {
      beginsWithRegisteredDocument: { type: 'boolean' },
      registeredDocumentUnchanged: { type: 'boolean', deprecated: true },
    },
    required: expect.arrayContaining(['beginsWithRegisteredDocument', 'registeredDocumentUnchanged']),
  });
});

test('The public document does not speak of the management API', () => {
  expect(JSON.stringify(publicDocument(options))).not.toContain('"/api/');
});

describe('What the service answers is what its documents say', () => {
  test('records, lists, rounds and the way back', async () => {
    const { id } = await givenInSigning(service, { kind: 'avenants' });
    await service.vendor
      .patch(`/public/api/avenants/${id}/dates`)
      .send([dateOf(1)])
      .expect(200);
    await deposit(service, id, await validPdf({ text: 'signed' }), 'avenants').expect(200);

    const record = await service.institution.get(`/api/avenants/${id}`);
    const agreement = await service.institution.get(`/api/conventions/${record.body.conventionId}`);
    const list = await service.institution.get('/api/avenants');
    const round = await service.institution.post(`/api/avenants/${id}/signature`);
    const back = await service.institution.delete(`/api/avenants/${id}/signature`);
    const draft = await givenDraft(service);

    expect(recordOutput.strict().parse(record.body)).toEqual(record.body);
    expect(recordOutput.strict().parse(agreement.body)).toEqual(agreement.body);
    expect(recordOutput.strict().parse(draft)).toEqual(draft);
    expect(listOutput.strict().parse(list.body)).toEqual(list.body);
    expect(roundOutput.strict().parse(round.body)).toEqual(round.body);
    expect(returnedOutput.strict().parse(back.body)).toEqual(back.body);
  });

  test('the list of problems names each type that a problem document can carry', async () => {
    const { body } = await callerWith(service.url, null).get('/public/problems').expect(200);
    const problem = await service.vendor.get('/public/api/conventions/999999');

    const code = String(problem.body.type).split('#')[1];
    expect(body).toContainEqual({ code, status: 404, title: 'Not found' });
  });
});
