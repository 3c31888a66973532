import { once } from 'node:events';
import http from 'node:http';
import { eventually, type MountedRoute } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { namedScope, type Scope } from '../../src/domain/scope.ts';
import type { PersonInConsole } from '../support/console.ts';
import { openUploads } from '../support/open-uploads.ts';
import { validPdf } from '../support/pdfs.ts';
import { givenDraft, givenInSigning, type Kind, metadata, recordOf } from '../support/records.ts';
import { routesOfDoors } from '../support/routes.ts';
import { givenToken, signInWithin } from '../support/scoped.ts';
import { type Caller, useService } from '../support/service.ts';

const service = useService();

/** What a scope may show and what it must not, in every text that is answered. */
const [shown, hidden] = ['Visiblement', 'Clandestin'];

const scopes = {
  department: { departments: ['Physics'], workflows: [] },
  workflow: { departments: [], workflows: ['physics-evening'] },
  foreign: { departments: ['Nowhere'], workflows: ['nowhere'] },
} satisfies Record<string, Scope>;
const callers = Object.keys(scopes) as (keyof typeof scopes)[];

const { publicApi, management, console } = routesOfDoors();
const routes = { '/public/api': publicApi, '/api': management, '/console': console };

const ofRecord = /^\/(conventions|avenants)\/:id(\/|$)/;
const ofDelivery = /^\/deliveries\/:id(\/|$)/;
/** Names something else than a record: what the tests of these say. */
const ofOthers = /^\/(operations|templates|tokens)\/:id|^\/accounts\/~:username/;

interface Known {
  mine: number;
  others: number;
  delivery: { mine: string; others: string };
}
const known = {} as Record<Kind, Known>;
const absent = { record: 999_999, delivery: '00000000-0000-4000-8000-000000000000' };

const tokens = {} as Record<'public' | 'management', Record<string, Caller>>;
const people = {} as Record<string, PersonInConsole>;

beforeAll(async () => {
  for (const kind of ['conventions', 'avenants'] as const) {
    const given = async (title: string, department: string, workflowId: string) => {
      const { id } = await givenInSigning(service, { kind, title, department, workflowId });
      const { deliveries } = await recordOf(service, id, kind);
      return { id, delivery: deliveries[0]?.id ?? '' };
    };
    const mine = await given(`${shown} ${kind}`, 'Physics', 'physics-evening');
    const others = await given(`${hidden} ${kind}`, 'Law', 'law-evening');
    known[kind] = {
      mine: mine.id,
      others: others.id,
      delivery: { mine: mine.delivery, others: others.delivery },
    };
  }
  for (const api of ['public', 'management'] as const) {
    tokens[api] = {};
    for (const name of callers)
      tokens[api][name] = (await givenToken(service, api, { scope: scopes[name] })).caller;
  }
  for (const name of callers) people[name] = await signInWithin(service, scopes[name]);
});

function addressOf(mount: string, path: string, id: number | string): string {
  return `${mount}${path.replace(':id', String(id))}${mount === '/console' ? '/' : ''}`;
}

/** What is answered, without the number and what is another with each request. */
async function answerTo(mount: string, caller: string, { method, path }: MountedRoute, id: number | string) {
  const address = addressOf(mount, path, id);
  const by = method as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const call =
    mount === '/console'
      ? method === 'get'
        ? people[caller]?.get(address)
        : people[caller]?.post(address)
      : tokens[mount === '/api' ? 'management' : 'public'][caller]?.[by](address);
  if (call === undefined) throw new Error(`nobody is ${caller}`);
  const { status, text, headers } = await call.redirects(0);
  const same = (text ?? '').replace(new RegExp(`\\b${id}\\b`, 'g'), '#').replace(/value="[^"]*"/g, '');
  return { status, type: headers['content-type'], text: same };
}

describe.each(Object.keys(routes) as (keyof typeof routes)[])('Below %s', (mount) => {
  test('every route is about a record, a call, something else that is known, or all of them', () => {
    const named = routes[mount].filter(({ path }) => /:/.test(path));

    expect(routes[mount].length).toBeGreaterThan(5);
    expect(
      named.filter(({ path }) => ![ofRecord, ofDelivery, ofOthers].some((form) => form.test(path))),
    ).toEqual([]);
  });

  test.each(callers)(
    'a record out of scope is for the %s caller as if it were not there, on every route of it',
    async (caller) => {
      const before = await Promise.all(
        (['conventions', 'avenants'] as const).map((kind) => recordOf(service, known[kind].others, kind)),
      );
      for (const one of routes[mount]) {
        const [, kind] = ofRecord.exec(one.path) ?? [];
        const isOfCall = ofDelivery.test(one.path);
        if (kind === undefined && !isOfCall) continue;
        const { others, mine, delivery } = known[(kind ?? 'conventions') as Kind];
        const outside = isOfCall ? delivery.others : others;
        const answer = await answerTo(mount, caller, one, outside);
        const none = await answerTo(mount, caller, one, isOfCall ? absent.delivery : absent.record);

        expect({ route: one, ...answer }).toEqual({ route: one, ...none });
        // A method that a path does not have is told before.
        expect({ route: one, status: answer.status }).toEqual({ route: one, status: 404 });
        if (caller === 'foreign')
          expect((await answerTo(mount, caller, one, isOfCall ? delivery.mine : mine)).status).toBe(404);
      }
      const after = await Promise.all(
        (['conventions', 'avenants'] as const).map((kind) => recordOf(service, known[kind].others, kind)),
      );
      expect(after).toEqual(before);
    },
  );

  test.each(['department', 'workflow'])('a record in the scope of the %s caller is there', async (caller) => {
    for (const one of routes[mount].filter(({ method }) => method === 'get')) {
      const [, kind] = ofRecord.exec(one.path) ?? [];
      const isOfCall = ofDelivery.test(one.path);
      // What is followed does not end, and nothing was signed.
      if ((kind === undefined && !isOfCall) || /live$|signed-pdf$/.test(one.path)) continue;
      const { mine, delivery } = known[(kind ?? 'conventions') as Kind];
      const { status } = await answerTo(mount, caller, one, isOfCall ? delivery.mine : mine);
      expect({ route: one, isThere: status < 404 || status > 404 }).toEqual({ route: one, isThere: true });
    }
  });

  test.each(callers)('nothing that lists shows the %s caller what is out of scope', async (caller) => {
    for (const one of routes[mount]) {
      if (one.method !== 'get' || one.path.includes(':') || /stream$/.test(one.path)) continue;
      const address = addressOf(mount, one.path, '');
      const text = await beginningOf(mount, caller, address);
      expect({ address, isHidden: !text.includes(hidden) }).toEqual({ address, isHidden: true });
      if (caller === 'foreign')
        expect({ address, isHidden: !text.includes(shown) }).toEqual({ address, isHidden: true });
    }
  });
});

/** What is answered, of a stream its first piece. */
async function beginningOf(mount: string, caller: string, address: string): Promise<string> {
  const credentials =
    mount === '/console'
      ? { Cookie: people[caller]?.cookies ?? '' }
      : { Authorization: await authorizationOf(mount, caller) };
  const ended = new AbortController();
  const answer = await fetch(service.url + address, {
    headers: { ...credentials, Accept: '*/*' },
    redirect: 'manual',
    signal: ended.signal,
  });
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.text();
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  ended.abort();
  return new TextDecoder().decode(value as Uint8Array | undefined);
}

async function authorizationOf(mount: string, caller: string): Promise<string> {
  const call = tokens[mount === '/api' ? 'management' : 'public'][caller]?.get('/') as request.Test;
  return String(call.get('Authorization'));
}

describe('Lists and counts of a scope', () => {
  test('hold what is in it, with its calls', async () => {
    for (const caller of ['department', 'workflow']) {
      const list = await tokens.management[caller]?.get('/api/conventions').expect(200);
      const calls = await tokens.management[caller]?.get('/api/deliveries').expect(200);

      expect(list?.body.results.map(({ title }: { title: string }) => title)).toEqual([
        `${shown} avenants`,
        `${shown} conventions`,
      ]);
      expect(calls?.body.results).toHaveLength(2);
    }
  });

  test('are counted alone on the first page and on the tabs', async () => {
    const person = people.department;
    if (person === undefined) throw new Error('nobody is there');
    const first = await person.page('/console/');
    const list = await person.page('/console/conventions/');

    await eventually(async () => expect(first.text).toContain('In signing'));
    expect(list.text).toMatch(/All\s*2/);
  });
});

describe('Whoever has a scope registers within it', () => {
  const body = async (department: string | undefined, workflowId: string) => ({
    pdf64: Buffer.from(await validPdf()).toString('base64'),
    metadata: metadata({ workflowId }),
    department,
  });

  test.each([
    ['department', 'Physics', 'any', 201, undefined],
    ['department', 'Law', 'any', 403, '/department'],
    ['department', undefined, 'any', 403, '/department'],
    ['workflow', undefined, 'physics-evening', 201, undefined],
    ['workflow', 'Law', 'other', 403, '/metadata/workflowId'],
  ] as const)(
    'the %s caller registers %s by %s: %i',
    async (caller, department, workflow, status, pointer) => {
      const answer = await tokens.management[caller]
        ?.post('/api/conventions')
        .send(await body(department, workflow));

      expect(answer?.status).toBe(status);
      expect(answer?.body.errors?.[0]?.pointer).toBe(pointer);
    },
  );

  test('a draft is not replaced by one that is out of it', async () => {
    const caller = tokens.management.department as Caller;
    const { body: draft } = await caller.post('/api/conventions').send(await body('Physics', 'any'));

    await caller
      .put(`/api/conventions/${draft.id}`)
      .send(await body('Law', 'any'))
      .expect(403);
  });

  test('Given an agreement with an amendment out of scope, Then no answer about the agreement tells of it', async () => {
    const caller = tokens.management.department as Caller;
    const { body: agreement } = await caller.post('/api/conventions').send(await body('Physics', 'any'));
    await service.institution
      .post(`/api/conventions/${agreement.id}/avenants`)
      .send(await body('Law', 'any'))
      .expect(201);

    const address = `/api/conventions/${agreement.id}`;
    const read = await caller.get(address).expect(200);
    const replaced = await caller
      .put(address)
      .send(await body('Physics', 'another'))
      .expect(200);
    const signed = await caller.post(`${address}/signed-outside`).send({ reason: 'On paper.' }).expect(200);

    for (const answer of [read, replaced, signed]) expect(answer.body.avenants).toEqual([]);
    const { body: refused } = await caller.delete(address).send({ reason: 'Over.' }).expect(409);
    expect(refused.detail).toContain('has amendments out of your scope; whoever sees them');
  });

  test('A department that looks the same is the same, however it is written', async () => {
    const { caller } = await givenToken(service, 'management', {
      scope: namedScope({ departments: [' Ge\u0301nie\u00a0 civil '], workflows: [] }),
    });
    const department = 'G\u00e9nie civil';

    const { body: draft } = await caller
      .post('/api/conventions')
      .send(await body('  Ge\u0301nie\u202f civil', 'any'))
      .expect(201);
    const { body: found } = await service.institution
      .get('/api/conventions')
      .query({ department: 'Ge\u0301nie  civil ' });

    expect(draft.department).toBe(department);
    expect(found.results.map(({ id }: { id: number }) => id)).toEqual([draft.id]);
  });
});

test('Given records out of scope that a form names, When they are sent or called again, Then they are not there', async () => {
  const person = people.department;
  const { others } = known.conventions;
  const before = await recordOf(service, others);

  const sent = await person?.post('/console/send/', { conventions: String(others) });
  const confirmed = await person?.post('/console/send/', {
    record: `agreement.${others}.signing.1.${others}`,
  });
  const called = await person?.post('/console/call/', { conventions: String(others) });
  await person?.post('/console/deliveries/again/', { delivery: known.conventions.delivery.others });
  const exported = await person?.post('/console/conventions/export/', { conventions: String(others) });

  for (const answer of [sent, confirmed, called, exported]) expect(answer?.text).not.toContain(hidden);
  expect(await recordOf(service, others)).toEqual(before);
});

test('Given an operation on a list, Then it takes what is in scope, and only who began it sees it', async () => {
  const caller = tokens.management.department as Caller;
  const { others } = known.conventions;

  const { body: begun } = await caller
    .post('/api/operations')
    .send({ action: 'send', records: { conventions: [others] } })
    .expect(202);
  await tokens.management.foreign?.get(`/api/operations/${begun.id}`).expect(404);

  await eventually(async () => {
    const { body } = await caller.get(`/api/operations/${begun.id}`).expect(200);
    expect(body).toMatchObject({ done: 0, refused: 1 });
  });
});

test('Given a record that leaves the scope before its turn in an operation, Then nothing is told of it', async () => {
  const caller = tokens.management.department as Caller;
  const { id } = await givenDraft(service, { department: 'Physics' });
  const blocker = await service.sql.connect();
  await blocker.query('begin');
  await blocker.query(`select from signables where kind = 'agreement' and number = $1 for update`, [id]);
  const asked = { action: 'send', records: { conventions: [id] } };

  const { body: operation } = await caller.post('/api/operations').send(asked).expect(202);
  await blocker.query(
    `update signables set department = 'Law', state = 'signing', round = 1, round_started_at = now()
     where kind = 'agreement' and number = $1`,
    [id],
  );
  await blocker.query('commit');
  blocker.release();

  const gone = { id, code: 'signable_not_found', sentence: `there is no agreement with the id ${id}` };
  await eventually(async () => {
    const { body } = await caller.get(`/api/operations/${operation.id}/report`).expect(200);
    expect(body.results).toMatchObject([gone]);
  });
});

test('Given a record that leaves the scope while its body is on the way, Then it is not there any more', async () => {
  const caller = tokens.management.department as Caller;
  const { token } = await givenToken(service, 'management', { scope: scopes.department });
  const body = async (title: string, department: string) =>
    JSON.stringify({
      pdf64: Buffer.from(await validPdf()).toString('base64'),
      metadata: metadata({ title }),
      department,
    });
  const { body: draft } = await caller
    .post('/api/conventions')
    .type('json')
    .send(await body('First', 'Physics'))
    .expect(201);
  const address = `/api/conventions/${draft.id}`;
  // Whatever is so long comes to disk, where it can be seen to have begun.
  const blank = ' '.repeat(300 * 1024);
  const sent = blank + (await body('Taken back', 'Physics'));
  const slow = http.request(service.url + address, {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(sent),
      Expect: '100-continue',
    },
  });
  const answered = once(slow, 'response') as Promise<[http.IncomingMessage]>;
  slow.flushHeaders();
  await once(slow, 'continue');
  slow.write(blank);
  await eventually(async () => expect(await openUploads()).toBeGreaterThan(0));
  await service.institution
    .put(address)
    .type('json')
    .send(await body('Moved', 'Law'))
    .expect(200);
  slow.end(sent.slice(blank.length));
  const [answer] = await answered;
  answer.resume();

  expect(answer.statusCode).toBe(404);
  expect(await recordOf(service, draft.id)).toMatchObject({ title: 'Moved', department: 'Law' });
});
