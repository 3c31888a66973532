import { hashPassword } from '@campus/accounts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenEncoding, givenVideo, givenWorker } from '../../../support/given-records.ts';
import { givenOnAir } from '../../../support/on-air.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, type Visitor } from '../../../support/visitor.ts';

const service = useService();
let staff: Visitor;

beforeAll(async () => {
  const password = 'open sesame';
  const { username } = await service.givenUser({ isStaff: true, passwordHash: await hashPassword(password) });
  staff = await signedIn(service, { username, password });
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A worker that did one run, from three hours to two hours ago, and has another at work for an hour. */
async function givenBusyWorker(worker: { seenAt?: Date } = {}) {
  const { id: videoId, slug } = await givenVideo(service.db, { ownerId: service.ada.id, title: 'Optics' });
  const { encoding, stint } = service.db.prisma;
  const over = await givenEncoding(service.db, videoId);
  const atWork = await encoding.create({ data: { videoId, state: 'running' } });
  const given = await givenWorker(service.db, { encodings: [atWork.id], ...worker });
  const done = { startedAt: minutesAgo(180), endedAt: minutesAgo(120), outcome: 'done' };
  await stint.create({ data: { workerId: given.id, encodingId: over.id, ...done } });
  await stint.create({ data: { workerId: given.id, encodingId: atWork.id, startedAt: minutesAgo(60) } });
  return { ...given, slug };
}

async function statesOf(name: string): Promise<string> {
  const { body } = await service.staff.client.get(`/rest/workers/?name=${name}`).expect(200);
  return body.results.map(({ state }: { state: string }) => state).join();
}

test('The page of workers says how much was encoded in each hour, and for how long runs wait', async () => {
  const { id: videoId } = await givenVideo(service.db, { ownerId: service.ada.id });
  const id = await givenOnAir(service, videoId);
  await service.sql.query('update videos set duration_seconds = 5400 where id = $1', [videoId]);
  const times = "requested_at = now() - interval '6 minutes', started_at = now(), finished_at = now()";
  await service.sql.query(`update encodings set ${times} where id = $1`, [id]);
  const waiting = await givenVideo(service.db, { ownerId: service.ada.id });
  const requestedAt = minutesAgo(3);
  await service.db.prisma.encoding.create({ data: { videoId: waiting.id, requestedAt } });

  const { page, text } = await staff.get('/admin/encodings/workers/');

  expect(text).toContain('charts.css');
  expect(page.text).toMatch(/Runs that wait now\s*1\s*Half of them for\s*(00:)?0?0?:?0?3:0\d/);
  expect(text).toMatch(/minutes of video 90</);
  expect(text).toMatch(/<title>[^<]*· minutes 6</);
});

describe('/admin/encodings/', () => {
  test('shows each worker with what it has at work, and bars for what it did', async () => {
    const { name, slug } = await givenBusyWorker();

    const { page, text } = await staff.get('/admin/encodings/');

    const row = page.all('row').find((one) => one.text.includes(name));
    expect(row?.text).toMatch(/rack-1.*busy.*1 of 2.*Optics/s);
    expect(row?.all('link').map((link) => link.attribute('href'))).toContain(`/video/${slug}/`);
    expect(page.all('img', `${name} has had 2 encodings at work in the last 6 hours`)).toHaveLength(1);
    const bars = [...text.matchAll(/<rect class="([\w-]+)" x="(\d+)" y="0" width="(\d+)"/g)];
    // A thousand units are six hours; the picture begins and ends at full minutes.
    expect(bars.map(([, kind, x, width]) => [kind, Number(x), Number(width)])).toEqual([
      ['at-work', expect.closeTo(834, -1), expect.closeTo(166, -1)],
      ['done', expect.closeTo(501, -1), expect.closeTo(167, -1)],
    ]);
  });

  test('says in words what the workers did, and where one was lost', async () => {
    const { name } = await givenBusyWorker({ seenAt: minutesAgo(30) });

    const { page } = await staff.get('/admin/encodings/workers/');

    const stints = page.all('row').filter((row) => row.text.startsWith(name) && row.text.includes('Optics'));
    expect(stints.map(({ text }) => text)).toEqual([
      expect.stringContaining('cut off: the worker was lost'),
      expect.stringMatching(/done$/),
    ]);
    expect(await statesOf(name)).toBe('lost');
  });

  test('speaks French of workers to whoever reads French', async () => {
    const { name } = await givenBusyWorker();

    const { page } = await staff.get('/admin/encodings/workers/', { 'Accept-Language': 'fr' });

    expect(page.all('row').find((row) => row.text.includes(name))?.text).toContain('occupé');
    expect(page.text).toContain('Processus d’encodage');
  });

  test('has a button that drains a worker, and one that undrains it', async () => {
    const { id, name } = await givenWorker(service.db);
    await staff.get('/admin/encodings/');

    const drained = await staff.post(`/admin/encodings/workers/${id}/drain/`);

    expect(drained.location).toBe('/admin/encodings/workers/?done=drained');
    expect(await statesOf(name)).toBe('draining');
    const { page } = await staff.get(String(drained.location));
    expect(page.text).toContain('The worker takes up nothing new.');
    await staff.post(`/admin/encodings/workers/${id}/undrain/`);
    expect(await statesOf(name)).toBe('free');
  });

  test('tells when the worker is not there any more', async () => {
    const { id } = await givenWorker(service.db, { endedAt: new Date() });

    const { location } = await staff.post(`/admin/encodings/workers/${id}/drain/`);

    expect(location).toBe('/admin/encodings/workers/?done=notThere');
    expect((await staff.get(String(location))).page.text).toContain('not there any more');
  });
});
