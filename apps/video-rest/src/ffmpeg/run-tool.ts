import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import path from 'node:path';
import type { Duplex, Readable, Writable } from 'node:stream';
import { traced } from '@campus/service';

/**
 * Holds the tool on a leash: descriptor 3 is a pipe from this process. When its other end closes (the run is
 * called off, or this process died, by SIGKILL too), the shell kills the tool. It holds on when all processes are asked
 * to end at once, and tells how the tool ended; ffprobe goes on then, ffmpeg has a handler of its own.
 *
 * The limit holds for the tool alone, not for the shells: its first argument, in KiB.
 */
const leash = `
trap '' HUP INT TERM
memory=$1; shift
{ ulimit -v "$memory" && exec "$0" "$@"; } </dev/null 3<&- & tool=$!
(read -r _ <&3; kill -KILL $tool) >/dev/null 2>&1 & watch=$!
wait $tool 2>/dev/null; status=$?
kill -KILL $watch 2>/dev/null
exit $status`;

/**
 * GCONV_PATH: the statically linked builds crash (segmentation fault) when the system's character set modules are
 * loaded into them, which any MPEG-TS with a service name does; without modules they keep the bytes as they are.
 *
 * MALLOC_ARENA_MAX: each arena reserves 64 MiB of addresses, which the limit would count for every thread.
 *
 * Nothing else: it reads files of strangers, and our environment may hold passwords.
 */
const environment = { GCONV_PATH: '/dev/null', MALLOC_ARENA_MAX: '1' };

/** What asking a tool about itself may take. */
const memoryOfQuestionsMiB = 1024;

/** The words of the C library for ENOMEM, which ffmpeg uses too. */
const outOfMemory = /cannot allocate memory|malloc(?:ation)? .*failed|failed to allocate|out of memory/i;

/** Standard error is kept up to this size, its end: ffmpeg can write a line per broken frame for hours. */
const keptErrorBytes = 16 * 1024;

/** How a shell tells that it could not run a command (POSIX.1-2017, Shell 2.8.2); neither tool ends so by itself. */
const notRun = new Set([126, 127]);

/** A line of standard output longer than this is cut: nothing that we ask for has one. */
const longestLine = 64 * 1024;

interface ToolRun {
  timeLimitMs: number;
  memoryMiB?: number;
  folder?: string;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
}

/** How a run of ffmpeg or ffprobe ended. */
interface ToolEnd {
  /** 0: well; above 128: ended by the signal of that number less 128. */
  status: number;
  /** SIGKILL, and not from here: the system was short of memory, or somebody meant it. It says nothing of the input. */
  isKilled: boolean;
  /** It is not there, or this machine cannot run it; what is on standard error are then the shell's words. */
  isMissing: boolean;
  isTimedOut: boolean;
  /** It said that it was refused more memory; ffmpeg may end well all the same, with half of its work. */
  isOutOfMemory: boolean;
  /** The end of what it wrote to standard error. */
  errorText: string;
}

/**
 * Runs ffmpeg or ffprobe to its end; it never outlives this process.
 *
 * @param run.memoryMiB  addresses that it may use (RLIMIT_AS): more than that is refused to it; infinite: no limit
 * @param run.onLine     gets every line of standard output
 * @returns also when the tool failed or was killed at the time limit; what that means is the caller's to say
 * @throws the reason of `signal`, once the tool is dead; whatever `onLine` throws, likewise; what the system says when it
 *   has no room for another process (`whyShortOfMeans`)
 */
export function runTool(program: string, args: readonly string[], run: ToolRun): Promise<ToolEnd> {
  return traced({ name: path.basename(program) }, async (span) => {
    const end = await runToEnd(program, args, run);
    span?.note({ 'process.exit.code': end.status });
    return end;
  });
}

async function runToEnd(program: string, args: readonly string[], run: ToolRun): Promise<ToolEnd> {
  run.signal?.throwIfAborted();
  const { memoryMiB = memoryOfQuestionsMiB } = run;
  const memoryKiB = Number.isFinite(memoryMiB) ? String(memoryMiB * 1024) : 'unlimited';
  const child = spawn('/bin/sh', ['-c', leash, program, memoryKiB, ...args], {
    cwd: run.folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A process group of its own: Ctrl-C on the terminal reaches the worker alone, which then decides.
    detached: true,
  });
  // Of some failures Node throws, of others it tells later, of a child without any of its streams.
  if (child.pid === undefined) throw (await once(child, 'error'))[0];
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject);
  const kill = () => child.stdio[3]?.destroy();
  child.once('exit', kill);
  child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));

  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    kill();
  }, run.timeLimitMs);
  run.signal?.addEventListener('abort', kill);
  const problems: unknown[] = [];
  readLines(child.stdout, (line) => {
    if (problems.length > 0) return;
    try {
      run.onLine?.(line);
    } catch (error) {
      problems.push(error);
      kill();
    }
  });
  const errorText = keepEnd(child.stderr);
  // The watching shell may be gone before its pipe is closed here.
  ignoreErrors(child.stdio[3]);

  try {
    const status = await ended;
    run.signal?.throwIfAborted();
    if (problems.length > 0) throw problems[0];
    const text = errorText();
    const isKilled = status === 128 + constants.signals.SIGKILL && !isTimedOut;
    const isOutOfMemory = outOfMemory.test(text);
    return { status, isMissing: notRun.has(status), isKilled, isTimedOut, isOutOfMemory, errorText: text };
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', kill);
  }
}

function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = (lines.pop() ?? '').slice(0, longestLine);
    for (const line of lines) onLine(line);
  });
  stream?.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}

function keepEnd(stream: Readable | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-keptErrorBytes);
  });
  return () => text;
}

function ignoreErrors(stream: Readable | Writable | Duplex | null | undefined): void {
  stream?.on('error', () => {});
}
