import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { clip } from '../../support/clips.ts';
import { givenVideo } from '../../support/given-records.ts';
import { postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();

async function givenAdasVideo() {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
  return `/rest/videos/${id}/`;
}

const tagsAfter = async (video: string, tags: unknown) =>
  (await service.ada.client.patch(video).send({ tags }).expect(200)).body.tags;

describe('The tags of a video', () => {
  test('are texts in the order given, trimmed, and each once', async () => {
    const video = await givenAdasVideo();

    expect((await service.ada.client.get(video).expect(200)).body.tags).toEqual([]);
    expect(await tagsAfter(video, [' machine learning ', 'Été', 'a,b', 'Été', 42])).toEqual([
      ...['machine learning', 'Été', 'a,b', '42'],
    ]);
    expect((await service.ada.client.patch(video).send({ title: 'Kept' })).body.tags).toHaveLength(4);
    expect(await tagsAfter(video, [])).toEqual([]);
  });

  test('are repeated members of an upload, or none', async () => {
    const source = await readFile(await clip('silent'));
    const { url } = await postType(service);
    const upload = (tags: string[]) => {
      const call = service.ada.client.post('/rest/videos/');
      call.field('owner', service.ada.url).field('type', url).field('title', 'Tagged');
      for (const tag of tags) call.field('tags', tag);
      return call.attach('video', source, 'tagged.mp4');
    };

    expect((await upload(['linear algebra', '', 'maths']).expect(201)).body.tags).toEqual([
      ...['linear algebra', 'maths'],
    ]);
    expect((await upload(['']).expect(201)).body.tags).toEqual([]);
    expect((await upload([]).expect(201)).body.tags).toEqual([]);
  });

  test.each([
    ['a text', 'maths', 'Expected a list of items but got type "str".'],
    ['an empty one', [''], 'This field may not be blank.'],
    ['a list in it', [['maths']], 'Not a valid string.'],
    ['a long one', ['x'.repeat(51)], 'Ensure this field has no more than 50 characters.'],
    ['many', Array.from({ length: 51 }, (_, place) => `tag ${place}`), 'At most 50 items are taken.'],
    ['nothing', null, 'This field may not be null.'],
  ])('are refused as %s', async (_what, tags, message) => {
    const { status, body } = await service.ada.client.patch(await givenAdasVideo()).send({ tags });

    expect([status, body]).toEqual([400, { tags: [message] }]);
  });

  test('filter the videos by one of them', async () => {
    const [word, other] = [`word ${crypto.randomUUID()}`, `other ${crypto.randomUUID()}`];
    const [video, second] = [await givenAdasVideo(), await givenAdasVideo()];
    await tagsAfter(video, [word, other]);
    await tagsAfter(second, [other]);
    const count = async (tags: string) =>
      (await service.ada.client.get('/rest/videos/').query({ tags }).expect(200)).body.count;

    expect([await count(word), await count(` ${other} `), await count('word')]).toEqual([1, 2, 0]);
    await service.ada.client
      .get('/rest/videos/')
      .query({ tags: 'x'.repeat(51) })
      .expect(400);
  });

  test('are described as a list', async () => {
    const { body } = await service.ada.client.options('/rest/videos/').expect(200);

    expect(body.actions.POST.tags).toMatchObject({ type: 'list', required: false, label: 'Tags' });
  });
});
