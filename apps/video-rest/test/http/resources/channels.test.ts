import { countWaiting, eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const newTitle = () => `title ${crypto.randomUUID()}`;

async function postChannel(given: object = {}) {
  const { body } = await service.staff.client
    .post('/rest/channels/')
    .send({ title: newTitle(), themes: [], ...given })
    .expect(201);
  return body;
}

async function postTheme(channel: string, given: object = {}) {
  const { body } = await service.staff.client
    .post('/rest/themes/')
    .send({ title: newTitle(), channel, ...given })
    .expect(201);
  return body;
}

const shown = async (url: string) =>
  (await service.ada.client.get(new URL(url).pathname).expect(200)).body as Record<string, unknown>;

const change = (url: string, body: object) => service.staff.client.patch(new URL(url).pathname).send(body);

describe('A channel', () => {
  test('needs a title, and a list of themes that may be empty', async () => {
    const title = newTitle();
    const refused = await service.staff.client.post('/rest/channels/').send({});
    const body = await postChannel({ title });
    const again = await service.staff.client.post('/rest/channels/').send({ title, themes: [] });

    expect([refused.status, refused.body]).toEqual([
      400,
      { title: ['This field is required.'], themes: ['This field is required.'] },
    ]);
    expect(Object.entries(body)).toEqual([
      ['id', body.id],
      ['url', `${service.url}/rest/channels/${body.id}/`],
      ['title', title],
      ['description', ''],
      ['headband', null],
      ['color', null],
      ['style', null],
      ['owners', []],
      ['users', []],
      ['visible', false],
      ['themes', []],
      ['site', `${service.url}/rest/sites/1/`],
    ]);
    expect([again.status, again.body]).toEqual([400, { title: ['Channel with this title already exists.'] }]);
  });

  test('is made by a form too, in which no theme is an empty list', async () => {
    const form = new URLSearchParams({ title: newTitle(), color: '', visible: 'on' });
    form.append('owners', service.ada.url);
    form.append('owners', service.staff.url);

    const { status, body } = await service.staff.client
      .post('/rest/channels/')
      .type('form')
      .send(form.toString());

    expect([status, body.visible, body.themes]).toEqual([201, true, []]);
    expect(new Set(body.owners)).toEqual(new Set([service.ada.url, service.staff.url]));
  });

  test('is read by all and changed by staff', async () => {
    const { id, url } = await postChannel();

    expect((await shown(url)).id).toBe(id);
    await service.ada.client.patch(`/rest/channels/${id}/`).send({ title: 'mine' }).expect(403);
    await service.ada.client.post('/rest/channels/').send({ title: newTitle(), themes: [] }).expect(403);
  });

  test('names its owners and users to them and to staff alone', async () => {
    const [owner, user] = [await service.givenUser(), await service.givenUser()];
    const { url } = await postChannel({ owners: [owner.url], users: [user.url] });
    const people = { owners: [owner.url], users: [user.url] };
    const peopleShownTo = async ({ client }: Pick<typeof owner, 'client'>) => {
      const { body } = await client.get(new URL(url).pathname).expect(200);
      return { owners: body.owners, users: body.users };
    };

    for (const insider of [owner, user, service.staff]) expect(await peopleShownTo(insider)).toEqual(people);
    expect(await peopleShownTo(service.ada)).toEqual({ owners: [], users: [] });
  });

  test('takes the themes that it names from wherever they are, with all below them, and keeps its own', async () => {
    const [from, to] = [await postChannel(), await postChannel()];
    const own = await postTheme(to.url);
    const top = await postTheme(from.url);
    const middle = await postTheme(from.url, { parentId: top.url });
    const low = await postTheme(from.url, { parentId: middle.url });

    const { body } = await change(to.url, { themes: [middle.url, low.url] }).expect(200);

    expect(body.themes).toEqual([own.url, middle.url, low.url]);
    expect(await shown(middle.url)).toMatchObject({ channel: to.url, parentId: null });
    expect(await shown(low.url)).toMatchObject({ channel: to.url, parentId: middle.url });
    expect((await shown(from.url)).themes).toEqual([top.url]);
    expect((await change(to.url, { themes: [] }).expect(200)).body.themes).toEqual(body.themes);
  });

  test('takes no theme whose title, or that of one below it, it has already, and stays as it was', async () => {
    const [from, to] = [await postChannel(), await postChannel()];
    const own = await postTheme(to.url);
    const top = await postTheme(from.url);
    await postTheme(from.url, { title: own.title, parentId: top.url });

    const { status, body } = await change(to.url, { title: newTitle(), themes: [top.url] });

    expect([status, body]).toEqual([
      400,
      { themes: ['Two themes of one channel would have the same title.'] },
    ]);
    expect(await shown(to.url)).toMatchObject({ title: to.title, themes: [own.url] });
  });

  test('takes its themes along when it is removed, and leaves the videos', async () => {
    const channel = await postChannel();
    const top = await postTheme(channel.url);
    const low = await postTheme(channel.url, { parentId: top.url });
    const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
    const lists = { channel: [channel.url], theme: [low.url] };
    await service.ada.client.patch(`/rest/videos/${id}/`).send(lists).expect(200);

    await service.staff.client.delete(`/rest/channels/${channel.id}/`).expect(204);

    for (const theme of [top, low]) await service.ada.client.get(`/rest/themes/${theme.id}/`).expect(404);
    const { body } = await service.ada.client.get(`/rest/videos/${id}/`).expect(200);
    expect(body).toMatchObject({ channel: [], theme: [] });
  });
});

describe('A theme', () => {
  test('has a title that no other of its channel has', async () => {
    const [channel, other] = [await postChannel(), await postChannel()];
    const { title } = await postTheme(channel.url);
    const inOther = await postTheme(other.url, { title });
    const message = { title: ['A theme of this channel has this title already.'] };

    const again = await service.staff.client.post('/rest/themes/').send({ title, channel: channel.url });
    const moved = await change(inOther.url, { channel: channel.url });

    expect([again.status, again.body]).toEqual([400, message]);
    expect([moved.status, moved.body]).toEqual([400, message]);
  });

  test('stands below one of its own channel', async () => {
    const [channel, other] = [await postChannel(), await postChannel()];
    const foreign = await postTheme(other.url);
    const own = await postTheme(channel.url);
    const message = { parentId: ['This theme is of another channel.'] };

    const made = await service.staff.client
      .post('/rest/themes/')
      .send({ title: newTitle(), channel: channel.url, parentId: foreign.url });
    const changed = await change(own.url, { parentId: foreign.url });

    expect([made.status, made.body]).toEqual([400, message]);
    expect([changed.status, changed.body]).toEqual([400, message]);
  });

  test('stands neither below itself nor below one that stands below it', async () => {
    const channel = await postChannel();
    const top = await postTheme(channel.url);
    const middle = await postTheme(channel.url, { parentId: top.url });
    const low = await postTheme(channel.url, { parentId: middle.url });

    for (const parent of [top, middle, low]) {
      const { status, body } = await change(top.url, { parentId: parent.url });
      expect([status, Object.keys(body)]).toEqual([400, ['parentId']]);
    }
    await change(low.url, { parentId: top.url }).expect(200);
    await change(middle.url, { parentId: low.url }).expect(200);
    await change(middle.url, { parentId: null }).expect(200);
  });

  test('never comes below itself, though two are changed at once', async () => {
    const channel = await postChannel();
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await postTheme(channel.url), await postTheme(channel.url)];

      const answers = await Promise.all([
        change(one.url, { parentId: other.url }),
        change(other.url, { parentId: one.url }),
      ]);

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });

  test('does not move out of a channel that is being removed', async () => {
    const [from, to] = [await postChannel(), await postChannel()];
    const top = await postTheme(from.url, { title: 'c' });
    await postTheme(from.url, { title: 'a', parentId: top.url });
    const between = await postTheme(from.url, { title: 'b' });
    // Now it comes last, by title and in the table.
    await change(top.url, { description: 'last' }).expect(200);
    const holder = await service.sql.connect();
    try {
      await holder.query('begin');
      await holder.query('select from themes where id = $1 for update', [between.id]);
      const removing = service.staff.client.delete(new URL(from.url).pathname).then(({ status }) => status);
      await eventually(async () => (await countWaiting(service.sql)) === 1, {
        describe: 'the removal waits',
      });
      const moving = change(top.url, { channel: to.url }).then(({ status }) => status);
      await eventually(async () => (await countWaiting(service.sql)) === 2, {
        describe: 'the move waits too',
      });
      await holder.query('commit');

      expect(await Promise.all([removing, moving])).toEqual([204, 404]);
    } finally {
      holder.release(true);
    }
  });

  test('moves to the top of another channel, and what is below it with it', async () => {
    const [from, to] = [await postChannel(), await postChannel()];
    const top = await postTheme(from.url);
    const middle = await postTheme(from.url, { parentId: top.url });
    const low = await postTheme(from.url, { parentId: middle.url });

    const { body } = await change(middle.url, { channel: to.url }).expect(200);

    expect(body).toMatchObject({ channel: to.url, parentId: null });
    expect(await shown(low.url)).toMatchObject({ channel: to.url, parentId: middle.url });
  });

  test('is listed by its channel and its title, and found by the channel or what it is below', async () => {
    const title = newTitle();
    const [second, first] = [
      await postChannel({ title: `b ${title}` }),
      await postChannel({ title: `a ${title}` }),
    ];
    const last = await postTheme(second.url, { title: `1 ${title}` });
    const middle = await postTheme(first.url, { title: `2 ${title}` });
    const low = await postTheme(first.url, { title: `1 ${title}`, parentId: middle.url });
    const list = async (query: string) =>
      (await service.ada.client.get(`/rest/themes/?${query}`).expect(200)).body.results.map(
        ({ url }: { url: string }) => url,
      );

    expect(await list(new URLSearchParams({ title__icontains: title }).toString())).toEqual([
      ...[low.url, middle.url, last.url],
    ]);
    expect(await list(`channel=${second.id}`)).toEqual([last.url]);
    expect(await list(`parentId=${middle.url}`)).toEqual([low.url]);
  });
});

describe('The channels and themes of a video', () => {
  test('are lists under a singular name, and filter the videos', async () => {
    const channel = await postChannel();
    const theme = await postTheme(channel.url);
    const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
    await givenVideo(service.db, { ownerId: service.ada.id });
    const lists = { channel: [channel.url], theme: [theme.url] };

    const { body } = await service.ada.client.patch(`/rest/videos/${id}/`).send(lists).expect(200);

    expect(body).toMatchObject(lists);
    for (const query of [
      `channel=${channel.id}`,
      `theme=${theme.url}`,
      `channel=${channel.url}&theme=${theme.id}`,
    ]) {
      const found = await service.ada.client.get(`/rest/videos/?${query}`).expect(200);
      expect([query, found.body.count, found.body.results[0].id]).toEqual([query, 1, id]);
    }
  });
});
