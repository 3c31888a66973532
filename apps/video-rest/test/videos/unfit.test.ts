import { chmod, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { afterAll, describe, expect, test } from '@jest/globals';
import pino from 'pino';
import { clip, testMediaTools } from '../support/clips.ts';
import { encodingsOf, givenUpload, launch, untilState } from '../support/encode-videos.ts';
import { useService } from '../support/service.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const { ffmpeg, ffprobe } = await testMediaTools();
const folder = await mkdtemp(path.join(tmpdir(), 'encoding-unfit-'));
const ffmpegPath = path.join(folder, 'ffmpeg');
const ffprobePath = path.join(folder, 'ffprobe');
await symlink(ffprobe, ffprobePath);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Puts an ffmpeg of a few lines of shell where the service looks for it. */
async function install(script: string): Promise<void> {
  const unfinished = path.join(folder, 'unfinished');
  await writeFile(unfinished, `#!/bin/sh\n${script}\n`);
  await chmod(unfinished, 0o700);
  await rename(unfinished, ffmpegPath);
}

const working = `exec "${ffmpeg}" "$@"`;
/** Gone with the first source that it is given. */
const vanishing = `case " $* " in *" -i "*) rm "$0"; exit 1 ;; *) ${working} ;; esac`;
await install(working);

/** A log, and how often it tells that no encoding is begun. */
function listen() {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  return { log, warnings: () => lines.filter((line) => line.includes('no encoding is begun here')) };
}

describe('A process with an ffmpeg', () => {
  const { log, warnings } = listen();
  const service = useService(
    { encodeConcurrency: 1 },
    { log, tools: { ffmpeg: ffmpegPath, ffprobe: ffprobePath } },
  );

  test.each([
    { what: 'that is gone', spoil: () => rm(ffmpegPath) },
    { what: 'that does not run any more', spoil: () => install('exit 1') },
  ])('$what loses no attempt, and encodes when ffmpeg is back', async ({ spoil }) => {
    const { id, slug } = await givenUpload(service, { source: await clip('silent') });
    const before = warnings().length;
    await spoil();

    await launch(service, slug);

    await eventually(async () => {
      expect(warnings()).toHaveLength(before + 1);
      expect(await encodingsOf(service, id)).toMatchObject([{ state: 'queued', attempts: 0, error: null }]);
    });
    await install(working);
    expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
  });

  test('that is lost during a run leaves this and all others to another worker, at no attempt', async () => {
    const source = await clip('silent');
    const videos = await Promise.all([1, 2, 3].map(() => givenUpload(service, { source })));
    const before = warnings().length;
    await install(vanishing);
    for (const { slug } of videos) await launch(service, slug);
    await eventually(() => expect(warnings()).toHaveLength(before + 1));
    const { databaseUrl, dataDir, mediaRoot } = service;

    await using _worker = await startWorkerProcess({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      MEDIA_ROOT: mediaRoot,
      FFMPEG_PATH: ffmpeg,
    });

    for (const { id } of videos) {
      expect(await untilState(service, id, 'done')).toMatchObject({ attempts: 1 });
    }
    expect(warnings()).toHaveLength(before + 1);
  });

  test('but without its ffprobe takes no upload, and says that it is not the file', async () => {
    const { body: type } = await service.root.client
      .post('/rest/types/')
      .send({ title: 'Course' })
      .expect(201);
    await rm(ffprobePath);

    const { status, body } = await service.root.client
      .post('/rest/videos/')
      .field('owner', service.root.url)
      .field('type', type.url)
      .field('title', 'Lecture')
      .attach('video', await clip('silent'));

    expect({ status, body }).toEqual({
      status: 503,
      body: { detail: 'Videos cannot be examined at the moment; tell the operator.' },
    });
  });
});

describe('While there is too little space', () => {
  const { log, warnings } = listen();
  const full = useService({ encodeConcurrency: 1, mediaMinFree: 2 ** 60 }, { log });

  test('no run begins, and no attempt counts', async () => {
    const { rows } = await full.sql.query<{ id: number }>(
      "insert into video_types (title_en) values ('Course') returning id",
    );
    const { id, slug } = await full.db.prisma.video.create({
      data: {
        slug: '0001-full',
        title: 'Full',
        ownerId: full.root.id,
        typeId: rows[0]?.id ?? 0,
        mainLang: 'en',
        mediaKind: 'video',
        durationSeconds: 1,
        sourceFile: 'none.mp4',
      },
    });

    await launch(full, slug);

    const [warning = ''] = await eventually(() => warnings().length > 0 && warnings());
    expect(JSON.parse(warning).err.message).toBe('too little space is left in the media folder');
    expect(await encodingsOf(full, id)).toMatchObject([{ state: 'queued', attempts: 0, error: null }]);
  });
});
