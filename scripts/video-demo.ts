import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ConfigurationPlaces } from '@campus/config';
import { demoTimeoutMs, demoVideoToken, registerVideos, sampleVideos, type VideoDemo } from '@campus/demo';
import { createVideoClient } from '@campus/video-client';
import { loadVideoConfiguration } from '../apps/video-rest/src/config.ts';
import { openMediaTools } from '../apps/video-rest/src/ffmpeg/open-media-tools.ts';
import { demoAddress } from './demo-address.ts';
import { firstPassword } from './first-password.ts';
import { holdDemo } from './hold-demo.ts';
import type { Supervisor } from './supervise.ts';

const run = promisify(execFile);

/** What an institution would configure; without it there is no Dublin Core export. */
const institution = {
  TITLE_ETB: 'Example University',
  DEFAULT_DC_COVERAGE: 'Example University',
  DEFAULT_DC_RIGHTS: 'CC BY 4.0',
};

/**
 * The video service with an access token of its root account, and sample objects created over HTTP as an operator
 * would, one video being encoded. `settle` of the answer adds the other videos, which takes a minute.
 */
export async function startVideoDemo(
  places: ConfigurationPlaces,
  { settings, supervisor }: { settings: readonly string[]; supervisor: Supervisor },
): Promise<VideoDemo & { settle(): Promise<void> }> {
  const { repositoryRoot } = places;
  const defaults = {
    // Sample videos never get into the data of a real instance.
    ...(settings.includes('data.dir')
      ? {}
      : { DATA_DIR: path.join(repositoryRoot, '.data/demo/video-rest') }),
    // Two short clips also have room on a disk where real uploads would not.
    ...(settings.includes('MEDIA_MIN_FREE') ? {} : { MEDIA_MIN_FREE: '256MiB' }),
    // Who tries webhooks has a receiver on this machine.
    ...(settings.includes('WEBHOOK_NETWORKS') ? {} : { WEBHOOK_NETWORKS: '127.0.0.0/8' }),
  };
  const ownEnv: NodeJS.ProcessEnv = { ...places.env, ...defaults, ...institution };
  const { dataDir, ffmpegPath, ffprobePath, ...configured } = loadVideoConfiguration({
    ...places,
    env: ownEnv,
  });
  const address = demoAddress(configured);
  const env: NodeJS.ProcessEnv = { ...ownEnv, SERVER_BASE_URL: address };
  await holdDemo(dataDir);

  const serviceUrl = await supervisor.start('video-rest', {
    script: 'apps/video-rest/src/main.ts',
    env,
    log: path.join(dataDir, 'service.log'),
  });
  const token = await demoVideoToken({
    dataDir,
    baseUrl: serviceUrl,
    async create() {
      const program = path.join(repositoryRoot, 'apps/video-rest/src/cli/token.ts');
      const { stdout } = await run(process.execPath, [program, 'create', 'root', '--label', 'demo'], {
        env,
        signal: supervisor.stopping,
      });
      return stdout.trimEnd().split('\n').at(-1) ?? '';
    },
  });
  const register = (videos: typeof sampleVideos) =>
    registerVideos(createVideoClient({ baseUrl: serviceUrl, token, timeoutMs: demoTimeoutMs }), {
      videos,
      clipFolder: path.join(dataDir, 'demo-clips'),
      findFfmpeg: async () =>
        (await openMediaTools({ ffmpegPath, ffprobePath, path: env.PATH ?? '' })).ffmpeg,
      signal: supervisor.stopping,
    });
  await register(sampleVideos.slice(0, 2));
  return {
    serviceUrl: address,
    rootPassword: await firstPassword(dataDir),
    token,
    settle: () => register(sampleVideos),
  };
}
