import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { descendantsOf, freePort, scratchRoot, startProcess, untilEnded } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { quickMediaTools } from '../apps/video-rest/test/support/clips.ts';
import { repositoryRoot } from './support/start-demo.ts';

// Of all tests: making both databases takes as long as the rest of a start.
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(scratchRoot, 'start-'));
});
afterAll(() => rm(folder, { recursive: true }));

const withoutNpm = {
  command: process.execPath,
  args: [path.join(repositoryRoot, 'scripts/run.mjs'), 'start'],
};
const withNpm = { command: 'npm', args: ['start', '--prefix', repositoryRoot] };

/** The root's `npm start` on ports of its own. */
async function start(env: Record<string, string>, program = withoutNpm) {
  const [signingPort, videoPort] = [await freePort(), await freePort()];
  const { ffmpeg, ffprobe } = await quickMediaTools();
  const started = startProcess({
    ...program,
    cwd: folder,
    env: {
      CONVENTIONS_SIGNING_DATA_DIR: path.join(folder, 'signing'),
      CONVENTIONS_SIGNING_SERVER_PORT: String(signingPort),
      CONVENTIONS_SIGNING_METRICS_PORT: '0',
      VIDEO_REST_DATA_DIR: path.join(folder, 'video'),
      VIDEO_REST_SERVER_PORT: String(videoPort),
      VIDEO_REST_METRICS_PORT: '0',
      VIDEO_REST_FFMPEG_PATH: ffmpeg,
      VIDEO_REST_FFPROBE_PATH: ffprobe,
      ...env,
    },
  });
  return Object.assign(started, {
    signingUrl: `http://127.0.0.1:${signingPort}`,
    videoUrl: `http://127.0.0.1:${videoPort}`,
  });
}

describe('npm start', () => {
  test('Given tokens of the signing service, Then it starts as configured and video-rest without samples', async () => {
    await using started = await start({ APPLI_PUBLIC_TOKENS: 'public-token-0123456789' });

    await started.waitForOutput(/"conventions-signing","msg":"ready on /);
    await started.waitForOutput(/"video-rest","msg":"ready on /);

    await started.waitForOutput(/^conventions-signing and video-rest: ready; Ctrl-C ends both\.$/m);

    expect(started.output()).toContain('video-rest is not configured and starts empty');
    expect((await fetch(`${started.signingUrl}/readyz`)).status).toBe(200);
    expect((await fetch(`${started.videoUrl}/readyz`)).status).toBe(200);
    expect(await started.killGroup('SIGINT')).toMatchObject({ code: 0 });
    expect(started.output()).not.toContain('The demo is running');
    expect((await stat(path.join(folder, 'video/first-password'))).isFile()).toBe(true);
    await expect(stat(path.join(folder, 'video/demo-token'))).rejects.toThrow();
  });

  test('Given the root account of the video service, Then it starts alone and that is said', async () => {
    await using started = await start({ ROOT_PASSWORD: 'correct horse battery' });

    await started.waitForOutput(/^video-rest: ready; Ctrl-C ends it\.$/m);

    expect(started.output()).toContain('conventions-signing is not configured and stays out');
    await expect(fetch(`${started.signingUrl}/healthz`)).rejects.toThrow();
    expect(await started.killGroup('SIGTERM')).toMatchObject({ code: 0 });
  });

  test('Given a supervisor that knows npm alone, When it sends SIGTERM, Then everything stops in order, and nothing is left', async () => {
    await using started = await start({ APPLI_PUBLIC_TOKENS: 'public-token-0123456789' }, withNpm);
    await started.waitForOutput(/"conventions-signing","msg":"ready on /);
    await started.waitForOutput(/"video-rest","msg":"ready on /);
    const programs = await descendantsOf(Number(started.child.pid));
    expect(programs.length).toBeGreaterThan(4);

    expect(await started.kill('SIGTERM')).toEqual({ code: 0, signal: null });

    await untilEnded(programs);
  });

  test('Given a variable that cannot be right for both services, Then nothing starts and the mend is told', async () => {
    await using started = await start({
      DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c',
      SERVER_PORT: '9000',
    });

    expect(await started.exited).toMatchObject({ code: 1 });
    expect(started.output()).toContain(
      'instead of DATABASE_URL: CONVENTIONS_SIGNING_DATABASE_URL, VIDEO_REST_DATABASE_URL\n',
    );
    expect(started.output()).toContain('npm start -w apps/conventions-signing');
    // Both services have a port of their own here.
    expect(started.output()).not.toContain('instead of SERVER_PORT');
  });
});
