import { hashPassword } from '@campus/accounts';
import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { claimEncoding } from '../../src/data/encoding-queue.ts';
import { clip, testMediaTools } from '../support/clips.ts';
import { encodingsOf, givenUpload, launch, untilState } from '../support/encode-videos.ts';
import { givenWorker } from '../support/given-records.ts';
import { useService } from '../support/service.ts';
import { signedIn } from '../support/visitor.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const { ffmpeg, ffprobe } = await testMediaTools();

/** It decodes H.264 in truth. */
const service = useService({ encodeConcurrency: 1 }, { tools: { undecodable: ['h264'] } });

/** A run that waits, of a source in H.264. */
async function givenWaiting(): Promise<{ id: number; slug: string }> {
  const video = await givenUpload(service, { source: await clip('silent') });
  await launch(service, video.slug);
  return video;
}

/** The job was taken up here, and given back. */
async function untilLeft(): Promise<void> {
  await eventually(async () => {
    const { rows } = await service.sql.query("select 1 from pgboss.job where state = 'retry'");
    expect(rows.length).toBeGreaterThan(0);
  });
}

async function letTwoHoursPass({ id }: { id: number }): Promise<void> {
  const ago = "now() - interval '2 hours'";
  await service.sql.query(`update encodings set requested_at = ${ago} where video_id = $1`, [id]);
}

test('A worker leaves a source that it does not decode to one that does, and the page says what is waited for', async () => {
  const video = await givenWaiting();
  await untilLeft();

  expect(await encodingsOf(service, video.id)).toMatchObject([{ state: 'queued', attempts: 0, error: null }]);
  const password = 'open sesame';
  const { username } = await service.givenUser({ isStaff: true, passwordHash: await hashPassword(password) });
  const staff = await signedIn(service, { username, password });
  const { page } = await staff.get('/admin/encodings/');
  expect(page.text).toContain('waits for a worker that decodes h264');
  expect(page.text).toContain('does not decode h264');

  const { databaseUrl, dataDir, mediaRoot } = service;
  await using _worker = await startWorkerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MEDIA_ROOT: mediaRoot,
    FFMPEG_PATH: ffmpeg,
    FFPROBE_PATH: ffprobe,
  });
  expect(await untilState(service, video.id, 'done')).toMatchObject({ attempts: 1 });
});

test('A worker takes up what it decodes while another source waits, and one of which nobody knows the codec', async () => {
  const waiting = await givenWaiting();
  const sound = await givenUpload(service, { source: await clip('mp3') });
  const unknown = await givenUpload(service, { source: await clip('silent') });
  await service.sql.query("update videos set source_codecs = '{}' where id = $1", [unknown.id]);
  await launch(service, sound.slug);
  await launch(service, unknown.slug);

  await untilState(service, sound.id, 'done');
  await untilState(service, unknown.id, 'done');

  expect(await encodingsOf(service, waiting.id)).toMatchObject([{ state: 'queued' }]);
});

test('A run waits on while a worker that decodes its source was there within the hour, and fails after it', async () => {
  await givenWorker(service.db, { seenAt: new Date(Date.now() - 60_000) });
  const video = await givenWaiting();
  await letTwoHoursPass(video);
  await untilLeft();
  expect(await encodingsOf(service, video.id)).toMatchObject([{ state: 'queued' }]);

  await service.sql.query('delete from workers where not is_service');

  expect(await untilState(service, video.id, 'failed')).toMatchObject({
    attempts: 0,
    error:
      'No worker decodes h264: have one started whose ffmpeg does, or send the source in another format, and encode the video again.',
  });
});

test('What a lost worker had is put back by one that does not decode it, for others', async () => {
  const video = await givenWaiting();
  await untilLeft();
  await service.sql.query("update encodings set state = 'running', ticket = -7 where video_id = $1", [
    video.id,
  ]);

  const wanted = { ticket: -7, now: new Date(), runningPerOwner: 0, undecodable: ['h264'] };
  const claimed = await service.db.prisma.$transaction((tx) => claimEncoding(tx, wanted));

  expect(claimed).toBeNull();
  expect(await encodingsOf(service, video.id)).toMatchObject([{ state: 'queued' }]);
});

test('Workers say which codecs they do not decode', async () => {
  const { body } = await service.staff.client.get('/rest/workers/').expect(200);

  expect(body.results.find((worker: { is_service: boolean }) => worker.is_service)).toMatchObject({
    undecodable: ['h264'],
  });
});
