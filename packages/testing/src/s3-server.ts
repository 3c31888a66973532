import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../../scripts/s3-server', import.meta.url));

/** A real S3-compatible server on this machine, without buckets at first. */
export interface S3Server {
  /** Such as `http://127.0.0.1:23456`; buckets are addressed by path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** One of a single test, which may end it. */
export interface OwnS3Server extends S3Server {
  /** Ends its processes without warning. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, at the same port, with what it had. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The server that all test files of a run share: started by the first that asks, ended with the run, even if that is
 * killed. Each file makes buckets of its own. For system and slow tests.
 *
 * @throws Error naming the script that installs it, when it is missing
 */
export function sharedS3Server(): Promise<S3Server> {
  const { TEST_RUN_FOLDER, TEST_RUN_PROCESS } = process.env;
  if (!TEST_RUN_FOLDER || !TEST_RUN_PROCESS)
    throw new Error('TEST_RUN_FOLDER is not set: run the tests through npm test');
  // Not in memory, where that folder is: file systems there take no attributes in older kernels.
  const folder = path.join(tmpdir(), `${path.basename(TEST_RUN_FOLDER)}-s3`);
  return start(folder, Number(TEST_RUN_PROCESS));
}

/** Starts a server of the test's own; it takes some seconds. @throws Error  as above */
export async function startS3Server(): Promise<OwnS3Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 's3-server-'));
  const settings = await start(folder, process.pid);
  const signal = async (name: NodeJS.Signals) =>
    process.kill(Number(await readFile(path.join(folder, 'pid'), 'utf8')), name);
  return {
    ...settings,
    async kill() {
      await signal('SIGKILL');
      const isGone = () =>
        fetch(settings.endpoint).then(
          () => false,
          () => true,
        );
      await eventually(isGone, { describe: 'its processes have ended with it' });
    },
    async start() {
      await start(folder, process.pid);
    },
    async [Symbol.asyncDispose]() {
      await run(script, ['stop', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param owner  the process with which it ends */
async function start(folder: string, owner: number): Promise<S3Server> {
  const { stdout } = await run(script, ['start', folder, '--until-end-of', String(owner)]);
  const settings = Object.fromEntries(stdout.split('\n').map((line) => line.split('=', 2)));
  return {
    endpoint: settings.AWS_ENDPOINT_URL_S3,
    region: settings.AWS_REGION,
    accessKeyId: settings.AWS_ACCESS_KEY_ID,
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY,
  };
}
