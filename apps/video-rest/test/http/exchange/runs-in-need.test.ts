import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { useFaults } from '@campus/testing/faults';
import { afterEach, expect, test } from '@jest/globals';
import { newName } from '../../support/given-records.ts';
import { useService } from '../../support/service.ts';
import { tusBytes } from '../../support/tus.ts';
import { typesHeld } from '../../support/types-held.ts';

const service = useService();
const faults = useFaults();
afterEach(() => void faults.end());

const inBackground = { Prefer: 'respond-async' };
const line = () => `${JSON.stringify({ resource: 'groups', name: newName() })}\n`;

/** Begins an export. @returns the path of its run */
async function beginExport(query = '?resource=types', language = 'en'): Promise<string> {
  const { headers } = await service.ada.client
    .get(`/rest/export/${query}`)
    .set({ ...inBackground, 'Accept-Language': language })
    .expect(202);
  return new URL(String(headers.location)).pathname;
}

async function runAt(address: string): Promise<Record<string, unknown>> {
  return (await service.root.client.get(address).expect(200)).body;
}

const idIn = (address: string) => Number(/\d+/.exec(address)?.[0]);

/** Waits until a try has failed. */
async function failed(address: string): Promise<void> {
  await eventually(async () => {
    const { rows } = await service.sql.query(
      "select 1 from pgboss.job where name = 'runs' and state = 'retry' and data->>'operationId' = $1",
      [idIn(address)],
    );
    expect(rows).toHaveLength(1);
  });
}

/** Ends the pause before the next try, which is one of so many. */
async function tryAgain(address: string, tries: number): Promise<void> {
  await service.sql.query('update runs set tries = $2 where id = $1', [idIn(address), tries - 1]);
  await service.sql.query(
    "update pgboss.job set start_after = now() where name = 'runs' and data->>'operationId' = $1",
    [idIn(address)],
  );
}

async function over(address: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const run = await runAt(address);
    expect(['ended', 'failed', 'cancelled']).toContain(run.state);
    return run;
  });
}

const bytesKept = () => readdir(path.join(service.mediaRoot, 'uploads'));

test.each([
  ['en', /no room left on a disk\. Tell the operator, and ask for it again/],
  ['fr', /ne restait plus de place sur un disque\. Prévenez l'exploitant, et redemandez-le/],
])(
  'Given a disk that is full, When an export is tried, Then it leaves nothing there, is tried again, and ends with why (%s)',
  async (language, failure) => {
    faults.begin({ calls: ['write'], code: 'ENOSPC', nth: 1, isLasting: true });
    const address = await beginExport(undefined, language);
    await failed(address);
    await eventually(async () => expect(await bytesKept()).toEqual([]));
    expect(await runAt(address)).toMatchObject({ state: 'running', failure: null });

    await tryAgain(address, 15);

    expect(await over(address)).toMatchObject({ state: 'failed', result: null });
    expect((await runAt(address)).failure).toMatch(failure);
    expect(await bytesKept()).toEqual([]);
    await service.ada.client.get(`${address}result/`).expect(404);
  },
);

test('Given a disk that is full for a while, When there is room again, Then the export ends well', async () => {
  faults.begin({ calls: ['write'], code: 'ENOSPC', nth: 1, isLasting: true });
  const address = await beginExport();
  await failed(address);

  faults.end();
  await tryAgain(address, 2);

  expect(await over(address)).toMatchObject({ state: 'ended', failure: null });
  await service.ada.client.get(`${address}result/`).expect(200);
});

test('Given lines that cannot be read, When their import is given up, Then it says why, and its key is free', async () => {
  const content = line();
  const upload = async () => {
    const { headers } = await service.root.client
      .post('/rest/uploads/')
      .set({ ...tusBytes, 'Upload-Length': String(content.length), 'Upload-Concat': 'partial' })
      .send(content)
      .expect(201);
    return `?upload=${encodeURIComponent(String(headers.location))}`;
  };
  const key = { 'Idempotency-Key': newName() };
  const query = await upload();
  const begin = (from = query) => service.root.client.post(`/rest/import/${from}`).set(key);
  faults.begin({ calls: ['open'], code: 'EIO', nth: 1, isLasting: true });
  const { headers } = await begin().expect(202);
  const address = new URL(String(headers.location)).pathname;
  await failed(address);
  await begin().expect(202).expect('Location', String(headers.location));
  await tryAgain(address, 15);
  const run = await over(address);
  faults.end();

  const again = await begin(await upload()).expect(202);

  expect(run).toMatchObject({ state: 'failed', report: null });
  expect(run.failure).toMatch(/the store of the media could not be used/);
  expect(await over(new URL(String(again.headers.location)).pathname)).toMatchObject({
    state: 'ended',
    report: { created: 1 },
  });
});

test.each([{}, { 'Idempotency-Key': newName() }])(
  'Given lines that cannot be read again once they have come, When they are imported (%j), Then the answer blames the store',
  async (headers) => {
    const content = line();
    faults.begin({ calls: ['open'], code: 'EIO', nth: 1, isLasting: true, within: service.mediaRoot });

    const { status, body } = await service.root.client
      .post('/rest/import/')
      .set({ 'Content-Type': 'application/x-ndjson', ...headers })
      .send(content);

    expect([status, body.detail]).toEqual([503, expect.stringContaining('The store of the media')]);
  },
);

test('Given a database without room, When an import with a key is given up while its client waits, Then the answer blames the disk', async () => {
  const name = newName();
  await service.sql.query(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'no room' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on groups for each row when (new.name = '${name}')
      execute function no_room()`);
  const answer = service.root.client
    .post('/rest/import/')
    .set({ 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': name })
    .send(JSON.stringify({ resource: 'groups', name }))
    .then((given) => given);
  const address = await eventually(async () => {
    const { rows } = await service.sql.query(
      'select max(id) as id from runs where key_hash is not null and ended_at is null',
    );
    return rows[0].id !== null && `/rest/runs/${rows[0].id}/`;
  });
  await failed(address);
  await tryAgain(address, 15);

  const { status, body } = await answer;

  await service.sql.query('drop function no_room() cascade');
  expect([status, body.detail]).toEqual([507, (await runAt(address)).failure]);
});

test('Given a run whose process has died each time, When it is taken up once more, Then it is given up', async () => {
  faults.begin({ calls: ['write'], code: 'ENOSPC', nth: 1, isLasting: true });
  const address = await beginExport();
  await failed(address);
  await tryAgain(address, 16);

  expect((await over(address)).failure).toMatch(/the database went away each time, or the process/);
});

test('Given an export in its middle, When it is cancelled, Then nothing of it stays on the disk', async () => {
  await using holder = await typesHeld(service);
  const address = await beginExport();
  const file = await eventually(async () => {
    const { rows } = await service.sql.query('select file from runs where id = $1', [idIn(address)]);
    expect(await bytesKept()).toContain(rows[0].file);
    return rows[0].file;
  });

  await service.ada.client.post(`${address}cancel/`).expect(200);
  await holder.release();

  await eventually(async () => expect(await bytesKept()).not.toContain(file));
});
