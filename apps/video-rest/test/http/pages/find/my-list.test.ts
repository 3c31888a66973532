import { describe, expect, test } from '@jest/globals';
import { givenUser } from '../../../support/accounts.ts';
import { givenVideo, newName } from '../../../support/given-records.ts';
import { givenImage } from '../../../support/kept-images.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, visitorOf } from '../../../support/visitor.ts';

const service = useService();

async function givenPublic(columns: Partial<Parameters<typeof givenVideo>[1]> = {}) {
  const title = newName('video');
  const video = await givenVideo(service.db, { ownerId: service.ada.id, title, ...columns });
  await givenOnAir(service, video.id);
  return { ...video, title, item: `videos-${video.id}` };
}

async function givenChannel({ visible = true, videos = [] as { id: number }[] } = {}) {
  const title = newName('channel');
  const connect = videos.map(({ id }) => ({ id }));
  const { id } = await service.db.prisma.channel.create({ data: { title, visible, videos: { connect } } });
  return { id, title, item: `channels-${id}`, path: `/channels/${String(id)}-${title.toLowerCase()}/` };
}

/** Somebody with an account, and what they do with their list. */
async function givenReader() {
  const account = await givenUser(service.db);
  const visitor = await signedIn(service, account);
  const change = (what: 'add' | 'remove', items: string, at = 'entry') =>
    visitor.post('/my-list/', { do: what, items, at });
  const stored = () =>
    service.db.prisma.myListEntry.findMany({ where: { accountId: account.id }, orderBy: { id: 'desc' } });
  return { account, visitor, change, stored, list: async () => (await visitor.get('/my-list/')).page.text };
}

describe('Somebody who has signed in', () => {
  test('follows a channel and keeps a video by the forms of their pages, and has both in the list until they say otherwise', async () => {
    const reader = await givenReader();
    const video = await givenPublic();
    const channel = await givenChannel();
    const { text } = await reader.visitor.get(`/video/${video.slug}/`);
    expect(text).toContain(`value="${video.item}"`);
    expect(text).toMatch(/value="add"[^>]*>Keep</);

    const kept = await reader.change('add', video.item, 'page');
    const followed = await reader.change('add', channel.item, 'page');

    expect([kept.status, kept.location]).toEqual([303, `/video/${video.slug}/`]);
    expect(followed.location).toMatch(new RegExp(`^/channels/${channel.id}-`));
    expect((await reader.visitor.get(String(followed.location))).text).toMatch(
      /value="remove"[^>]*>Do not follow any more</,
    );
    const list = await reader.list();
    expect(list).toContain(video.title);
    expect(list).toContain(channel.title);
    await reader.change('remove', video.item);
    await reader.change('remove', channel.item);
    expect(await reader.list()).toContain('Nothing is here yet');
    expect(await reader.stored()).toEqual([]);
  });

  test('is shown what could first be watched since the visit before, for as long as a visit goes on', async () => {
    const reader = await givenReader();
    const longAgo = new Date(Date.now() - 48 * 60 * 60_000);
    const addedLongAgo = async () => {
      const made = await givenPublic();
      await service.db.prisma.video.update({ where: { id: made.id }, data: { dateAdded: longAgo } });
      return made;
    };
    const [old, encodedAgain, video] = [await addedLongAgo(), await addedLongAgo(), await addedLongAgo()];
    const ids = [old.id, encodedAgain.id];
    await service.db.prisma.encoding.updateMany({
      where: { videoId: { in: ids } },
      data: { finishedAt: longAgo },
    });
    await givenOnAir(service, encodedAgain.id);
    const channel = await givenChannel({ videos: [old, encodedAgain, video] });
    const whatIsNew = async () => (await reader.list()).split(/New since your last visit|Channels/)[1];
    await reader.change('add', channel.item);
    expect(await whatIsNew()).toContain('have no new video');
    await service.sql.query(
      `update my_lists set seen_at = now() - interval '3 days', visited_at = now() - interval '1 day' where account_id = $1`,
      [reader.account.id],
    );

    const first = await whatIsNew();
    const again = await whatIsNew();

    expect(first).toContain(video.title);
    expect(first).not.toContain(old.title);
    expect(first).not.toContain(encodedAgain.title);
    expect(again).toBe(first);
  });

  test('is told of entries that are gone or closed, without their names, and takes them out', async () => {
    const reader = await givenReader();
    const [video, gone] = [await givenPublic(), await givenPublic()];
    const channel = await givenChannel();
    await reader.change('add', [video, gone, channel].map(({ item }) => item).join(','));
    await service.db.prisma.video.update({ where: { id: video.id }, data: { isDraft: true } });
    await service.db.prisma.channel.update({ where: { id: channel.id }, data: { visible: false } });
    await service.staff.client.delete(`/rest/videos/${gone.id}/`).expect(204);

    const list = await reader.list();

    expect(list).toContain('2 entries are not there any more, or not for you.');
    for (const { title } of [video, channel]) expect(list).not.toContain(title);
    await reader.change('remove', `${video.item},${channel.item}`);
    expect(await reader.stored()).toEqual([]);
  });

  test('cannot learn by adding it whether something is there that is not for them', async () => {
    const reader = await givenReader();
    const draft = await givenPublic({ isDraft: true });
    const hidden = await givenChannel({ visible: false });

    const { status, location } = await reader.change(
      'add',
      `${draft.item},${hidden.item},videos-2000000000`,
      'page',
    );

    expect([status, location]).toEqual([303, '/my-list/']);
    expect(await reader.stored()).toEqual([]);
  });

  test('has what is theirs or for their group, too', async () => {
    const reader = await givenReader();
    const users = { connect: [{ userId: reader.account.id }] };
    const group = await service.db.prisma.accessGroup.create({ data: { codeName: newName(), users } });
    const groups = { connect: [{ id: group.id }] };
    const [own, forGroup] = [
      await givenPublic({ ownerId: reader.account.id, isDraft: true }),
      await givenPublic({ restrictAccessToGroups: groups }),
    ];

    await reader.change('add', `${own.item},${forGroup.item}`);

    const list = await reader.list();
    expect(list).toContain(own.title);
    expect(list).toContain(forGroup.title);
  });

  test('has a hundred entries at most, whoever asks at the same time', async () => {
    const reader = await givenReader();
    const channels = await service.db.prisma.channel.createManyAndReturn({
      data: Array.from({ length: 104 }, () => ({ title: newName('channel'), visible: true })),
    });
    const items = channels.map(({ id }) => `channels-${id}`);
    await reader.change('add', items.slice(0, 97).join(','));

    const answers = await Promise.all(
      [items.slice(97, 99), items.slice(99, 101), items.slice(101, 103)].map((two) =>
        reader.change('add', two.join(',')),
      ),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.page.text).toContain('more than 100 channels and videos');
    expect(await reader.stored()).toHaveLength(99);
    await reader.change('add', String(items[0]));
    expect(await reader.stored()).toHaveLength(99);
  });

  test('has nobody else add to their list', async () => {
    const reader = await givenReader();
    const { item } = await givenPublic();

    const { status } = await reader.visitor.post('/my-list/', { do: 'add', items: item }, { csrf: false });

    expect(status).toBe(403);
    expect(await reader.stored()).toEqual([]);
  });

  test('loses an entry with its channel, and the list with their account', async () => {
    const reader = await givenReader();
    const channel = await givenChannel();
    const video = await givenPublic();
    await reader.change('add', `${channel.item},${video.item}`);

    await service.staff.client.delete(`/rest/channels/${channel.id}/`).expect(204);

    expect(await reader.stored()).toMatchObject([{ videoId: video.id }]);
    await service.root.client.delete(`/rest/users/${reader.account.id}/`).expect(204);
    expect(await reader.stored()).toEqual([]);
    const lists = await service.db.prisma.myList.findMany({ where: { accountId: reader.account.id } });
    expect(lists).toEqual([]);
  });
});

describe('A stranger', () => {
  test('is shown what their device asks for, as far as it is public, and gets no cookie', async () => {
    const [video, restricted, fresh] = [
      await givenPublic(),
      await givenPublic({ isRestricted: true }),
      await givenPublic(),
    ];
    const channel = await givenChannel({ videos: [fresh] });
    const items = [channel, video, restricted].map(({ item }) => item).join(',');

    const { page, headers } = await visitorOf(service).get(
      `/my-list/?items=${items}&since=${Date.now() - 60_000}`,
    );

    for (const { title } of [video, fresh, channel]) expect(page.text).toContain(title);
    expect(page.text).not.toContain(restricted.title);
    expect(page.text).toContain('One entry is not there any more, or not for you.');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('reads without JavaScript for whom a list is kept, and is led to the sign-in where they send a form', async () => {
    const visitor = visitorOf(service);

    const { page } = await visitor.get('/my-list/');

    expect(page.text).toContain('Without JavaScript, a list is kept only for those who are signed in.');
    expect(
      (await visitor.post('/my-list/', { do: 'add', items: 'videos-1' }, { csrf: false })).status,
    ).not.toBe(200);
  });

  test.each([
    '?items=videos-1%00,channels-0,videos--1,,x,videos-99999999999&since=99999999999999999',
    '?items=videos-007&since=-1',
    '?items[]=videos-1&since[a]=1',
    `?items=${Array.from({ length: 900 }, (_, id) => `videos-${id}`).join(',')}&since=x`,
  ])('is answered whatever the address has (%#)', async (query) => {
    expect((await visitorOf(service).get(`/my-list/${query}`)).status).toBe(200);
  });
});

test('A channel shows its picture', async () => {
  const { url } = await givenImage(service);
  const { id } = await givenChannel();
  const headbandId = Number(/(\d+)\/$/.exec(url)?.[1]);
  await service.db.prisma.channel.update({ where: { id }, data: { headbandId } });
  const visitor = visitorOf(service);
  const { location } = await visitor.get(`/channels/${id}/`);

  const { text } = await visitor.get(String(location));

  const source = /<img class="headband" src="([^"]+)"/.exec(text)?.[1];
  expect((await visitor.open(String(source))).status).toBe(200);
});
