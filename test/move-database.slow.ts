import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fillSigning, signingEnv } from './support/filled-signing.ts';
import { fillVideo, videoEnv } from './support/filled-video.ts';
import { runCommand } from './support/run-command.ts';
import { startService } from './support/start-service.ts';
import { useNeighbours } from './support/use-neighbours.ts';

const beside = useNeighbours();

describe('npm run move-database, from the embedded PostgreSQL to the one of the distribution', () => {
  test('Given a signing service with a signed agreement and a call under way, When it has moved, Then everything is found and the call is made', async () => {
    const env = { ...signingEnv(beside.webhook), DATA_DIR: path.join(beside.folder, 'signing') };
    const target = await beside.postgres.createDatabase('signing');
    const move = () =>
      runCommand('conventions-signing', ['move-database'], { ...env, TARGET_DATABASE_URL: target });
    let filled: Awaited<ReturnType<typeof fillSigning>>;
    {
      await using service = await startService('conventions-signing', env);
      filled = await fillSigning(service.url, { webhook: beside.webhook, signedBytes: 4 * 2 ** 20 });
      expect(await move()).toMatchObject({ status: 1, errors: expect.stringContaining('is in use') });
      expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    }

    const moved = await move();

    expect(moved).toMatchObject({
      errors: '',
      status: 0,
      output: expect.stringMatching(/public\.deposits: 1 rows/),
    });
    expect(moved.output).toContain('set database.url');
    expect(moved.output).toMatch(/pgboss\.job: [1-9]/);
    expect(await move()).toMatchObject({ status: 1, errors: expect.stringContaining('is not empty') });
    await using service = await startService('conventions-signing', { ...env, DATABASE_URL: target });
    await filled.expectAll(service.url);
  });

  test('Given a video service with media, When it has moved, Then its media folder still belongs to it, and everything is found', async () => {
    const env = { ...videoEnv, DATA_DIR: path.join(beside.folder, 'video') };
    const target = await beside.postgres.createDatabase('video');
    let filled: Awaited<ReturnType<typeof fillVideo>>;
    {
      await using service = await startService('video-rest', env);
      filled = await fillVideo(service.url, env);
      expect(await service.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    }

    // As a move leaves it that was ended.
    expect(await runCommand('video-rest', ['migrate'], { DATABASE_URL: target })).toMatchObject({
      status: 0,
    });

    const moved = await runCommand('video-rest', ['move-database'], { ...env, TARGET_DATABASE_URL: target });

    expect(moved).toMatchObject({
      errors: '',
      status: 0,
      output: expect.stringMatching(/public\.videos: 1 rows/),
    });
    await using service = await startService('video-rest', { ...env, DATABASE_URL: target });
    await filled.expectAll(service.url);
  });
});
