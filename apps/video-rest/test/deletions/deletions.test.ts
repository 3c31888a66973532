import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { updateAccount } from '../../src/data/accounts.ts';
import { deletionLimits } from '../../src/deletions/deletions.ts';
import { givenUser } from '../support/accounts.ts';
import { givenVideo, newName } from '../support/given-records.ts';
import { givenFile } from '../support/kept-files.ts';
import { givenManyVideos } from '../support/many-videos.ts';
import { givenOnAir } from '../support/on-air.ts';
import { useService } from '../support/service.ts';
import { signedIn } from '../support/visitor.ts';

const service = useService();

const many = 1_700;

async function one(statement: string, values: unknown[] = []): Promise<number> {
  const { rows } = await service.sql.query<{ n: number }>(`select (${statement})::int as n`, values);
  return rows[0]?.n ?? 0;
}

/** Links videos with an object; @returns the ids of the videos. */
async function givenLinked(table: string, objectId: number, count = many): Promise<number[]> {
  const ids = await givenManyVideos(service.sql, { count, ownerId: service.ada.id });
  await service.sql.query(`insert into "${table}" ("A", "B") select $1, unnest($2::int[])`, [objectId, ids]);
  return ids;
}

/** Keeps the removal of the links of a table from getting on; @returns what lets it. */
async function holdingUp(table: string, objectId: number, column = 'A'): Promise<() => Promise<void>> {
  const holder = await service.sql.connect();
  await holder.query('begin');
  await holder.query(`select 1 from "${table}" where "${column}" = $1 for update`, [objectId]);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

async function ended(resource: string, objectId: number) {
  return eventually(async () => {
    const { body } = await service.staff.client.get(`/rest/deletions/?object_id=${objectId}`).expect(200);
    const found = body.results.find((one: { resource: string }) => one.resource === resource);
    expect(found).toMatchObject({ state: 'ended' });
    return found;
  });
}

async function changesOf(table: string, id: number): Promise<string[]> {
  const { rows } = await service.sql.query<{ kind: string }>(
    'select kind from changes where table_name = $1 and object_id = $2 order by id',
    [table, id],
  );
  return rows.map(({ kind }) => kind);
}

async function given(path: string, body: object): Promise<{ id: number; url: string }> {
  return (await service.staff.client.post(path).send(body).expect(201)).body;
}

test('A channel that many videos have is gone at once for whoever reads, with its themes, and its links go in pieces', async () => {
  const { client } = service.staff;
  const channel = await given('/rest/channels/', { title: 'Large', visible: true, themes: [] });
  const theme = await given('/rest/themes/', { title: 'Part', channel: channel.url });
  const [video = 0] = await givenLinked('_ChannelToVideo', channel.id);
  await service.sql.query('insert into "_ThemeToVideo" ("A", "B") select $1, "B" from "_ChannelToVideo"', [
    theme.id,
  ]);
  const before = (await client.get('/rest/channels/').expect(200)).body.count;
  const letGo = await holdingUp('_ChannelToVideo', channel.id);

  await client.delete(`/rest/channels/${channel.id}/`).expect(204);

  await client.get(`/rest/channels/${channel.id}/`).expect(404);
  await client.get(`/rest/themes/${theme.id}/`).expect(404);
  await client.patch(`/rest/channels/${channel.id}/`).send({ color: 'red' }).expect(404);
  await client.delete(`/rest/channels/${channel.id}/`).expect(404);
  await client.get(`/channels/${channel.id}/`).expect(404);
  const { body: listed } = await client.get('/rest/channels/').expect(200);
  expect(listed.count).toBe(before - 1);
  expect(JSON.stringify(listed)).not.toContain('"Large"');
  const { body: shown } = await client.get(`/rest/videos/${video}/`).expect(200);
  expect(shown).toMatchObject({ channel: [], theme: [] });
  const { body: refused } = await client
    .patch(`/rest/videos/${video}/`)
    .send({ channel: [channel.url] })
    .expect(400);
  expect(refused).toMatchObject({ channel: [expect.any(String)] });
  const { body: progress } = await client.get(`/rest/deletions/?object_id=${channel.id}`).expect(200);
  expect(progress.results[0]).toMatchObject({
    resource: 'channels',
    name: 'Large',
    user: 'staff',
    finished_at: null,
  });
  await given('/rest/channels/', { title: 'Large', themes: [] });

  await letGo();
  expect(await ended('channels', channel.id)).toMatchObject({
    done: 2 * many,
    total: 2 * many,
    failure: null,
  });
  expect(await one('select count(*) from "_ChannelToVideo" where "A" = $1', [channel.id])).toBe(0);
  expect(await one('select count(*) from "_ThemeToVideo" where "A" = $1', [theme.id])).toBe(0);
  expect(await one('select count(*) from channels where id = $1', [channel.id])).toBe(0);
  expect(await one('select count(*) from leaving')).toBe(0);
  expect((await client.get('/rest/channels/').expect(200)).body.count).toBe(before);
  expect((await changesOf('channels', channel.id)).slice(-1)).toEqual(['deleted']);
  expect((await changesOf('channels', channel.id)).filter((kind) => kind === 'deleted')).toHaveLength(1);
  expect(await changesOf('videos', video)).toContain('changed');
});

test('A channel goes though a theme in it is being removed, and though others are called as what is removed', async () => {
  const { client } = service.staff;
  const channel = await given('/rest/channels/', { title: 'Around', themes: [] });
  await given('/rest/channels/', { title: `deleted-${channel.id}`, themes: [] });
  const theme = await given('/rest/themes/', { title: 'Within', channel: channel.url });
  await givenLinked('_ThemeToVideo', theme.id);
  await givenLinked('_ChannelToVideo', channel.id);
  const before = (await client.get('/rest/themes/').expect(200)).body.count;
  const letGo = await holdingUp('_ThemeToVideo', theme.id);
  await client.delete(`/rest/themes/${theme.id}/`).expect(204);

  await client.delete(`/rest/channels/${channel.id}/`).expect(204);

  await client.get(`/rest/channels/${channel.id}/`).expect(404);
  await letGo();
  await ended('channels', channel.id);
  await ended('themes', theme.id);
  expect(await one('select count(*) from themes where id = $1', [theme.id])).toBe(0);
  expect(await one('select count(*) from leaving')).toBe(0);
  expect((await client.get('/rest/themes/').expect(200)).body.count).toBe(before - 1);
});

test('An account that is being removed is not found by those who administer accounts, and is not made active again', async () => {
  const { id, username } = await service.givenUser({ username: 'comes-back' });
  await givenLinked('_AdditionalOwners', id);
  const letGo = await holdingUp('_AdditionalOwners', id);
  await service.root.client.delete(`/rest/users/${id}/`).expect(204);
  const root = await signedIn(service, await givenUser(service.db, { isStaff: true, isSuperuser: true }));

  expect((await root.get(`/admin/users/?q=${username}`)).text).not.toContain(`/admin/users/${id}/`);
  expect((await root.get(`/admin/users/${id}/`)).status).toBe(404);
  const change = service.db.prisma.$transaction((tx) =>
    updateAccount(tx, { username, id }, { isActive: true }),
  );
  expect(await change).toBe(false);
  expect(await one('select count(*) from users where id = $1 and is_active', [id])).toBe(0);

  await letGo();
  await ended('users', id);
});

test('A discipline that few videos have is removed within the request, and nothing is told of it in the background', async () => {
  const discipline = await given('/rest/discipline/', { title: 'Small' });
  await givenLinked('_DisciplineToVideo', discipline.id, 3);

  await service.staff.client.delete(`/rest/discipline/${discipline.id}/`).expect(204);

  expect(await one('select count(*) from "_DisciplineToVideo" where "A" = $1', [discipline.id])).toBe(0);
  const { body } = await service.staff.client.get('/rest/deletions/?search=Small').expect(200);
  expect(body.count).toBe(0);
});

test.each([
  ['discipline', '/rest/discipline/', { title: 'Wide' }, '_DisciplineToVideo'],
  ['sites', '/rest/sites/', { name: 'Wide', domain: 'wide.example.org' }, '_SiteToVideo'],
])('%s that many videos have are removed in pieces', async (resource, path, body, table) => {
  const object = await given(path, body);
  await givenLinked(table, object.id);

  await service.staff.client.delete(`${path}${object.id}/`).expect(204);
  await service.staff.client.get(`${path}${object.id}/`).expect(404);

  expect(await ended(resource, object.id)).toMatchObject({ done: many, total: many });
  expect(await one(`select count(*) from "${table}" where "A" = $1`, [object.id])).toBe(0);
  await given(path, body);
});

test('An account that may change many videos of others lets nobody in at once, and the history says who removed it', async () => {
  const person = await service.givenUser({ username: 'leaves' });
  await givenLinked('_AdditionalOwners', person.id);
  await person.client.get('/rest/videos/').expect(200);
  const letGo = await holdingUp('_AdditionalOwners', person.id);

  await service.root.client.delete(`/rest/users/${person.id}/`).expect(204);

  await person.client.get('/rest/videos/').expect(401);
  await service.root.client.get(`/rest/users/${person.id}/`).expect(404);
  await letGo();
  await ended('users', person.id);
  const { rows } = await service.sql.query(
    "select actor from administration_history where account = 'leaves' and event = 'account-removed'",
  );
  expect(rows).toEqual([{ actor: `person:${service.root.username}` }]);
  await service.givenUser({ username: 'leaves' });
});

test('A type and an access group that many videos have stay, and the answer says how many', async () => {
  const type = await given('/rest/types/', { title: 'Kept' });
  await givenManyVideos(service.sql, { count: many, ownerId: service.ada.id, typeId: type.id });
  const group = await given('/rest/accessgroups/', { display_name: 'Kept', code_name: 'kept' });
  await givenLinked('_AccessGroupToVideo', group.id);

  const { body: typed } = await service.staff.client.delete(`/rest/types/${type.id}/`).expect(409);
  const { body: grouped } = await service.staff.client.delete(`/rest/accessgroups/${group.id}/`).expect(409);

  expect([JSON.stringify(typed), JSON.stringify(grouped)]).toEqual([
    expect.stringContaining(String(many)),
    expect.stringContaining(String(many)),
  ]);
  await service.staff.client.get(`/rest/accessgroups/${group.id}/`).expect(200);
});

test('An image that many videos show is let go of in pieces', async () => {
  const { rows } = await service.sql.query<{ id: number }>(
    `with folder as (insert into folders (name, owner_id) values ('Shown', $1) returning id)
     insert into images (name, folder_id, created_by_id, stored_file)
     select 'Shown', id, $1, 'shown.png' from folder returning id`,
    [service.ada.id],
  );
  const id = Number(rows[0]?.id);
  const videos = await givenManyVideos(service.sql, { count: many, ownerId: service.ada.id });
  await service.sql.query('update videos set thumbnail_id = $1 where id = any($2)', [id, videos]);

  await service.ada.client.delete(`/rest/images/${id}/`).expect(204);
  await service.ada.client.get(`/rest/images/${id}/`).expect(404);

  expect(await ended('images', id)).toMatchObject({ done: many, total: many });
  expect(await one('select count(*) from videos where thumbnail_id = $1', [id])).toBe(0);
  const { body: own } = await service.ada.client.get('/rest/deletions/').expect(200);
  expect(own.results).toEqual([expect.objectContaining({ object_id: id, user: 'ada' })]);
});

test('What is in a theme that is being removed is not shown as in its channel, nor found by the name of the theme', async () => {
  const name = newName('going');
  const channel = await given('/rest/channels/', { title: 'Stays', visible: true, themes: [] });
  const theme = await given('/rest/themes/', { title: name, channel: channel.url });
  const video = await givenVideo(service.db, { ownerId: service.ada.id });
  await givenOnAir(service, video.id);
  await service.sql.query('insert into "_ThemeToVideo" ("A", "B") values ($1, $2)', [theme.id, video.id]);
  await givenLinked('_ThemeToVideo', theme.id);
  const stranger = service.as({ Accept: 'text/html' });
  const pages = [`/channels/${channel.id}-stays/`, `/channels/${channel.id}-stays/?q=video`, `/?q=${name}`];
  const seen = () =>
    Promise.all(pages.map(async (page) => (await stranger.get(page).expect(200)).text.includes(video.slug)));
  expect(await seen()).toEqual([true, expect.anything(), true]);
  const letGo = await holdingUp('_ThemeToVideo', theme.id);

  await service.staff.client.delete(`/rest/themes/${theme.id}/`).expect(204);

  expect(await seen()).toEqual([false, false, false]);
  await letGo();
  await ended('themes', theme.id);
});

test('A file that is being removed is not named beside a video', async () => {
  const file = await givenFile(service, { name: 'going.txt', content: 'x' });
  const video = await givenVideo(service.db, { ownerId: service.ada.id });
  await givenOnAir(service, video.id);
  const others = await givenManyVideos(service.sql, { count: many, ownerId: service.ada.id });
  await service.sql.query('insert into documents (video_id, document_id) select unnest($1::int[]), $2', [
    [video.id, ...others],
    file.id,
  ]);
  const page = service.as({ Accept: 'text/html' });
  expect((await page.get(`/video/${video.slug}/`).expect(200)).text).toContain('>going<');
  const letGo = await holdingUp('documents', file.id, 'document_id');

  await service.ada.client.delete(`/rest/files/${file.id}/`).expect(204);

  expect((await page.get(`/video/${video.slug}/`).expect(200)).text).not.toContain('>going<');
  await letGo();
  await ended('files', file.id);
});

test('Deletions are seen by the account that began them, not by a later one of its name', async () => {
  const first = await service.givenUser({ username: 'twice', isStaff: true });
  const discipline = await given('/rest/discipline/', { title: 'Mine' });
  await givenLinked('_DisciplineToVideo', discipline.id);
  await first.client.delete(`/rest/discipline/${discipline.id}/`).expect(204);
  await ended('discipline', discipline.id);
  await service.root.client.patch(`/rest/users/${first.id}/`).send({ is_staff: false }).expect(200);
  const own = (await first.client.get('/rest/deletions/').expect(200)).body.results;

  await service.root.client.delete(`/rest/users/${first.id}/`).expect(204);
  const second = await service.givenUser({ username: 'twice' });

  expect(own).toEqual([expect.objectContaining({ object_id: discipline.id, user: 'twice' })]);
  expect((await second.client.get('/rest/deletions/').expect(200)).body.count).toBe(0);
});

test('As many deletions may be under way as the limit says, and one more is refused whole', async () => {
  const { client, id, username } = await service.givenUser({ isStaff: true });
  const discipline = await given('/rest/discipline/', { title: 'Last' });
  await givenLinked('_DisciplineToVideo', discipline.id);
  await service.sql.query(
    `insert into deletions (table_name, object_id, name, actor, actor_id)
     select 'disciplines', -n, 'other', $1, $2 from generate_series(1, $3) n`,
    [username, id, deletionLimits.underWayPerCaller],
  );
  await client.delete(`/rest/discipline/${discipline.id}/`).expect(429);
  await service.staff.client.get(`/rest/discipline/${discipline.id}/`).expect(200);
  await service.sql.query('delete from deletions where actor = $1 and object_id = -1', [username]);

  await client.delete(`/rest/discipline/${discipline.id}/`).expect(204);

  await ended('discipline', discipline.id);
  await service.sql.query('delete from deletions where actor = $1', [username]);
});

test('Nothing comes to refer to what is being removed and would keep it', async () => {
  const { id } = await service.givenUser({ username: 'no-more' });
  await givenLinked('_AdditionalOwners', id);
  const letGo = await holdingUp('_AdditionalOwners', id);
  await service.root.client.delete(`/rest/users/${id}/`).expect(204);

  await expect(givenManyVideos(service.sql, { count: 1, ownerId: id })).rejects.toMatchObject({
    code: '23503',
    constraint: 'videos_owner_id_fkey',
  });
  const [own = 0] = await givenManyVideos(service.sql, { count: 1, ownerId: service.ada.id });
  await expect(
    service.sql.query('update videos set owner_id = $1 where id = $2', [id, own]),
  ).rejects.toMatchObject({ code: '23503' });

  await letGo();
  await ended('users', id);
});

test('Each table that can keep what is being removed refuses to refer to it', async () => {
  const { rows } = await service.sql.query<{ child: string }>(
    `select distinct r.child from pg_class c, references_to(c.relname::text) r
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'deletions' and r.action = 'r'
       and (select count(*) from pg_trigger where tgrelid = format('%I', r.child)::regclass and tgname like 'refuse_leaving_%') <> 2`,
  );

  expect(rows).toEqual([]);
});
