import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StartedProcess, startProcess } from '@campus/testing';
import type { TaskKind } from '../../src/ffmpeg/split-plan.ts';
import { ask } from '../ask.ts';
import type { UploadBody } from '../upload-body.ts';

/** What one worker had at work, from when to when, in milliseconds. */
export interface Stint {
  /** `plan`: the times of the source are read, and it is given into tasks. */
  kind: TaskKind | 'plan';
  ms: number;
}

export interface Encoded {
  id: number;
  /** From the launch until the first rendition is on air, and until all are. */
  firstSeconds: number;
  allSeconds: number;
  stints: Stint[];
}

interface Farm {
  url: string;
  /** Of each worker. */
  env: Record<string, string>;
  signal: AbortSignal;
}

/**
 * Encodes a video of its own by some workers, each a process on a core of its own.
 *
 * @param job.cores      of the workers, by number
 * @param job.splitFrom  0: as a whole, by the first of them
 */
export async function encodeWith(
  { url, env, signal }: Farm,
  { body, cores, splitFrom }: { body: UploadBody; cores: readonly number[]; splitFrom: number },
): Promise<Encoded> {
  const { id, slug } = await ask(`${url}/rest/videos/`, { method: 'POST', body, signal });
  const workers: StartedProcess[] = [];
  try {
    for (const core of cores)
      workers.push(await startPinned(core, { ...env, ENCODE_SPLIT_FROM: String(splitFrom) }));
    const times = await encodeOne(url, { id: Number(id), slug: String(slug), signal });
    return { id: Number(id), ...times, stints: workers.flatMap((worker) => stintsIn(worker.output())) };
  } finally {
    for (const worker of workers) await worker.kill();
  }
}

async function startPinned(core: number, env: Record<string, string>): Promise<StartedProcess> {
  const program = path.resolve(import.meta.dirname, '../../src/worker-main.ts');
  const worker = startProcess({
    command: 'taskset',
    args: ['-c', String(core), process.execPath, program],
    env: { ENCODE_THREADS: '1', METRICS_PORT: '0', ...env },
  });
  await worker.waitForOutput(/ready, \d+ encodings at a time/);
  return worker;
}

async function encodeOne(
  url: string,
  { id, slug, signal }: { id: number; slug: string; signal: AbortSignal },
): Promise<{ firstSeconds: number; allSeconds: number }> {
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  await ask(`${url}/rest/launch_encode_view/?slug=${slug}`, { signal });
  let firstSeconds: number | undefined;
  for (;;) {
    // Seldom, since asking takes from what is measured.
    await sleep(250, undefined, { signal });
    const { results } = await ask(`${url}/rest/encodings/?video=${id}`, { signal });
    const [run] = results as { state: string; error: string | null }[];
    if (run?.state === 'failed') throw new Error(`the encoding failed: ${run.error}`);
    if (run?.state === 'done') return { firstSeconds: firstSeconds ?? elapsed(), allSeconds: elapsed() };
    const { encoded } = await ask(`${url}/rest/videos/${id}/`, { signal });
    if (encoded === true) firstSeconds ??= elapsed();
  }
}

/** From the log of a worker that has one thing at work at a time. */
function stintsIn(log: string): Stint[] {
  const stints: Stint[] = [];
  let begunAt = 0;
  for (const line of log.split('\n').filter((text) => text.startsWith('{'))) {
    const { time, msg } = JSON.parse(line) as { time: string | number; msg: string };
    const [, kind = 'plan', what] =
      /^(?:(\w+) of the )?encoding of video \d+ (begins|is done|is shared)$/.exec(msg) ?? [];
    if (what === 'begins') begunAt = new Date(time).getTime();
    else if (what !== undefined)
      stints.push({ kind: kind as Stint['kind'], ms: new Date(time).getTime() - begunAt });
  }
  return stints;
}
