import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '@campus/database';
import { createEmptyDatabase } from '@campus/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { givenVideo } from '../support/given-records.ts';
import { useService } from '../support/service.ts';

const directory = path.resolve(import.meta.dirname, '../../../../prisma/video-rest/migrations');

describe('A new instance', () => {
  const service = useService();

  test('has the type Other, in French Autre, with which people upload', async () => {
    const [english, french] = ['en', 'fr'].map((language) =>
      service.ada.client.get('/rest/types/').set('Accept-Language', language),
    );
    const shown = { id: 1, url: `${service.url}/rest/types/1/` };

    expect((await english)?.body).toMatchObject({ count: 1, results: [{ ...shown, title: 'Other' }] });
    expect((await french)?.body).toMatchObject({ count: 1, results: [{ ...shown, title: 'Autre' }] });
    const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
    const video = service.ada.client.patch(`/rest/videos/${id}/`).send({ type: shown.url });
    expect((await video.expect(200)).body.type).toBe(shown.url);
    await service.ada.client.delete(`/rest/videos/${id}/`).expect(204);
  });

  test('has it as staff renames it, until staff removes it', async () => {
    const { client } = service.staff;

    const renamed = await client.patch('/rest/types/1/').send({ title: 'Anything' }).expect(200);
    const next = await client.post('/rest/types/').send({ title: 'Other' }).expect(201);
    await client.delete('/rest/types/1/').expect(204);

    expect(renamed.body.title).toBe('Anything');
    expect(next.body.id).toBeGreaterThan(1);
    await client.get('/rest/types/1/').expect(404);
  });
});

describe('The type of a new instance', () => {
  let sql: pg.Pool;
  const closing: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    const database = await createEmptyDatabase();
    closing.push(() => database.drop());
    sql = new pg.Pool({ connectionString: database.url, max: 2 });
    closing.push(() => sql.end());
    url = database.url;
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  let url = '';
  const titles = async () =>
    (await sql.query('select id, title_en as title from video_types order by id')).rows;

  test('is there once, however many processes start at once, and does not come back', async () => {
    await Promise.all([migrate({ url, directory }), migrate({ url, directory })]);
    const first = await titles();
    await sql.query('delete from video_types');
    await migrate({ url, directory });

    expect(first).toEqual([{ id: 1, title: 'Other' }]);
    expect(await titles()).toEqual([]);
  });

  test('is not given to an instance that has types', async () => {
    await migrate({ url, directory: await migrationsBefore('20261124054500') });
    await sql.query(`insert into video_types (title_en) values ('Course')`);

    await migrate({ url, directory });
    await sql.query(`insert into video_types (title_en) values ('Talk')`);

    expect(await titles()).toEqual([
      { id: 1, title: 'Course' },
      { id: 2, title: 'Talk' },
    ]);
  });

  async function migrationsBefore(time: string): Promise<string> {
    const before = await mkdtemp(path.join(tmpdir(), 'first-type-'));
    closing.push(() => rm(before, { recursive: true }));
    for (const name of await readdir(directory))
      if (name < time || name.endsWith('.toml'))
        await cp(path.join(directory, name), path.join(before, name), { recursive: true });
    return before;
  }
});
