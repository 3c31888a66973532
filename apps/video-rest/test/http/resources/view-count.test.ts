import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { openViewCounter, viewLimits } from '../../../src/videos/view-counter.ts';
import { givenUser } from '../../support/accounts.ts';
import { givenVideo } from '../../support/given-records.ts';
import { givenOnAir } from '../../support/on-air.ts';
import { useService } from '../../support/service.ts';
import { signedIn } from '../../support/visitor.ts';

const service = useService({ trustedProxies: ['127.0.0.1'] });

async function givenWatchable(columns: { isDraft?: boolean; ownerId?: number } = {}) {
  const video = await givenVideo(service.db, { ownerId: service.ada.id, ...columns });
  await givenOnAir(service, video.id);
  return video;
}

/** Shows a video to a stranger. */
function show({ slug }: { slug: string }, headers: Record<string, string> = {}, query = '') {
  return fetch(`${service.url}/video/${slug}/${query}`, { headers });
}

async function countsOf({ id }: { id: number }): Promise<unknown[]> {
  const { body } = await service.staff.client.get(`/rest/view_count/?video=${id}`).expect(200);
  return body.results;
}

/** The counter of another process, at this time. */
function counterAt(now: () => Date) {
  const onError = (error: unknown) => {
    throw error;
  };
  return openViewCounter({ db: service.db, now, timeZone: 'UTC', onError });
}

/** Whatever was noted before this has been written when the views of another video are. */
async function afterAllBefore(): Promise<void> {
  const other = await givenWatchable();
  await show(other);
  await eventually(async () => expect(await countsOf(other)).toHaveLength(1));
}

test('Given a video, When it is shown on its page and in a frame, Then each viewer counts once, today', async () => {
  const video = await givenWatchable();

  await show(video, { 'User-Agent': 'A' });
  await show(video, { 'User-Agent': 'A' }, '?is_iframe=true');
  await show(video, { 'User-Agent': 'B' }, '?is_iframe=true');
  await show(video, { 'User-Agent': 'A', 'X-Forwarded-For': '2001:db8::1' });
  await show(video, { 'User-Agent': 'A', 'X-Forwarded-For': '2001:db8::2' });
  await (await signedIn(service, await givenUser(service.db))).get(`/video/${video.slug}/`);

  await eventually(async () =>
    expect(await countsOf(video)).toMatchObject([
      {
        video: `${service.url}/rest/videos/${video.id}/`,
        date: new Date().toISOString().slice(0, 10),
        count: 4,
      },
    ]),
  );
});

test('Given robots, browsers that look ahead, and its owner, When they are shown a video, Then it does not count', async () => {
  const owner = await givenUser(service.db);
  const [video, draft] = [
    await givenWatchable({ ownerId: owner.id }),
    await givenWatchable({ isDraft: true }),
  ];
  const unencoded = await givenVideo(service.db, { ownerId: owner.id });

  await show(video, { 'User-Agent': 'Mozilla/5.0 (compatible; Examplebot/2.1)' });
  await show(video, { 'Sec-Purpose': 'prefetch' });
  await (await signedIn(service, owner)).get(`/video/${video.slug}/`);
  await show(draft);
  await show(unencoded);
  await fetch(`${service.url}/video/${video.slug}/`, { method: 'HEAD' });
  await afterAllBefore();

  expect([await countsOf(video), await countsOf(draft), await countsOf(unencoded)]).toEqual([[], [], []]);
});

test('Given a viewer half an hour ago, When they watch again, Then they count again, and nothing else is kept of them', async () => {
  const video = await givenWatchable();
  await show(video);
  await eventually(async () => expect(await countsOf(video)).toMatchObject([{ count: 1 }]));
  await service.sql.query(`update recent_views set ends_at = now() where video_id = $1`, [video.id]);

  await show(video);

  await eventually(async () => expect(await countsOf(video)).toMatchObject([{ count: 2 }]));
  const { rows } = await service.sql.query('select * from recent_views where video_id = $1', [video.id]);
  expect(rows).toEqual([{ viewer: expect.any(Buffer), video_id: video.id, ends_at: expect.any(Date) }]);
  expect(rows[0].viewer).toHaveLength(16);
});

test('Given the key of an earlier day, When somebody watches, Then it is gone, and nobody can say who watched', async () => {
  await service.sql.query(`insert into instance_keys values ('viewers 2026-01-01', 'x')`);
  const video = await givenWatchable();
  const counter = counterAt(() => new Date('2026-01-02T00:10:00Z'));

  counter.note({ videoId: video.id, viewer: 'somebody', caller: 'somebody' });
  await counter.close();

  const { rows } = await service.sql.query(
    `select name from instance_keys where name like 'viewers 2026-01%'`,
  );
  expect(rows).toEqual([{ name: 'viewers 2026-01-02' }]);
});

test('Given a caller with many viewers, When the budget of half an hour is spent, Then only others count, until the next', async () => {
  let at = new Date('2026-01-03T00:10:00Z');
  const video = await givenWatchable();
  const counter = counterAt(() => at);
  const counted = (expected: number) =>
    eventually(async () => expect(await countsOf(video)).toMatchObject([{ count: expected }]));
  for (let noted = 0; noted < viewLimits.ofCaller + 500; noted += 500) {
    for (let viewer = noted; viewer < noted + 500; viewer += 1)
      counter.note({ videoId: video.id, viewer: `viewer ${viewer}`, caller: 'room' });
    await counted(Math.min(noted + 500, viewLimits.ofCaller));
  }

  counter.note({ videoId: video.id, viewer: 'late', caller: 'room' });
  counter.note({ videoId: video.id, viewer: 'late', caller: 'elsewhere' });
  await counted(viewLimits.ofCaller + 1);
  at = new Date(at.getTime() + viewLimits.onceInMs);
  counter.note({ videoId: video.id, viewer: 'late', caller: 'room' });
  await counted(viewLimits.ofCaller + 2);
  await counter.close();
});

test('Given the counts of videos, Then each sees those of the videos they see, by video and day, and nobody writes them', async () => {
  const video = await givenWatchable({ isDraft: true });
  await service.db.prisma.viewCount.create({
    data: { videoId: video.id, date: new Date('2026-02-03'), count: 5 },
  });
  const other = await service.givenUser();
  const of = `/rest/view_count/?video=${video.id}`;

  const dates = async (query: string) =>
    (await service.ada.client.get(`${of}&${query}`).expect(200)).body.count;
  expect(await dates('date=2026-02-03')).toBe(1);
  expect(await dates('date__gte=2026-02-04')).toBe(0);
  await service.staff.client.post('/rest/view_count/').send({}).expect(405);
  const { body } = await other.client.get('/rest/view_count/?page_size=1000').expect(200);
  expect(body.results).not.toContainEqual(expect.objectContaining({ count: 5 }));
});
