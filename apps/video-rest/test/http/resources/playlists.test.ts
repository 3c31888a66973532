import { maxAnswerBytes } from '@campus/rest';
import { fewestStatements } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenType, givenVideo, givenVideoRows } from '../../support/given-records.ts';
import { type Person, useService } from '../../support/service.ts';

const sent: string[] = [];
const service = useService({}, { statements: sent });

const urlOf = (id: number) => `${service.url}/rest/videos/${id}/`;

async function givenVideos(count: number, owner: Person = service.ada): Promise<string[]> {
  const { id: typeId } = await givenType(service.db);
  return (await givenVideoRows(service, { count, ownerId: owner.id, typeId })).map(urlOf);
}

async function givenPlaylist(given: object = {}, owner: Person = service.ada) {
  const { body } = await service.staff.client
    .post('/rest/playlists/')
    .send({ name: 'Algèbre', owner: owner.url, ...given })
    .expect(201);
  return { ...body, path: `/rest/playlists/${body.id}/` };
}

const seenIn = ({ content, videos }: { content: string[]; videos: { video: { url: string } }[] }) => {
  expect(videos.map(({ video }) => video.url)).toEqual(content);
  return content;
};

describe('A playlist', () => {
  test('Given a name and an owner, When it is created, Then the rest is as existing clients know it', async () => {
    const { path, ...playlist } = await givenPlaylist();

    expect(playlist).toEqual({
      id: playlist.id,
      url: `${service.url}${path}`,
      name: 'Algèbre',
      slug: `${playlist.id}-algebre`,
      visibility: 'private',
      description: '',
      autoplay: true,
      editable: true,
      owner: service.ada.url,
      additional_owners: [],
      date_created: playlist.date_created,
      date_updated: playlist.date_created,
      content: [],
      videos: [],
    });
  });

  test('Given its content, When that is put in another order, Then the videos are shown whole in that order', async () => {
    const [one = '', two = '', three = ''] = await givenVideos(3);
    const playlist = await givenPlaylist({ content: [three, one] });

    const { body } = await service.ada.client
      .patch(playlist.path)
      .send({ content: [two, three, one] })
      .expect(200);
    const { body: video } = await service.ada.client.get(new URL(two).pathname);

    expect(seenIn(playlist)).toEqual([three, one]);
    expect(seenIn(body)).toEqual([two, three, one]);
    expect(Object.keys(body.videos[0].video)).toEqual(Object.keys(video));
    expect(body.date_updated > playlist.date_updated).toBe(true);
    expect((await service.ada.client.patch(playlist.path).send({ content: [] })).body.videos).toEqual([]);
  });

  test('Given a video twice, or one that is not there, When it becomes content, Then it is refused', async () => {
    const [one = ''] = await givenVideos(1);
    const playlist = await givenPlaylist({ content: [one] });
    const give = (content: unknown) => service.ada.client.patch(playlist.path).send({ content });

    expect((await give([one, one])).body).toEqual({ content: ['One of them is there twice.'] });
    expect((await give([urlOf(999_999)])).body).toEqual({
      content: ['Invalid hyperlink - Object does not exist.'],
    });
    expect((await give(Array.from({ length: 1001 }, () => one))).body).toEqual({
      content: ['At most 1000 items are taken.'],
    });
    expect((await service.ada.client.get(playlist.path)).body.content).toEqual([one]);
  });

  test('Given a form of a client that knows no content, When it is put, Then the content stays', async () => {
    const content = await givenVideos(2);
    const { path } = await givenPlaylist({ content });

    const { body } = await service.ada.client
      .put(path)
      .type('form')
      .send({ name: 'Renamed', owner: service.ada.url, visibility: 'public' })
      .expect(200);

    expect(body).toMatchObject({ name: 'Renamed', visibility: 'public', content });
  });

  test('Given a video in it, When that is removed, Then the others close up', async () => {
    const [one = '', two = '', three = ''] = await givenVideos(3);
    const { path } = await givenPlaylist({ content: [three, two, one] });

    await service.ada.client.delete(new URL(two).pathname).expect(204);

    expect(seenIn((await service.ada.client.get(path)).body)).toEqual([three, one]);
  });
});

describe('What is closed in a playlist', () => {
  test('Given a draft of somebody else in it, Then it is shown to who sees it, and stays where it is for the others', async () => {
    const grace = await service.givenUser();
    const [one = '', two = ''] = await givenVideos(2);
    const draft = urlOf((await givenVideo(service.db, { ownerId: grace.id, isDraft: true })).id);
    const { path } = await givenPlaylist({
      content: [one, draft, two],
      additional_owners: [grace.url],
    });

    const { body: seen } = await service.ada.client.get(path).expect(200);
    await service.ada.client.put(path).send(seen).expect(200);
    const afterPut = (await service.staff.client.get(path)).body;
    const turned = await service.ada.client
      .patch(path)
      .send({ content: [two, one] })
      .expect(200);

    expect(seenIn(seen)).toEqual([one, two]);
    expect(seenIn(afterPut)).toEqual([one, draft, two]);
    expect(seenIn(turned.body)).toEqual([two, one]);
    expect(seenIn((await service.staff.client.get(path)).body)).toEqual([two, draft, one]);
    for (const guessed of [[draft], [two, draft, one]])
      expect((await service.ada.client.patch(path).send({ content: guessed })).body).toEqual({
        content: ['Invalid hyperlink - Object does not exist.'],
      });
  });

  test('Given a playlist of each visibility, Then accounts have the public one, and its owners all', async () => {
    const [grace, eve] = [await service.givenUser(), await service.givenUser()];
    for (const [visibility, status] of [
      ['public', 200],
      ['protected', 404],
      ['private', 404],
    ] as const) {
      const { path } = await givenPlaylist({ visibility, additional_owners: [grace.url] });
      await eve.client.get(path).expect(status);
      await eve.client.delete(path).expect(status === 200 ? 403 : 404);
      await grace.client.patch(path).send({ name: visibility }).expect(200);
      await grace.client.delete(path).expect(403);
      await service.ada.client.delete(path).expect(204);
    }
  });
});

describe('The additional owners of a playlist', () => {
  test('Given a public one, Then whoever does not own it neither reads nor finds them', async () => {
    const [grace, eve] = [await service.givenUser(), await service.givenUser()];
    const given = { visibility: 'public', owner: service.ada.url, additional_owners: [grace.url] };
    const { path } = await givenPlaylist(given, service.staff);

    expect((await grace.client.get(path)).body.additional_owners).toEqual([grace.url]);
    expect((await eve.client.get(path)).body.additional_owners).toEqual([]);
    const { body: ofGrace } = await grace.client.get(`/rest/playlists/?additional_owners=${grace.id}`);
    expect(ofGrace.results).toMatchObject([{ owner: service.ada.url, additional_owners: [grace.url] }]);
    await eve.client.get(`/rest/playlists/?additional_owners=${grace.id}`).expect(400);
  });
});

describe('A list of playlists', () => {
  test('Given twelve of many videos, Then it takes as many statements as one of a single video', async () => {
    const owner = await service.givenUser();
    const content = await givenVideos(30, owner);
    const statementsOf = (address: string) =>
      fewestStatements(sent, () => owner.client.get(address).expect(200));
    await givenPlaylist({ content: content.slice(0, 1) }, owner);
    const ofOne = await statementsOf(`/rest/playlists/?owner=${owner.id}`);

    for (let count = 0; count < 11; count += 1) await givenPlaylist({ content: content.toReversed() }, owner);
    const { body } = await owner.client.get(`/rest/playlists/?owner=${owner.id}`).expect(200);

    expect(body.results.map(({ videos }: { videos: object[] }) => videos.length)).toEqual([
      1,
      ...Array.from({ length: 11 }, () => 30),
    ]);
    expect((await statementsOf(`/rest/playlists/?owner=${owner.id}`)).length).toBe(ofOne.length);
  });

  test('Given more videos than an answer has room for, Then the page ends early, and the next goes on', async () => {
    const owner = await service.givenUser();
    const content = await givenVideos(600, owner);
    await service.sql.query(`update videos set description = repeat('x', 20000) where owner_id = $1`, [
      owner.id,
    ]);
    for (let count = 0; count < 3; count += 1) await givenPlaylist({ content }, owner);

    const { body, text } = await owner.client.get(`/rest/playlists/?owner=${owner.id}`).expect(200);
    const { body: rest } = await owner.client.get(body.next.slice(service.url.length)).expect(200);

    expect([body.count, body.results.length, rest.results.length]).toEqual([3, 2, 1]);
    expect(body.results[0].content).toEqual(content);
    const [{ videos }] = body.results;
    expect(videos.map(({ video }: { video: { url: string } }) => video.url)).toEqual(
      content.slice(0, videos.length),
    );
    expect(text.length).toBeLessThan(3 * maxAnswerBytes);
  });
});
