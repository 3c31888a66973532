import { readFile } from 'node:fs/promises';
import {
  callsOf,
  eventually,
  type PromisedApi,
  type PromisedCall,
  problemsOfApiDocument,
  promisesOf,
} from '@campus/testing';
import { readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { managementDocument } from '../../../src/http/management-api/management-api.ts';
import { problems } from '../../../src/http/problems.ts';
import { publicDocument } from '../../../src/http/public-api.ts';
import { problemAddress } from '../../../src/wire/api-addresses.ts';
import { listOutput, recordOutput, returnedOutput, roundOutput } from '../../../src/wire/outputs.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, recordOf } from '../../support/records.ts';
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

describe('The examples of the documents', () => {
  const documents = [publicDocument(options), managementDocument(options)].map(
    (document) => JSON.parse(JSON.stringify(document)) as PromisedApi,
  );

  test('stand with every call, and are as it says', () => {
    expect(documents.flatMap((document) => promisesOf(document).examplesAmiss())).toEqual([]);
  });

  test('are taken by the service, and answered as it says', async () => {
    const amiss: string[] = [];
    for (const document of documents) {
      const { differencesOf } = promisesOf(document);
      const registered = new Map<string, number>();
      for (const call of callsOf(document)) {
        const answer = await sendExample(call, await idFor(call, registered));
        const expected = Number(Object.keys(call.responses).find((status) => status.startsWith('2')));
        const { status, type, body, text, headers } = answer;
        const tell = (what: string) => amiss.push(`${call.line}: ${what}`);
        if (status !== expected) tell(`${status} ${text}`);
        else for (const what of differencesOf(call, { status, type, body })) tell(what);
        const [, kind = '', made] = /\/(conventions|avenants)\/(\d+)$/.exec(headers.location ?? '') ?? [];
        if (made !== undefined) registered.set(kind, Number(made));
      }
    }

    expect(amiss).toEqual([]);
  });
});

/** The console alone reminds people; programs read why nobody was reminded in the reports of operations. */
const ofTheConsole = ['nobody_awaited', 'reminded_today'];

test('Each problem stands with a call that it may end, and with an example', () => {
  const text = JSON.stringify([publicDocument(options), managementDocument(options)]);
  const codes = Object.keys(problems).filter((code) => !ofTheConsole.includes(code));

  expect(
    codes.filter((code) => !text.includes(`"${code}":{"value":{"type":"${problemAddress(code)}"`)),
  ).toEqual([]);
});

/** Those whom the examples name. */
const ofExamples = {
  signatory: [{ name: 'Martin', givenname: 'Ada', mail: 'ada.martin@example.org', phone: null, order: 1 }],
};

/** What the path of a call names, as it has to be for the call to be right. */
async function idFor({ line }: PromisedCall, registered: ReadonlyMap<string, number>): Promise<unknown> {
  const kind = line.includes('/avenants') && !line.endsWith('{id}/avenants') ? 'avenants' : 'conventions';
  if (line.includes('/operations/')) {
    const asked = { action: 'send', list: '/api/conventions?ids=1' };
    return (await service.institution.post('/api/operations').send(asked).expect(202)).body.id;
  }
  if (line.includes('/deliveries/')) {
    const { id } = await givenInSigning(service);
    return eventually(async () => {
      const [delivery] = (await recordOf(service, id)).deliveries;
      expect(delivery?.state).toBe('delivered');
      return delivery?.id;
    });
  }
  // The reference of the example is that of the record which it has made.
  if (/^(PUT|DELETE) .*\{id\}$/.test(line)) return registered.get(kind);
  if (/\/signed-outside$|^POST .*\/(signature|avenants)$/.test(line))
    return (await givenDraft(service, { kind })).id;
  const { id } = await givenInSigning(service, { kind, ...ofExamples });
  if (line.endsWith('/restore')) await service.institution.post(`/api/${kind}/${id}/signature`).expect(202);
  if (line.startsWith('GET'))
    await deposit(service, id, await validPdf({ text: 'signed' }), kind).expect(200);
  return id;
}

async function sendExample({ method, path, parameters, requestBody }: PromisedCall, id: unknown) {
  const { vendor, institution } = service;
  let call = (path.startsWith('/public') ? vendor : institution)[method](path.replace('{id}', String(id)));
  for (const { name, in: place, example } of parameters)
    if (example !== undefined && place !== 'path') call = call.query({ [name]: example });
  const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === 'multipart/form-data') return call.attach('doc', Buffer.from(await validPdf()), 'signed.pdf');
  return content === undefined ? call : call.send(content.example as object);
}

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
