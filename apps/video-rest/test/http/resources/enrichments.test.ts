import { expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** The address of a video of Ada's that lasts a minute. */
async function givenVideoUrl(): Promise<string> {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
  return `${service.url}/rest/videos/${id}/`;
}

const post = (given: object) =>
  service.ada.client.post('/rest/enrichments/').send({ title: 'Further reading', ...given });

test('An enrichment is made with a video and a title alone', async () => {
  const video = await givenVideoUrl();

  const { body } = await post({ video }).expect(201);

  expect(body).toEqual({
    id: body.id,
    url: `${service.url}/rest/enrichments/${body.id}/`,
    video,
    title: 'Further reading',
    stop_video: false,
    start: 0,
    end: 1,
    type: null,
    image: null,
    document: null,
    richtext: '',
    weblink: null,
    embed: null,
  });
});

test('An enrichment ends after it starts and within its video, also when it stops it', async () => {
  const video = await givenVideoUrl();
  const wrong = await post({ video, stop_video: true, start: 9, end: 9 }).expect(400);
  const late = await post({ video, start: 60, end: 61 }).expect(400);

  expect(wrong.body).toEqual({ end: ['The end must come after the start.'] });
  expect(late.body).toEqual({
    start: ['Give a second from 0 to 59, before the video ends.'],
    end: ['Give a second up to 60, where the video ends.'],
  });
  expect((await post({ video, stop_video: true, start: 59, end: 60 }).expect(201)).body).toMatchObject({
    stop_video: true,
    start: 59,
  });
});

test.each([
  ['richtext', '<p>Read this</p>'],
  ['weblink', 'https://example.org/'],
  ['embed', '<iframe></iframe>'],
])('An enrichment of type %s has what that shows', async (type, content) => {
  const video = await givenVideoUrl();
  const { body } = await post({ video, type, [type]: content }).expect(201);
  const empty = await service.ada.client.patch(`/rest/enrichments/${body.id}/`).send({ [type]: '' });

  expect(body).toMatchObject({ type, [type]: content });
  expect((await post({ video, type }).expect(400)).body).toEqual({ [type]: ['This field is required.'] });
  expect([empty.status, empty.body]).toEqual([400, { [type]: ['This field is required.'] }]);
});
