/** Whom and what somebody may name in a relation, whatever the relation is. */
import { describe, expect, test } from '@jest/globals';
import { relations as foreignRelations } from '../../../src/data/foreign-links.ts';
import { resources } from '../../../src/http/resources/resources.ts';
import { givenVideo } from '../../support/given-records.ts';
import { givenFile } from '../../support/kept-files.ts';
import { givenImage } from '../../support/kept-images.ts';
import { type Person, useService } from '../../support/service.ts';

const service = useService();

/**
 * Why each relation may be named by whom: a new one says so here.
 *
 * `own`: what is in one's own folders, and what is there already. `whole`: what one may change. `team`: staff alone writes
 * it. `self`: but for staff, oneself. `people`: anybody who has an account. `opens`: everybody sees it, and naming it gives
 * no right. `seen`: it is shown to those alone who see it by themselves.
 */
const rules: Record<string, 'own' | 'whole' | 'team' | 'self' | 'people' | 'opens' | 'seen'> = {
  'users.groups': 'team',
  'owners.userpicture': 'team',
  'owners.sites': 'team',
  'accessgroups.sites': 'team',
  'accessgroups.users': 'team',
  'types.icon': 'team',
  'types.sites': 'team',
  'discipline.icon': 'team',
  'discipline.site': 'team',
  'channels.headband': 'team',
  'channels.owners': 'team',
  'channels.users': 'team',
  'channels.themes': 'team',
  'channels.site': 'team',
  'themes.parentId': 'team',
  'themes.headband': 'team',
  'themes.channel': 'team',
  'videos.owner': 'self',
  'videos.additional_owners': 'people',
  'videos.type': 'opens',
  'videos.discipline': 'opens',
  'videos.channel': 'opens',
  'videos.theme': 'opens',
  'videos.restrict_access_to_groups': 'opens',
  'videos.sites': 'opens',
  'videos.thumbnail': 'own',
  'playlists.owner': 'self',
  'playlists.additional_owners': 'people',
  'playlists.content': 'seen',
  'contributors.video': 'whole',
  'chapters.video': 'whole',
  'overlays.video': 'whole',
  'enrichments.video': 'whole',
  'enrichments.image': 'own',
  'enrichments.document': 'own',
  'documents.video': 'whole',
  'documents.document': 'own',
  'tracks.video': 'whole',
  'tracks.src': 'own',
  'share_links.video': 'whole',
  'folders.owner': 'self',
  'files.folder': 'whole',
  'files.created_by': 'self',
  'images.folder': 'whole',
  'images.created_by': 'self',
  'broadcasters.building': 'team',
  'broadcasters.poster': 'team',
  'broadcasters.manage_groups': 'team',
  'buildings.headband': 'team',
  'buildings.sites': 'team',
  'events.owner': 'self',
  'events.additional_owners': 'people',
  'events.broadcaster': 'opens',
  'events.type': 'opens',
  'events.thumbnail': 'own',
  'events.video_on_hold': 'seen',
  'renditions.sites': 'team',
  'bbb_meeting.encoded_by': 'team',
  'bbb_livestream.meeting': 'team',
  'bbb_livestream.user': 'team',
};

const relations = resources.flatMap((resource) =>
  resource.fields.flatMap((field) =>
    field.target === undefined || field.readOnly || field.aliasOf !== undefined
      ? []
      : [{ name: `${resource.path}.${field.name}`, resource, field, target: field.target() }],
  ),
);
const ruled = (...wanted: string[]) => relations.filter(({ name }) => wanted.includes(rules[name] ?? ''));
const somebody = {
  ...{ id: 7, username: 'eve', address: '127.0.0.1', isStaff: false, isSuperuser: false },
  scheme: 'token' as const,
};
const others = { ownerId: 8, createdById: 8, isSuperuser: false, additionalOwners: [] };

describe('A relation', () => {
  test('says who may name what in it', () => {
    expect(relations.map(({ name }) => name).toSorted()).toEqual(Object.keys(rules).toSorted());
  });

  test.each(ruled('own'))('$name takes less than what is seen', ({ target }) => {
    expect(target.rights.names?.(somebody)).toEqual([
      { some: 'folder', meets: [{ columns: ['ownerId'], operator: 'equals', value: somebody.id }] },
    ]);
  });

  test('of what is in folders is among those that foreign-links lists', () => {
    const listed = foreignRelations.map(({ table, field }) => `${table}.${field}`);
    expect(listed.toSorted()).toEqual(
      ruled('own')
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  test.each(ruled('team'))('$name is written by the team', ({ resource: { rights }, field: { columns } }) => {
    const changes = Object.fromEntries(columns.map((column) => [column, 1]));
    const mayWrite = rights.may(somebody, 'update') && rights.mayWrite?.(somebody, changes, others) !== false;
    expect(mayWrite).toBe(false);
  });

  test.each(ruled('self'))('$name names oneself', ({ resource: { rights }, field: { columns } }) => {
    const named = (id: number) => rights.mayWrite?.(somebody, { [String(columns[0])]: id }, null);
    expect([named(somebody.id), named(8)]).toEqual([true, false]);
  });

  test.each(ruled('opens'))('$name names what everybody sees', ({ target: { rights } }) => {
    // Of broadcasters those that are not for the team alone.
    expect(rights.sees(somebody).flatMap((condition) => Object.values(condition))).not.toContain(somebody.id);
    expect(rights.names).toBeUndefined();
  });

  test.each(ruled('whole'))('$name names what somebody may change', ({ target: { rights } }) => {
    expect(rights.mayChange?.(somebody, others)).toBe(false);
  });
});

/** A video of somebody, and what each relation to something kept of it is set by. */
async function givenPartsOf(person: Person, { id }: { id: number }) {
  const video = `${service.url}/rest/videos/${id}/`;
  const post = (path: string, body: object) =>
    person.client.post(`/rest/${path}/`).send({ video, title: 'a part', ...body });
  return {
    documents: (url: string) => post('documents', { document: url }),
    tracks: (url: string) => post('tracks', { src: url }),
    enrichments: (url: string) => post('enrichments', { type: 'document', document: url }),
    pictures: (url: string) => post('enrichments', { type: 'image', image: url }),
    thumbnails: (url: string) => person.client.patch(`/rest/videos/${id}/`).send({ thumbnail: url }),
  };
}

/** Files that Ada keeps, each beside a video of hers that others see. */
async function givenShown() {
  const video = await givenVideo(service.db, { ownerId: service.ada.id });
  const [file, image] = [await givenFile(service), await givenImage(service)];
  const parts = await givenPartsOf(service.ada, video);
  const { body: document } = await parts.documents(file.url).expect(201);
  await parts.tracks(file.url).expect(201);
  await parts.thumbnails(image.url).expect(200);
  return { video, file, image, document };
}

const pathOf = (url: string) => new URL(url).pathname;

describe('What somebody else keeps', () => {
  test('is seen beside their video, and not linked to one of one’s own by any relation', async () => {
    const { file, image } = await givenShown();
    const eve = await service.givenUser();
    const video = await givenVideo(service.db, { ownerId: eve.id });
    const parts = await givenPartsOf(eve, video);
    const event = { title: 'Open day', broadcaster: '', thumbnail: image.url };

    await eve.client.get(pathOf(file.url)).expect(200);
    await eve.client.get(pathOf(image.url)).expect(200);
    const statuses = await Promise.all(
      [
        ...[parts.documents(file.url), parts.tracks(file.url), parts.enrichments(file.url)],
        ...[parts.pictures(image.url), parts.thumbnails(image.url)],
        // By its path, and by forms too.
        parts.documents(pathOf(file.url)),
        eve.client
          .post('/rest/documents/')
          .type('form')
          .send({ video: `${service.url}/rest/videos/${video.id}/`, document: file.url }),
        eve.client.post('/rest/events/').send(event),
      ].map(async (asked) => (await asked).status),
    );

    expect(new Set(statuses)).toEqual(new Set([403]));
    expect((await service.sql.query('select from documents where video_id = $1', [video.id])).rows).toEqual(
      [],
    );
  });

  test('of a group is not published by one of its members', async () => {
    const { video, file } = await givenShown();
    const eve = await service.givenUser();
    const { body: group } = await service.root.client
      .post('/rest/accessgroups/')
      .send({ code_name: 'readers' })
      .expect(201);
    await service.root.client
      .post('/rest/accessgroups_set_users_by_name/')
      .send({ code_name: 'readers', users: [eve.username] })
      .expect(200);
    await service.ada.client
      .patch(`/rest/videos/${video.id}/`)
      .send({ is_restricted: true, restrict_access_to_groups: [group.url] })
      .expect(200);
    const own = await givenPartsOf(eve, await givenVideo(service.db, { ownerId: eve.id }));

    await eve.client.get(pathOf(file.url)).expect(200);
    await own.documents(file.url).expect(403);
  });

  test('stays where it is for those who may change the object, and does not go elsewhere with it', async () => {
    const { video, file, document } = await givenShown();
    const eve = await service.givenUser();
    await service.ada.client
      .patch(`/rest/videos/${video.id}/`)
      .send({ additional_owners: [eve.url] })
      .expect(200);
    const { id: ownId } = await givenVideo(service.db, { ownerId: eve.id });
    const own = `${service.url}/rest/videos/${ownId}/`;
    const change = (body: object) => eve.client.patch(pathOf(document.url)).send(body);

    await eve.client.put(pathOf(document.url)).send(document).expect(200);
    await change({ document: pathOf(file.url) }).expect(200);
    await change({ video: pathOf(document.video) }).expect(200);
    await change({ video: own }).expect(403);
    await change({ video: own, document: file.url }).expect(403);
    await change({ video: own, document: null }).expect(200);
    await change({ document: file.url }).expect(403);
  });

  test('is linked by staff, and by who keeps it', async () => {
    const { file } = await givenShown();
    const eve = await service.givenUser();
    const video = await givenVideo(service.db, { ownerId: eve.id });
    const shared = await givenVideo(service.db, { ownerId: service.ada.id });

    await (await givenPartsOf(service.staff, video)).documents(file.url).expect(201);
    await (await givenPartsOf(service.ada, shared)).documents(file.url).expect(201);
  });
});
