import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startEmbeddedPostgres } from '@campus/database';
import { nodeEnvironment, scratchRoot } from '@campus/testing';
import { quickMediaTools } from './clips.ts';

const programs = path.resolve(import.meta.dirname, '../../src/cli');

/** A folder for `data.dir`, for `await using`: gone at the end of the block. */
export async function temporaryDataDir(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(scratchRoot, 'video-cli-'));
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Such a folder with an instance whose database is empty and at rest. */
export async function temporaryInstance(): Promise<Awaited<ReturnType<typeof temporaryDataDir>>> {
  const folder = await temporaryDataDir();
  const dataDir = path.join(folder.path, 'postgres');
  const { stop } = await startEmbeddedPostgres({ dataDir, database: 'video_rest' });
  await stop();
  return folder;
}

export interface CliRun {
  status: number | null;
  output: string;
  lastLine: string;
  errors: string;
}

/** Runs a program of `src/cli` as a process of its own, as its npm script does, with `input` on standard input. */
export async function runCli(
  program: 'account' | 'token' | 'workers' | 'foreign-links' | 'import-pod' | 'export' | 'import',
  args: string[],
  { env, input = '' }: { env: Record<string, string>; input?: string },
): Promise<CliRun> {
  const { ffmpeg, ffprobe } = await quickMediaTools();
  const child = spawn(process.execPath, [path.join(programs, `${program}.ts`), ...args], {
    cwd: scratchRoot,
    env: { PATH: process.env.PATH, ...nodeEnvironment, FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe, ...env },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A program that does not read its input may have ended before it came.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, output, errors, lastLine: output.trimEnd().split('\n').at(-1) ?? '' };
}
