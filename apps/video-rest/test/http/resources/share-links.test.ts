import { beforeAll, describe, expect, test } from '@jest/globals';
import { shareLinkLimits } from '../../../src/videos/share-links.ts';
import { givenVideo } from '../../support/given-records.ts';
import { type Person, useService } from '../../support/service.ts';

const service = useService();
let eve: Person;
beforeAll(async () => {
  eve = await service.givenUser();
});

const list = '/rest/share_links/';
const dayMs = 24 * 60 * 60_000;

/** A draft of Ada's, as a client names it. */
async function givenDraft(): Promise<{ id: number; slug: string; url: string }> {
  const { id, slug } = await givenVideo(service.db, { ownerId: service.ada.id, isDraft: true });
  return { id, slug, url: `${service.url}/rest/videos/${id}/` };
}

async function givenLink(given: { video?: string; label?: string; expires?: string } = {}) {
  const video = given.video ?? (await givenDraft()).url;
  const { body } = await service.ada.client
    .post(list)
    .send({ ...given, video })
    .expect(201);
  return { ...body, path: `${list}${body.id}/` };
}

describe('A share link', () => {
  test('is made with a video alone, for 30 days, and tells its key and address this once', async () => {
    const { url: video, slug } = await givenDraft();

    const { body, headers } = await service.ada.client.post(list).send({ video }).expect(201);

    expect(Object.entries(body)).toEqual([
      ['id', body.id],
      ['url', `${service.url}${list}${body.id}/`],
      ['key', expect.stringMatching(/^[0-9a-f]{40}$/)],
      ['address', `${service.url}/video/${slug}/?share=${body.key}`],
      ['video', video],
      ['label', ''],
      ['expires', expect.any(String)],
      ['created', expect.any(String)],
      ['uses', 0],
      ['last_use', null],
    ]);
    expect(headers['cache-control']).toBe('no-store');
    const days = (Date.parse(body.expires) - Date.parse(body.created)) / dayMs;
    expect(days).toBeCloseTo(shareLinkLimits.lastsDays, 2);
    const { key, address, ...rest } = body;
    expect((await service.ada.client.get(`${list}${body.id}/`).expect(200)).body).toEqual(rest);
    const { rows } = await service.sql.query(
      `select count(*)::int as count from share_links l where l::text like '%' || $1 || '%'`,
      [key],
    );
    expect([rows[0].count, address.endsWith(key)]).toEqual([0, true]);
  });

  test.each(['urlencoded', 'multipart'] as const)(
    'is taken from a %s form with empty boxes',
    async (kind) => {
      const given = { video: (await givenDraft()).url, label: '', expires: '' };
      const post = service.ada.client.post(list);
      const sent =
        kind === 'urlencoded'
          ? post.type('form').send(given)
          : Object.entries(given).reduce((form, [name, value]) => form.field(name, value), post);

      const { body } = await sent.expect(201);

      expect(body).toMatchObject({ video: given.video, label: '', expires: expect.any(String) });
    },
  );

  test('is given another label and another end, and is revoked', async () => {
    const { path, expires } = await givenLink({ label: 'for the jury' });
    const later = new Date(Date.parse(expires) + dayMs).toISOString();

    const { body } = await service.ada.client
      .patch(path)
      .send({ label: 'for all', expires: later })
      .expect(200);

    expect(body).toMatchObject({ label: 'for all', uses: 0 });
    expect(Date.parse(body.expires)).toBe(Date.parse(later));
    await service.ada.client.delete(path).expect(204);
    await service.ada.client.get(path).expect(404);
  });

  test.each([
    ['an end that is over', () => ({ expires: '2020-01-31T12:00:00Z' }), ['expires']],
    ['no end', () => ({ expires: null }), ['expires']],
    ['a long label', () => ({ label: 'x'.repeat(101) }), ['label']],
  ])('with %s is refused', async (_what, wrong, fields) => {
    const { path, video } = await givenLink();

    const made = await service.ada.client.post(list).send({ video, ...wrong() });
    const changed = await service.ada.client.patch(path).send(wrong());

    expect([made.status, Object.keys(made.body)]).toEqual([400, fields]);
    expect([changed.status, Object.keys(changed.body)]).toEqual([400, fields]);
  });

  test('stays with its video', async () => {
    const { path } = await givenLink();
    const { url: other } = await givenDraft();

    const { body } = await service.ada.client.patch(path).send({ video: other }).expect(400);

    expect(body).toEqual({ video: ['A share link stays with its video: make another one.'] });
  });

  test('is seen, counted, changed and made by those who may change its video alone', async () => {
    const { path, video, id } = await givenLink();
    const { id: videoId } = await service.db.prisma.video.update({
      where: { id: Number(video.split('/').at(-2)) },
      data: { isDraft: false },
    });

    const asEve = await eve.client.get(`${list}?page_size=1000`).expect(200);
    const asStaff = await service.staff.client.get(`${list}?video=${videoId}`).expect(200);

    expect(asEve.body.count).toBe(0);
    expect(asStaff.body).toMatchObject({ count: 1, results: [{ id }] });
    await eve.client.get(path).expect(404);
    await eve.client.patch(path).send({ label: 'mine' }).expect(404);
    await eve.client.delete(path).expect(404);
    await eve.client.post(list).send({ video }).expect(403);
    await service.as({}).get(list).expect(401);
  });

  test(`is one of ${shareLinkLimits.perVideo} of a video, also where many are made at once`, async () => {
    const { id, url: video } = await givenDraft();
    const room = 3;
    await service.sql.query(
      `insert into share_links (video_id, key_hash, expires_at)
       select $1, 'hash ' || n, now() from generate_series(1, $2) n`,
      [id, shareLinkLimits.perVideo - room],
    );

    const answers = await Promise.all(
      Array.from({ length: room + 3 }, () => service.ada.client.post(list).send({ video })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: room }, () => 201),
      ...[400, 400, 400],
    ]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.video[0]).toMatch(/^This video has 100 share links already\./);
  });

  test('goes when its video goes', async () => {
    const { path, video } = await givenLink();

    await service.ada.client.delete(new URL(video).pathname).expect(204);

    await service.root.client.get(path).expect(404);
  });
});
