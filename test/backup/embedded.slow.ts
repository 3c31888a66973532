import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { scratchRoot, startRecordingServer } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import { fillSigning, signingEnv } from '../support/filled-signing.ts';
import { fillVideo, videoEnv } from '../support/filled-video.ts';
import { startService } from '../support/start-service.ts';
import { createOperator } from './commands.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test('Given both services on PostgreSQL of their own, When their folders are saved, lost and copied back by the commands of docs/backup.md, Then each has what it had', async () => {
  const folder = await mkdtemp(path.join(scratchRoot, 'backup-'));
  closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const webhook = await startRecordingServer();
  closing.push(() => webhook.stop());
  const operator = await createOperator(folder);
  const signingIn = { ...signingEnv(webhook), DATA_DIR: path.join(folder, '.data/conventions-signing') };
  const videoIn = { ...videoEnv, DATA_DIR: path.join(folder, '.data/video-rest') };
  await using service = await startService('conventions-signing', signingIn);
  const signing = await fillSigning(service.url, { webhook, signedBytes: 100_000 });
  await using videoService = await startService('video-rest', videoIn);
  const video = await fillVideo(videoService.url, videoIn);
  for (const ends of await Promise.all([service.kill('SIGTERM'), videoService.kill('SIGTERM')]))
    expect(ends.code).toBe(0);

  await operator.run(undefined, ['embedded-save']);
  await rm(path.join(folder, '.data'), { recursive: true });
  await operator.run(undefined, ['embedded-restore']);

  await using restored = await startService('conventions-signing', signingIn);
  await signing.expectAll(restored.url);
  await using restoredVideo = await startService('video-rest', videoIn);
  await video.expectAll(restoredVideo.url);
}, 300_000);
