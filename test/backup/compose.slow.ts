import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRecordingServer, startSystemPostgres } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import { fillSigning, signingEnv } from '../support/filled-signing.ts';
import { fillVideo, videoEnv } from '../support/filled-video.ts';
import { startService } from '../support/start-service.ts';
import { createOperator } from './commands.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test('Given a backup out of containers by the commands of docs/backup.md, When it is restored into new ones with secrets of their own, Then PDFs, media, tokens and accounts are there, the call that was under way is made, and numbers go on', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'docker'), docker, { mode: 0o755 });
  const webhook = await startRecordingServer();
  closing.push(() => webhook.stop());
  const operator = await createOperator(folder);
  const media = path.join(folder, 'media');
  const env = { MEDIA_VOLUME: 'campus-services_media', PLACE_OF_VOLUME: media };
  /** A server as the container's first start makes it, and the parameters of services on it. */
  const contained = async () => {
    const server = await startSystemPostgres();
    closing.push(async () => server[Symbol.asyncDispose]());
    const own = (name: string) => ({ DATA_DIR: path.join(folder, `${name}-${server.port}`) });
    const [signingUrl, videoUrl] = [
      await server.createDatabase('conventions_signing'),
      await server.createDatabase('video_rest'),
    ];
    return {
      server,
      signing: { ...signingEnv(webhook), ...own('signing'), DATABASE_URL: signingUrl },
      video: { ...videoEnv, ...own('video'), MEDIA_ROOT: media, DATABASE_URL: videoUrl },
    };
  };
  const before = await contained();
  await using service = await startService('conventions-signing', before.signing);
  const signing = await fillSigning(service.url, { webhook, signedBytes: 5_000_000 });
  await using videoService = await startService('video-rest', before.video);
  const video = await fillVideo(videoService.url, before.video);
  // Both are running, and a call to the signing application is under way.
  await operator.run(before.server, ['media-in-a-folder', 'compose-save'], { env });
  for (const ends of await Promise.all([service.kill('SIGTERM'), videoService.kill('SIGTERM')]))
    expect(ends.code).toBe(0);
  await rm(media, { recursive: true });
  await mkdir(media);

  const after = await contained();
  await operator.run(after.server, ['media-in-a-folder', 'compose-restore'], { env });

  await using restored = await startService('conventions-signing', after.signing);
  await signing.expectAll(restored.url);
  await using restoredVideo = await startService('video-rest', after.video);
  await video.expectAll(restoredVideo.url);
}, 600_000);

/** Stands for the client of Docker: what is to be done in the container of the database is done beside it. */
const docker = `#!/bin/sh
case "$1 $2" in
  'compose exec')
    shift 4
    exec "$@"
    ;;
  'volume inspect') echo "$PLACE_OF_VOLUME" ;;
  *) ;;
esac
`;
