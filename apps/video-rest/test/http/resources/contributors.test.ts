import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** A video of Ada's, as a client names it. */
async function givenVideoUrl(): Promise<string> {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
  return `${service.url}/rest/videos/${id}/`;
}

async function givenContributor(given: { video?: string; name?: string; role?: string } = {}) {
  const video = given.video ?? (await givenVideoUrl());
  const { body } = await service.ada.client
    .post('/rest/contributors/')
    .send({ ...given, video })
    .expect(201);
  return { ...body, path: `/rest/contributors/${body.id}/` };
}

const namesIn = ({ body }: { body: { results: { name: string }[] } }) => body.results.map(({ name }) => name);

describe('A contributor', () => {
  test('is made with a video alone, and shows what clients read', async () => {
    const video = await givenVideoUrl();

    const { body, headers } = await service.ada.client
      .post('/rest/contributors/')
      .send({ video })
      .expect(201);

    expect(Object.entries(body)).toEqual([
      ['id', body.id],
      ['url', `${service.url}/rest/contributors/${body.id}/`],
      ['video', video],
      ['name', ''],
      ['email_address', null],
      ['role', 'author'],
      ['weblink', null],
    ]);
    expect(headers.location).toBe(body.url);
  });

  test.each(['urlencoded', 'multipart'] as const)(
    'is taken from a %s form with empty boxes',
    async (kind) => {
      const given = { video: await givenVideoUrl(), name: 'Ada', email_address: '', role: '', weblink: '' };
      const post = service.ada.client.post('/rest/contributors/');
      const sent =
        kind === 'urlencoded'
          ? post.type('form').send(given)
          : Object.entries(given).reduce((form, [name, value]) => form.field(name, value), post);

      const { body } = await sent.expect(201);

      expect(body).toMatchObject({ video: given.video, name: 'Ada', role: 'author' });
      expect([body.email_address || null, body.weblink || null]).toEqual([null, null]);
    },
  );

  test('Given a role that there is not, Then the refusal names those that there are', async () => {
    const video = await givenVideoUrl();

    const { body } = await service.ada.client
      .post('/rest/contributors/')
      .type('form')
      .send({ video, name: 'Ada', role: 'publisher' })
      .expect(400);

    expect(body).toEqual({
      role: [
        '"publisher" is not a valid choice.',
        'Choose one of: actor, voice-over, author, designer, editor, writer, consultant, contributor, director, technician, soundman, speaker.',
      ],
    });
  });

  test('has a mail address and a page that are such', async () => {
    const { path } = await givenContributor();

    const { body } = await service.ada.client
      .patch(path)
      .send({ email_address: 'ada', weblink: 'ada' })
      .expect(400);

    expect(body).toEqual({
      email_address: ['Enter a valid email address.'],
      weblink: ['Enter a valid URL.'],
    });
  });

  test('is found by video, by role and by both', async () => {
    const video = await givenVideoUrl();
    await givenContributor({ video, name: 'one', role: 'actor' });
    await givenContributor({ video, name: 'two', role: 'speaker' });
    await givenContributor({ name: 'elsewhere', role: 'speaker' });
    const id = /(\d+)\/$/.exec(video)?.[1];

    expect(namesIn(await service.ada.client.get(`/rest/contributors/?video=${id}`))).toEqual(['one', 'two']);
    expect(namesIn(await service.ada.client.get('/rest/contributors/?role=speaker'))).toEqual([
      'two',
      'elsewhere',
    ]);
    expect(namesIn(await service.ada.client.get(`/rest/contributors/?video=${id}&role=speaker`))).toEqual([
      'two',
    ]);
  });

  test('goes with its video', async () => {
    const video = await givenVideoUrl();
    const { path } = await givenContributor({ video });

    await service.ada.client.delete(new URL(video).pathname).expect(204);

    await service.root.client.get(path).expect(404);
  });

  test("of somebody else's draft is neither seen nor made, whether the video exists or not", async () => {
    const { path, video } = await givenContributor();
    await service.ada.client.patch(new URL(video).pathname).send({ is_draft: true }).expect(200);
    const { client } = await service.givenUser();
    const number = /(\d+)\/$/.exec(video)?.[1];
    const answers = [
      await client.get(path),
      await client.patch(path).send({ name: 'Grace' }),
      await client.post('/rest/contributors/').send({ video }),
      await client.post('/rest/contributors/').send({ video: '/rest/videos/999999/' }),
      await client.get(`/rest/contributors/?video=${number}`),
      await client.get('/rest/contributors/?video=999999'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 403, 400, 400]);
    expect(answers[2]?.text).toBe(answers[3]?.text);
    expect(answers[4]?.text).toBe(answers[5]?.text);
    const { body } = await client.get('/rest/contributors/?page_size=100').expect(200);
    expect(body.results.map(({ url }: { url: string }) => new URL(url).pathname)).not.toContain(path);
  });
});
