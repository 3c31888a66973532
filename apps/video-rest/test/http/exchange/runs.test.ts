import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { newName } from '../../support/given-records.ts';
import { type Client, useService } from '../../support/service.ts';
import { typesHeld } from '../../support/types-held.ts';

const service = useService();

const text = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const inBackground = { Prefer: 'respond-async' };

function send(client: Client, lines: readonly object[], query = '', headers: Record<string, string> = {}) {
  return client
    .post(`/rest/import/${query}`)
    .set({ 'Content-Type': 'application/x-ndjson', ...headers })
    .send(text(lines));
}

/** The run at an address, once it is over. */
function over(client: Client, location: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const { body } = await client.get(new URL(location).pathname).expect(200);
    expect(['ended', 'failed', 'cancelled']).toContain(body.state);
    return body;
  });
}

async function foldersNamed(name: string): Promise<number> {
  const { body } = await service.root.client.get(`/rest/folders/?name=${name}`).expect(200);
  return body.count;
}

const ask = (client: Client, query: string) => client.get(`/rest/export/${query}`).set(inBackground);

describe('An export in the background', () => {
  test('gives the bytes of the export that is waited for, whole and by Range', async () => {
    const name = newName();
    await send(service.root.client, [{ resource: 'groups', name }]).expect(200);
    const query = `?resource=groups&name=${name}`;
    const { text: whole } = await service.root.client.get(`/rest/export/${query}`).buffer(true).expect(200);

    const { headers, body } = await service.root.client
      .get(`/rest/export/${query}`)
      .set(inBackground)
      .expect(202);

    expect(headers['preference-applied']).toBe('respond-async');
    expect(body).toMatchObject({ kind: 'export', report: null });
    const run = await over(service.root.client, String(headers.location));
    expect(run).toMatchObject({
      state: 'ended',
      done: 1,
      total: 1,
      failure: null,
      result_bytes: whole.length,
    });
    const result = new URL(String(run.result)).pathname;
    const { text: got } = await service.root.client.get(result).buffer(true).expect(200);
    expect(got).toBe(whole);
    const part = await service.root.client.get(result).set('Range', 'bytes=2-5').buffer(true).expect(206);
    expect(part.text).toBe(whole.slice(2, 6));
    await service.root.client.head(result).expect(200).expect('Content-Length', String(whole.length));
  });

  test('is for all others what is not there, while it runs and later, and superusers see it', async () => {
    const { staff, root, ada } = service;
    await using holder = await typesHeld(service);
    const { headers } = await ask(ada.client, '?resource=types').expect(202);
    const address = new URL(String(headers.location)).pathname;
    const asAnybodyElse = async (at: string) => {
      const answers: object[] = [];
      for (const answer of [
        await staff.client.get(at),
        await staff.client.get(`${at}result/`),
        await staff.client.head(`${at}result/`),
        await staff.client.post(`${at}cancel/`),
      ])
        answers.push({ status: answer.status, type: answer.type, body: answer.body });
      return answers;
    };
    const nothing = await asAnybodyElse('/rest/runs/999999/');

    expect(await asAnybodyElse(address)).toEqual(nothing);
    const { body: list } = await staff.client.get(`/rest/runs/?user=${ada.id}`).expect(200);
    await holder.release();

    expect(list).toMatchObject({ count: 0, results: [] });
    expect(await over(ada.client, String(headers.location))).toMatchObject({ state: 'ended' });
    expect(await asAnybodyElse(address)).toEqual(nothing);
    await root.client.get(address).expect(200);
    await root.client.get(`${address}result/`).expect(200);
  });

  test('of one who has two under way waits with 429, and somebody else’s is done meanwhile', async () => {
    const { staff, ada } = service;
    await using holder = await typesHeld(service);
    const own = [await ask(ada.client, '?resource=types'), await ask(ada.client, '?resource=types')];

    const third = await ask(ada.client, '?resource=groups');
    const { headers } = await ask(staff.client, '?resource=groups').expect(202);

    expect(await over(staff.client, String(headers.location))).toMatchObject({ state: 'ended' });
    expect([...own, third].map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    await holder.release();
    for (const one of own)
      expect(await over(ada.client, String(one.headers.location))).toMatchObject({ state: 'ended' });
  });

  test('of what is asked wrongly is refused at once', async () => {
    await service.ada.client.get('/rest/export/?resource=nothing').set(inBackground).expect(400);
  });
});

test('HEAD of an export tells what a GET would be', async () => {
  await service.ada.client
    .head('/rest/export/?resource=types&as=csv')
    .expect(200)
    .expect('Content-Type', 'text/csv; charset=utf-8')
    .expect('Content-Disposition', 'attachment; filename="types.csv"');
});

describe('An import in the background', () => {
  test('ends with the report of the import that is waited for', async () => {
    const name = newName();
    const lines = [
      { resource: 'groups', name },
      { resource: 'groups', name: 'x'.repeat(200) },
    ];

    const { headers } = await send(service.root.client, lines, '?write=lines', inBackground).expect(202);

    expect(await over(service.root.client, String(headers.location))).toMatchObject({
      kind: 'import',
      state: 'ended',
      report: { written: true, lines: 2, created: 1, refused: 1, problems: [{ line: 2, field: 'name' }] },
    });
  });

  test('of all or nothing writes nothing when a line is wrong', async () => {
    const name = newName();
    const lines = [
      { resource: 'folders', name, owner: service.root.username },
      { resource: 'groups', nam: 'whatever' },
    ];

    const { headers } = await send(service.root.client, lines, '', inBackground).expect(202);

    const run = await over(service.root.client, String(headers.location));
    expect(run).toMatchObject({ state: 'ended', report: { written: false, refused: 1 } });
    expect(await foldersNamed(name)).toBe(0);
  });

  test('takes an upload in pieces, which is gone then', async () => {
    const content = text([{ resource: 'groups', name: newName() }]);
    const { headers: begun } = await service.root.client
      .post('/rest/uploads/')
      .set({ 'Tus-Resumable': '1.0.0', 'Upload-Length': String(content.length), 'Upload-Concat': 'partial' })
      .expect(201);
    const upload = new URL(String(begun.location)).pathname;
    const query = `?upload=${encodeURIComponent(String(begun.location))}`;
    await service.root.client.post(`/rest/import/${query}`).expect(400);
    await service.root.client
      .patch(upload)
      .set({
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      })
      .send(content)
      .expect(204);
    await service.staff.client.post(`/rest/import/${query}`).expect(404);

    const { headers } = await service.root.client.post(`/rest/import/${query}`).expect(202);

    await service.root.client.get(upload).expect(404);
    expect(await over(service.root.client, String(headers.location))).toMatchObject({
      state: 'ended',
      done: content.length,
      report: { created: 1 },
    });
  });
});

describe('An import with an Idempotency-Key', () => {
  test('is done once, though its objects have no natural key, and is answered alike', async () => {
    const name = newName();
    const key = { 'Idempotency-Key': newName() };
    const lines = [{ resource: 'folders', name, owner: service.root.username }];

    const [first, second] = await Promise.all([
      send(service.root.client, lines, '', key),
      send(service.root.client, lines, '', key),
    ]);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await foldersNamed(name)).toBe(1);
  });

  test('is refused when the key was used for other lines', async () => {
    const key = { 'Idempotency-Key': newName() };
    await send(
      service.root.client,
      [{ resource: 'folders', name: newName(), owner: service.root.username }],
      '',
      key,
    ).expect(200);

    await send(
      service.root.client,
      [{ resource: 'folders', name: newName(), owner: service.root.username }],
      '',
      key,
    ).expect(422);
  });
});

test('An import with an Idempotency-Key that is refused as a whole is answered as one without', async () => {
  const lines = [{ resource: 'users', username: service.root.username, is_superuser: false }];

  const plain = await send(service.root.client, lines);
  const keyed = await send(service.root.client, lines, '', { 'Idempotency-Key': newName() });

  expect(plain.status).toBe(409);
  expect([keyed.status, keyed.body]).toEqual([plain.status, plain.body]);
});

test('What is no lines is refused with the types that are', async () => {
  const { headers, body } = await service.root.client
    .post('/rest/import/')
    .set('Content-Type', 'application/gzip')
    .send('x')
    .expect(415);

  expect(body.detail).toContain('application/x-ndjson');
  expect(headers.accept).toContain('text/csv');
});
