import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort, type StartedProcess, scratchRoot, startProcess } from '@campus/testing';
import { quickMediaTools } from '../../apps/video-rest/test/support/clips.ts';

export const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** The demo as `npm start` brings it up, on ports and in a data folder of its own. */
export interface Demo extends StartedProcess {
  signing: DemoService;
  video: DemoService;
  /** Holds the data folders of both. */
  dataDir: string;
  removeData: () => Promise<void>;
}

/** One service of the demo: its address, the token that its tour uses, its data folder. */
export interface DemoService {
  url: string;
  token: string;
  dataDir: string;
}

/**
 * Runs what the root's `npm start` runs, on `dataDir` or in a new folder, and waits for its welcome.
 *
 * @param options.withNpm  by npm itself
 */
export async function startDemo(options: { dataDir?: string; withNpm?: boolean } = {}): Promise<Demo> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(scratchRoot, 'demo-')));
  const { demo, ...services } = await beginDemo({ ...options, dataDir });
  const [, signingToken = '', videoToken = ''] = await demo.waitForOutput(
    /^ *SIGNING_TOKEN=(\S+)\n *VIDEO_TOKEN=(\S+)$[\s\S]*\/signed-pdf\n/m,
    // Two services and thirty agreements are the work of ten seconds, which is minutes beside others.
    { timeoutMs: 280_000 },
  );
  return Object.assign(demo, {
    signing: { ...services.signing, token: signingToken },
    video: { ...services.video, token: videoToken },
    dataDir,
    removeData: () => rm(dataDir, { recursive: true, force: true }),
  });
}

/** The same, without waiting for anything. */
export async function beginDemo({ dataDir, withNpm = false }: { dataDir: string; withNpm?: boolean }) {
  const [signingPort, videoPort] = [await freePort(), await freePort()];
  const signingDataDir = path.join(dataDir, 'signing');
  const videoDataDir = path.join(dataDir, 'video');
  const program = withNpm
    ? { command: 'npm', args: ['start', '--prefix', repositoryRoot] }
    : { command: process.execPath, args: [path.join(repositoryRoot, 'scripts/run.mjs'), 'start'] };
  const demo = startProcess({
    ...program,
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      CONVENTIONS_SIGNING_DATA_DIR: signingDataDir,
      CONVENTIONS_SIGNING_SERVER_PORT: String(signingPort),
      CONVENTIONS_SIGNING_METRICS_PORT: '0',
      VIDEO_REST_DATA_DIR: videoDataDir,
      VIDEO_REST_SERVER_PORT: String(videoPort),
      VIDEO_REST_METRICS_PORT: '0',
      ...(await mediaTools()),
      SIGNING_APPLICATION_PORT: String(await freePort()),
      SECONDS_BETWEEN_SIGNATURES: '0.3',
    },
  });
  return {
    demo,
    signing: { url: `http://localhost:${signingPort}`, dataDir: signingDataDir },
    video: { url: `http://localhost:${videoPort}`, dataDir: videoDataDir },
  };
}

/** Tests look at nothing that is encoded; what takes pictures of the demo has the programs of the machine. */
async function mediaTools(): Promise<Record<string, string>> {
  if (process.env.TEST_RUN_FOLDER === undefined) return {};
  const { ffmpeg, ffprobe } = await quickMediaTools();
  return { VIDEO_REST_FFMPEG_PATH: ffmpeg, VIDEO_REST_FFPROBE_PATH: ffprobe };
}
