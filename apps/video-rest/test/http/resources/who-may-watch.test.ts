/** Who may watch a video, at every door of the API, of media and of the export; whose it is, and what that allows. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formWith } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenUser } from '../../support/accounts.ts';
import { givenEncoding, givenType, givenVideo, newName } from '../../support/given-records.ts';
import { givenOnAir } from '../../support/on-air.ts';
import { type Client, type Person, useService } from '../../support/service.ts';
import { exchangeOn } from '../../support/shown-exchange.ts';
import { silence } from '../../support/sound.ts';
import { signedIn } from '../../support/visitor.ts';

const service = useService();

let member: Person;
let eve: Person;
/** Whom the videos are shared with. */
let co: Person;
let group: { id: number; url: string };

beforeAll(async () => {
  member = await service.givenUser({ username: 'member' });
  eve = await service.givenUser({ username: 'eve' });
  co = await service.givenUser({ username: 'co' });
  group = await givenGroup(member);
});

async function givenGroup(...members: Person[]): Promise<{ id: number; url: string }> {
  const users = { connect: members.map(({ id }) => ({ userId: id })) };
  const { id } = await service.db.prisma.accessGroup.create({ data: { codeName: newName('group'), users } });
  return { id, url: `${service.url}/rest/accessgroups/${id}/` };
}

const people = () => ({ eve, member, co, ada: service.ada, staff: service.staff, root: service.root });
type Name = keyof ReturnType<typeof people>;

/** A video of Ada that is shared with Co, with a run on air whose playlist is on disk. */
async function givenShared(columns: Partial<Parameters<typeof givenVideo>[1]> = {}) {
  const additionalOwners = { connect: [{ id: co.id }] };
  const video = await givenVideo(service.db, {
    ownerId: service.ada.id,
    title: newName('shared'),
    additionalOwners,
    ...columns,
  });
  const encodingId = await givenOnAir(service, video.id);
  const run = `${video.id}/encoding-${encodingId}`;
  const folder = path.join(service.mediaRoot, 'videos', '0000', run);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'master.m3u8'), '#EXTM3U\n');
  return {
    ...video,
    url: `${service.url}/rest/videos/${video.id}/`,
    playlist: `/media/videos/${run}/master.m3u8`,
  };
}

const owners: Name[] = ['co', 'ada', 'staff', 'root'];
const everybody: Name[] = ['eve', 'member', ...owners];
const toGroup = () => ({ restrictAccessToGroups: { connect: [{ id: group.id }] } });
const passwordHash =
  '$scrypt$ln=17,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

describe.each([
  ['public', () => ({}), everybody],
  ['a draft', () => ({ isDraft: true }), owners],
  ['restricted', () => ({ isRestricted: true }), everybody],
  ['for a group', toGroup, ['member', ...owners]],
  ['for a group and a draft', () => ({ ...toGroup(), isDraft: true }), owners],
  ['for a group and restricted', () => ({ ...toGroup(), isRestricted: true }), ['member', ...owners]],
  ['behind a password', () => ({ passwordHash }), owners],
  ['for a group behind a password', () => ({ ...toGroup(), passwordHash }), owners],
] as const)('A video that is %s', (rule, columns, watchers) => {
  test('is there for those who may watch it, at every door', async () => {
    const { id, slug, playlist } = await givenShared(columns());
    const isPublic = rule === 'public';

    for (const [name, { client }] of Object.entries(people())) {
      const mayWatch = (watchers as readonly string[]).includes(name);
      const statusOf = async (address: string) => (await client.get(address)).status;
      const countOf = async (address: string) => (await client.get(address)).body.count;
      const exported = await client.get(`/rest/dublincore/?slug=${slug}`).buffer(true);
      const [there, listed, partOf] = mayWatch ? [200, 1, 1] : [404, 0, undefined];

      expect({
        name,
        object: await statusOf(`/rest/videos/${id}/`),
        atSlug: await statusOf(`/rest/videos/${slug}/`),
        listed: await countOf(`/rest/videos/?id=${id}`),
        ofOwner: await countOf(`/rest/videos/?owner__username=ada&slug=${slug}`),
        parts: await countOf(`/rest/encodings/?video=${id}`),
        media: await statusOf(playlist),
        isExported: exported.text.includes(slug),
      }).toEqual({
        ...{ name, object: there, atSlug: there, listed, ofOwner: listed, parts: partOf, media: there },
        isExported: isPublic,
      });
    }
    expect((await service.as({}).get(playlist)).status).toBe(isPublic ? 200 : 401);
  });
});

describe('What is shown of a video', () => {
  test('has neither its source nor its additional owners for whoever does not own it', async () => {
    const { url, encoding } = await givenFailed();
    const { pathname } = new URL(url);

    const [ofEve, ofCo] = [(await eve.client.get(pathname)).body, (await co.client.get(pathname)).body];

    expect(ofEve).toMatchObject({ video: null, additional_owners: [], owner: service.ada.url });
    expect(ofCo).toMatchObject({
      video: expect.stringContaining('/media/signed/'),
      additional_owners: [co.url],
    });
    expect([ofEve.get_encoding_step, ofCo.get_encoding_step]).toEqual(['-1: the encoding failed', '-1: no']);
    expect((await eve.client.get(encoding)).body).toMatchObject({ state: 'failed', error: null });
    expect((await co.client.get(encoding)).body).toMatchObject({ state: 'failed', error: 'no' });
  });

  test('has its source where downloading is allowed', async () => {
    const { id } = await givenShared({ allowDownloading: true, isRestricted: true });

    const { body } = await eve.client.get(`/rest/videos/${id}/`);

    expect(body.video).toContain('/media/signed/');
  });

  test('has addresses to play that are signed for whoever may watch, unless it is public', async () => {
    const { id } = await givenShared(toGroup());

    const { body } = await member.client.get(`/rest/videos/${id}/`);

    expect(body.playback.hls).toContain('/media/signed/');
    expect((await service.as({}).get(new URL(body.playback.hls).pathname)).status).toBe(200);
  });

  async function givenFailed() {
    const video = await givenShared();
    const { id } = await givenEncoding(service.db, video.id);
    await service.db.prisma.video.update({ where: { id: video.id }, data: { latestEncodingId: id } });
    return { ...video, encoding: `/rest/encodings/${id}/` };
  }
});

describe('Whoever may watch a video but does not own it', () => {
  test('changes nothing of it, nor of what belongs to it', async () => {
    const { id, slug, url } = await givenShared();
    const object = `/rest/videos/${id}/`;

    const answers = [
      await eve.client.patch(object).send({ title: 'Mine' }),
      await eve.client.delete(object),
      await eve.client.get(`/rest/launch_encode_view/?slug=${slug}`),
      await eve.client.post('/rest/contributors/').send({ video: url, name: 'Eve' }),
      await eve.client.post('/rest/share_links/').send({ video: url, expires: '2100-01-01T00:00:00Z' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await eve.client.options(object)).body.actions).toBeUndefined();
  });
});

describe('An additional owner', () => {
  const refused = {
    detail: 'Additional owners may neither delete this nor change its owners: ask its owner, or staff.',
  };

  test('changes the video and what belongs to it, and finds what is shared with them', async () => {
    const { id, url } = await givenShared({ isDraft: true });

    await co.client.patch(`/rest/videos/${id}/`).send({ title: 'Ours', is_draft: false }).expect(200);
    await co.client.post('/rest/contributors/').send({ video: url, name: 'Co' }).expect(201);
    const { body } = await co.client.get(`/rest/videos/?additional_owners=${co.id}&id=${id}`);

    expect(body.results).toMatchObject([{ title: 'Ours', additional_owners: [co.url] }]);
  });

  test('neither deletes it nor says whose it is, and is told so', async () => {
    const { id } = await givenShared();
    const object = `/rest/videos/${id}/`;

    const answers = [
      await co.client.delete(object),
      await co.client.patch(object).send({ owner: co.url }),
      await co.client.patch(object).send({ additional_owners: [] }),
      await co.client.patch(object).type('form').send({ owner: co.url }),
    ];

    for (const { status, body } of answers) expect([status, body]).toEqual([403, refused]);
    expect((await service.ada.client.get(object)).body).toMatchObject({
      owner: service.ada.url,
      additional_owners: [co.url],
    });
  });

  test('sends back what they were shown, in JSON and as a form', async () => {
    const { id } = await givenShared();
    const object = `/rest/videos/${id}/`;
    const { body } = await co.client.get(object);
    const { owner, type } = body;

    await co.client
      .put(object)
      .send({ ...body, video: undefined, title: 'Sent back' })
      .expect(200);
    await co.client.put(object).type('form').send({ owner, type, title: 'By form' }).expect(200);

    expect((await service.ada.client.get(object)).body).toMatchObject({
      title: 'By form',
      owner: service.ada.url,
      additional_owners: [co.url],
    });
  });
});

test('Given an additional owner with a browser, When they change the video by its form, Then it stays whose it was', async () => {
  const account = await givenUser(service.db);
  const { id } = await givenShared({ additionalOwners: { connect: [{ id: account.id }] } });
  const visitor = await signedIn(service, account);
  const address = `/rest/videos/${id}/`;
  const form = formWith((await visitor.get(address)).page, '_form');
  const shown = Object.fromEntries(form.values);

  const { status, page } = await visitor.post(`${address}?_method=PUT`, { ...shown, title: 'By form' });

  expect([shown.owner, status]).toEqual([service.ada.url, 200]);
  expect(exchangeOn(page).body).toMatchObject({ title: 'By form', owner: service.ada.url });
});

describe('additional_owners and restrict_access_to_groups', () => {
  const upload = (client: Client) =>
    client.post('/rest/videos/').field('title', 'Silence').attach('video', silence(), 'silence.wav');

  test('are repeated members of a form, lists of JSON, none when a form leaves them out, and stay in a PATCH', async () => {
    const { id: typeId } = await givenType(service.db);
    const [owner, type] = [service.ada.url, `/rest/types/${typeId}/`];
    const other = await givenGroup();
    const { body: made } = await upload(service.staff.client)
      .field({ owner, type })
      .field('additional_owners', co.url)
      .field('additional_owners', eve.url)
      .field('restrict_access_to_groups', group.url)
      .expect(201);
    const object = `/rest/videos/${made.id}/`;
    const ofStaff = service.staff.client;

    expect(made).toMatchObject({
      additional_owners: [eve.url, co.url],
      restrict_access_to_groups: [group.url],
    });
    const patched = await ofStaff.patch(object).type('form').send({ title: 'Sound' });
    expect(patched.body).toMatchObject({ additional_owners: [eve.url, co.url], title: 'Sound' });
    const groups = [group.url, other.url];
    const changed = await ofStaff
      .patch(object)
      .send({ restrict_access_to_groups: groups, additional_owners: [] });
    expect(changed.body).toMatchObject({ restrict_access_to_groups: groups, additional_owners: [] });
    expect((await ofStaff.get(`/rest/videos/?restrict_access_to_groups=${other.id}`)).body.count).toBe(1);
    const put = await ofStaff.put(object).type('form').send({ title: 'Sound', owner, type });
    expect(put.body).toMatchObject({ restrict_access_to_groups: [], additional_owners: [] });
    expect((await member.client.get(object)).status).toBe(200);
  });

  test('name accounts that their owner does not see, but none that is disabled or not there', async () => {
    const { id } = await givenShared();
    const object = `/rest/videos/${id}/`;
    const disabled = await service.givenUser({ isActive: false });
    const name = (...additional_owners: string[]) =>
      service.ada.client.patch(object).send({ additional_owners });

    const { body } = await name(eve.url, co.url).expect(200);
    const refused = [await name(eve.url, disabled.url), await name('/rest/users/999999/')];

    expect(body.additional_owners).toEqual([eve.url, co.url]);
    expect((await eve.client.patch(object).send({ title: 'Hers too' })).status).toBe(200);
    expect((await service.ada.client.get(new URL(eve.url).pathname)).status).toBe(404);
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(refused[0]?.text).toBe(refused[1]?.text);
  });

  test('are opened and closed by whoever owns the video, from one request to the next', async () => {
    const { id, playlist } = await givenShared();
    const object = `/rest/videos/${id}/`;
    const anybody = service.as({});

    expect((await anybody.get(playlist)).status).toBe(200);
    await service.ada.client
      .patch(object)
      .send({ restrict_access_to_groups: [group.url] })
      .expect(200);
    expect([(await anybody.get(playlist)).status, (await eve.client.get(object)).status]).toEqual([401, 404]);
    expect((await member.client.get(object)).status).toBe(200);
    await service.ada.client.patch(object).send({ restrict_access_to_groups: [] }).expect(200);
    expect([(await anybody.get(playlist)).status, (await eve.client.get(object)).status]).toEqual([200, 200]);
  });

  test('Given a group that closes a video, Then nobody removes it', async () => {
    const { id, url } = await givenGroup(member);
    await givenShared({ restrictAccessToGroups: { connect: [{ id }] } });

    const { status, body } = await service.staff.client.delete(new URL(url).pathname);

    expect([status, body.detail]).toEqual([
      409,
      'This access group is still in use (videos: 1). Change or delete those first.',
    ]);
  });
});

describe('password', () => {
  const hashOf = async (id: number) =>
    (await service.db.prisma.video.findUniqueOrThrow({ where: { id } })).passwordHash;

  test('is shown as a mask, kept as a hash, stays when the mask comes back, and goes with null or nothing', async () => {
    const { id } = await givenShared();
    const object = `/rest/videos/${id}/`;
    const { client } = service.ada;
    expect((await client.get(object)).body.password).toBeNull();

    const set = await client.patch(object).send({ password: 'open sesame' });
    const first = await hashOf(id);
    expect([set.status, set.body.password]).toEqual([200, '********']);
    expect(first).toMatch(/^\$scrypt\$/);
    expect((await eve.client.get(object)).status).toBe(404);

    await client
      .patch(object)
      .send({ ...set.body, video: undefined, title: 'Again' })
      .expect(200);
    await client
      .put(object)
      .send({ ...set.body, video: undefined })
      .expect(200);
    await client.patch(object).type('form').send({ title: 'By form' }).expect(200);
    expect(await hashOf(id)).toBe(first);

    await client.patch(object).send({ password: '' }).expect(200);
    expect(await hashOf(id)).toBeNull();
    await client.patch(object).send({ password: 'again' }).expect(200);
    const removed = await client.patch(object).send({ password: null });
    expect([removed.body.password, await hashOf(id)]).toEqual([null, null]);
    await client.patch(object).type('form').send({ password: '' }).expect(200);
    expect(await hashOf(id)).toBeNull();
  });

  test('has at most 50 characters', async () => {
    const { id } = await givenShared();

    const { status, body } = await service.ada.client
      .patch(`/rest/videos/${id}/`)
      .send({ password: 'x'.repeat(51) });

    expect([status, body]).toEqual([
      400,
      { password: ['Ensure this field has no more than 50 characters.'] },
    ]);
  });
});
