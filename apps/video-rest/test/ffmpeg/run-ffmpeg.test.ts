import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, startProcess } from '@campus/testing';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type EncodingProgress, runFfmpeg } from '../../src/ffmpeg/run-ffmpeg.ts';
import { runTool } from '../../src/ffmpeg/run-tool.ts';
import { testMediaTools } from '../support/clips.ts';
import { endlessArgs } from '../support/endless-args.ts';
import { ffmpegsOn } from '../support/ffmpegs-on.ts';

const folders: string[] = [];

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'encoding-run-'));
  folders.push(folder);
  return folder;
}

/** The ffmpeg and its shell that were given a folder, as command lines. */
async function processesIn(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(`${folder}/`));
}

async function runEndlessly(
  folder: string,
  options: { timeLimitMs?: number; signal?: AbortSignal; onProgress?: (progress: EncodingProgress) => void },
) {
  const { ffmpeg } = await testMediaTools();
  return runFfmpeg(ffmpeg, {
    args: endlessArgs(folder),
    folder,
    durationSeconds: 3600,
    timeLimitMs: 240_000,
    memoryMiB: 2048,
    hiddenPaths: [folder],
    ...options,
  });
}

describe('ffmpeg', () => {
  test('is dead when a run that was called off has rejected, with the reason', async () => {
    const folder = await newFolder();
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const running = runEndlessly(folder, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });

    await expect(running).rejects.toBe(reason);

    expect(await processesIn(folder)).toEqual([]);
  });

  test('is dead when its time is over', async () => {
    const folder = await newFolder();

    await expect(runEndlessly(folder, { timeLimitMs: 300 })).rejects.toMatchObject({ code: 'time_limit' });

    expect(await processesIn(folder)).toEqual([]);
  });

  test('that wants more memory than it may use fails, and says so', async () => {
    const { ffmpeg } = await testMediaTools();
    const folder = await newFolder();
    const pictures = ['-f', 'lavfi', '-i', 'color=size=4096x4096', '-vf', 'reverse', '-t', '2'];
    const running = runFfmpeg(ffmpeg, {
      args: ['-nostdin', '-v', 'error', ...pictures, '-f', 'null', '-'],
      folder,
      durationSeconds: 1,
      timeLimitMs: 240_000,
      memoryMiB: 700,
      hiddenPaths: [folder],
    });

    await expect(running).rejects.toMatchObject({
      code: 'memory_limit',
      message: 'The encoding needs more than the 700 MiB of memory that it may use.',
    });
  });

  test('dies with its worker, however that dies', async () => {
    const folder = await newFolder();
    const holder = path.join(import.meta.dirname, '../support/hold-ffmpeg.ts');
    await using worker = startProcess({ command: process.execPath, args: [holder, folder] });
    await eventually(async () => (await processesIn(folder)).length > 0, {
      describe: 'ffmpeg runs',
      seen: worker.output,
    });

    // The worker alone, as the kernel's out-of-memory killer does.
    await worker.kill('SIGKILL');

    await eventually(async () => (await processesIn(folder)).length === 0, {
      describe: 'nothing is left of ffmpeg',
      seen: () => processesIn(folder),
    });
  });

  test('that fails has its last words in the failure, without the paths', async () => {
    const { ffmpeg } = await testMediaTools();
    const folder = await newFolder();
    const run = {
      folder,
      durationSeconds: 1,
      timeLimitMs: 240_000,
      memoryMiB: 2048,
      hiddenPaths: [folder],
      args: ['-nostdin', '-v', 'error', '-i', `file:${folder}/nothing here`, '-f', 'null', '-'],
    };

    await expect(runFfmpeg(ffmpeg, run)).rejects.toMatchObject({
      code: 'ffmpeg_failed',
      message: expect.stringContaining('No such file or directory'),
    });
    await expect(runFfmpeg(ffmpeg, run)).rejects.not.toMatchObject({
      message: expect.stringContaining(folder),
    });
  });

  test('that is not there is said to be missing, and nothing else', async () => {
    const folder = await newFolder();
    const running = runFfmpeg(path.join(folder, 'ffmpeg'), {
      args: [],
      folder,
      durationSeconds: 1,
      timeLimitMs: 240_000,
      memoryMiB: 2048,
      hiddenPaths: [folder],
    });

    await expect(running).rejects.toMatchObject({
      code: 'tool_missing',
      message: 'ffmpeg is missing on the machine that encodes, or does not run there.',
    });
  });

  test('that somebody asks to end is no failure of its own', async () => {
    const folder = await newFolder();
    const begun = Promise.withResolvers<void>();
    const running = runEndlessly(folder, { onProgress: () => begun.resolve() });
    await begun.promise;

    for (const id of await ffmpegsOn(folder)) process.kill(id, 'SIGTERM');

    await expect(running).rejects.toMatchObject({ isFromOutside: true });
  });

  test('and its shell hold on when all processes are asked to end, while it has no handler of its own', async () => {
    const { status, errorText } = await runTool('/bin/sh', ['-c', 'kill -TERM $PPID $$; echo alive >&2'], {
      timeLimitMs: 240_000,
    });

    expect([status, errorText]).toEqual([0, 'alive\n']);
  });

  test('that is killed from outside is a failure that names the signal', async () => {
    const folder = await newFolder();
    const running = runFfmpeg('/bin/sh', {
      args: ['-c', 'kill -SEGV $$'],
      folder,
      durationSeconds: 1,
      timeLimitMs: 240_000,
      memoryMiB: 2048,
      hiddenPaths: [],
    });

    await expect(running).rejects.toMatchObject({
      code: 'ffmpeg_killed_silently',
      message: expect.stringContaining('signal 11'),
    });
  });
});
