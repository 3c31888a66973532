import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Contestant } from '@campus/bench';
import { ask } from './ask.ts';
import { makeClip } from './make-clip.ts';
import { singleCommand } from './single-command.ts';
import type { ServicePlace } from './start-servers.ts';
import { uploadBody } from './upload-body.ts';
import { withServers } from './with-servers.ts';

const run = promisify(execFile);

export interface EncodeResult {
  clipSeconds: number;
  /** Seconds of wall time, one entry a round. */
  rounds: Record<Contestant, number>[];
}

/** For the service from the launch until the outputs are on air, queue, probe and the way to disk included. */
export async function measureEncode(
  place: ServicePlace,
  options: { ffmpeg: string; clipSeconds: number; rounds: number; signal: AbortSignal },
): Promise<EncodeResult> {
  const { ffmpeg, clipSeconds, signal } = options;
  const clip = path.join(place.folder, 'clip.mp4');
  await makeClip(ffmpeg, { file: clip, size: '1920x1080', seconds: clipSeconds, signal });
  return withServers(place, async ({ service: { url } }) => {
    const body = uploadBody(await readFile(clip));
    const video = await ask(`${url}/rest/videos/`, { method: 'POST', body, signal });
    const rounds: EncodeResult['rounds'] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const service = await encodeInService(url, { slug: String(video.slug), signal });
      const folder = path.join(place.folder, 'single-command');
      const bare = await encodeAlone(ffmpeg, { clip, clipSeconds, folder, signal });
      rounds.push({ service, bare });
    }
    return { clipSeconds, rounds };
  });
}

async function encodeInService(
  url: string,
  { slug, signal }: { slug: string; signal: AbortSignal },
): Promise<number> {
  const start = Date.now();
  await ask(`${url}/rest/launch_encode_view/?slug=${slug}`, { signal });
  for (;;) {
    // Seldom, since asking takes from what is measured; the encoding itself says when it ended.
    await sleep(500, undefined, { signal });
    const { results } = await ask(`${url}/rest/encodings/`, { signal });
    const [latest] = results as { state: string; error: string | null; finished_at: string }[];
    if (latest?.state === 'done') return (Date.parse(latest.finished_at) - start) / 1000;
    if (latest?.state === 'failed') throw new Error(`the encoding failed: ${latest.error}`);
  }
}

async function encodeAlone(
  ffmpeg: string,
  {
    clip,
    clipSeconds,
    folder,
    signal,
  }: { clip: string; clipSeconds: number; folder: string; signal: AbortSignal },
): Promise<number> {
  await mkdir(folder);
  const start = performance.now();
  await run(ffmpeg, singleCommand({ clip, seconds: clipSeconds }), { cwd: folder, signal });
  const elapsedMs = performance.now() - start;
  await rm(folder, { recursive: true });
  return elapsedMs / 1000;
}
