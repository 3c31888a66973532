import { beforeAll, expect, test } from '@jest/globals';
import { outputsOfVideo } from '../support/on-air.ts';
import { useService } from '../support/service.ts';

const service = useService({ publicPages: true });

beforeAll(async () => {
  const type = await service.db.prisma.videoType.create({
    data: { titleEn: 'Lecture' },
  });
  await service.db.prisma.video.createMany({
    data: Array.from({ length: 300 }, (_, index) => ({
      slug: `9999-lecture-${index}`,
      title: `Lecture ${index}`,
      ownerId: service.ada.id,
      typeId: type.id,
      mainLang: 'en',
      mediaKind: 'video' as const,
      durationSeconds: 1,
      sourceFile: 'none.mp4',
      isDraft: false,
    })),
  });
  // The sitemap has what is on air.
  await service.sql.query(
    `with runs as (
       insert into encodings (video_id, state, percent, finished_at, outputs)
       select id, 'done', 100, now(), $1 from videos returning id, video_id)
     update videos set encoding_id = runs.id, latest_encoding_id = runs.id from runs where videos.id = video_id`,
    [JSON.stringify(outputsOfVideo)],
  );
});

test.each([
  ['/rest/videos/', 'application/json'],
  ['/rest/videos/', 'text/html'],
  ['/rest/dublincore/', 'text/xml'],
  ['/accounts/login/', 'text/html'],
  ['/sitemap-1.xml', 'application/xml'],
])('%s as %s is compressed for GET, and HEAD says as much', async (path, type) => {
  const ask = (method: string, encoding: string) =>
    fetch(new URL(path, service.url), {
      method,
      headers: { authorization: `Token ${service.staff.token}`, accept: type, 'accept-encoding': encoding },
    });
  const [small, plain, head] = [
    await ask('GET', 'br'),
    await ask('GET', 'identity'),
    await ask('HEAD', 'br'),
  ];

  expect([small.status, small.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
  expect([small, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', null]);
  for (const { headers } of [small, plain, head])
    expect(headers.get('vary')).toMatch(/(^|, )Accept-Encoding$/);
  expect((await small.text()).length).toBe((await plain.text()).length);
});
