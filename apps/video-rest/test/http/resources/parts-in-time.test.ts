import { expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { useService } from '../../support/service.ts';

const service = useService();

test.each([
  ['enrichments', { title: 'later', start: 9, end: 12 }, { title: 'sooner', start: 3, end: 11 }],
  [
    'overlays',
    { title: 'later', content: 'Look', time_start: 9, time_end: 12 },
    { title: 'sooner', content: 'Look', time_start: 3, time_end: 11 },
  ],
])(
  '%s are listed by video as they appear, to whoever sees it, and go with it',
  async (path, later, sooner) => {
    const { client: ada, id: ownerId } = service.ada;
    const { id } = await givenVideo(service.db, { ownerId });
    const [video, list] = [`/rest/videos/${id}/`, `/rest/${path}/?video=${id}`];
    for (const part of [later, sooner])
      await ada
        .post(`/rest/${path}/`)
        .send({ video, ...part })
        .expect(201);
    const { client: stranger } = await service.givenUser();

    const { body } = await ada.get(list).expect(200);

    expect(body.results.map(({ title }: { title: string }) => title)).toEqual(['sooner', 'later']);
    expect((await stranger.get(list).expect(200)).body.results).toEqual(body.results);
    await ada.patch(video).send({ is_draft: true }).expect(200);
    await stranger.get(list).expect(400);
    await ada.delete(video).expect(204);
    await service.root.client.get(new URL(body.results[0].url).pathname).expect(404);
  },
);
