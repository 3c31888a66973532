import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sha256, useMovedMedia } from './support/moved-media.ts';
import { runCommand } from './support/run-command.ts';
import { startService } from './support/start-service.ts';

const { files, envFor, moveMedia, givenVideo, objectsInUse } = useMovedMedia();

test('Given one place alone, or words that mean nothing, Then the command says so', async () => {
  const alone = await runCommand('video-rest', ['move-media'], {
    DATABASE_URL: files.databaseUrl,
    MEDIA_ROOT: files.mediaRoot,
  });
  expect(alone).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/^There is one place for media alone: .*\n$/),
  });
  expect(await moveMedia('s3', 'now')).toMatchObject({
    status: 64,
    errors: expect.stringContaining('usage:'),
  });
});

test('Given an object that is not as it was written, When it is to be moved back, Then it is named and stays, and all others move', async () => {
  const [good, damaged] = [await givenVideo(1), await givenVideo(1)];
  expect((await moveMedia('s3')).status).toBe(0);
  const [source = ''] = damaged.keys();
  const id = Number(source.split('/')[3]);
  await files.db.prisma.mediaObject.updateMany({
    where: { ownerTable: 'videos', ownerId: id, file: { startsWith: 'source-' } },
    data: { digests: randomBytes(32) },
  });

  const moved = await moveMedia('folder');

  expect(moved).toMatchObject({ status: 1, errors: expect.stringContaining(`videos ${id}: `) });
  expect(await objectsInUse()).toBe(1);
  await using service = await startService('video-rest', envFor('folder'));
  for (const [file, digest] of good)
    expect(sha256(Buffer.from(await (await fetch(service.url + file)).arrayBuffer()))).toBe(digest);
});
