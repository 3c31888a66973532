import { access, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, contestants } from '@campus/bench';
import { rowFolder } from '../src/storage/layout.ts';
import { ask } from './ask.ts';
import { makeClip } from './make-clip.ts';
import { peakMemory } from './peak-memory.ts';
import { mediaRootOf, type ServicePlace } from './start-servers.ts';
import { type UploadBody, uploadBody } from './upload-body.ts';
import { withServers } from './with-servers.ts';

export interface UploadResult {
  mebibytes: number;
  /** Mebibytes a second, one entry a round. */
  rounds: Record<Contestant, number>[];
  peakMemoryBytes: Record<Contestant, number>;
}

/** From the first byte sent to the answer: for the service with its probe, its row and the file in place. */
export async function measureUpload(
  place: ServicePlace,
  options: { ffmpeg: string; mebibytes: number; rounds: number; signal: AbortSignal },
): Promise<UploadResult> {
  const { ffmpeg, mebibytes, signal } = options;
  const file = path.join(place.folder, 'short.mp4');
  await makeClip(ffmpeg, { file, size: '320x240', seconds: 2, signal });
  const clip = await readFile(file);
  return withServers(place, async (servers) => {
    const send = async (contestant: Contestant, body: UploadBody) => {
      const start = performance.now();
      const said = await ask(`${servers[contestant].url}/rest/videos/`, { method: 'POST', body, signal });
      const elapsedMs = performance.now() - start;
      if (contestant === 'bare') await rm(String(said.file));
      else await removeVideo(place, { url: servers.service.url, id: Number(said.id), signal });
      return (body.bytes / 2 ** 20 / elapsedMs) * 1000;
    };
    const short = uploadBody(clip, 32 * 2 ** 20);
    for (const contestant of contestants) await send(contestant, short);
    const body = uploadBody(clip, mebibytes * 2 ** 20);
    const rounds: UploadResult['rounds'] = [];
    for (let round = 0; round < options.rounds; round += 1)
      rounds.push({ service: await send('service', body), bare: await send('bare', body) });
    const peakMemoryBytes = {
      service: await peakMemory(servers.service.pid),
      bare: await peakMemory(servers.bare.pid),
    };
    return { mebibytes, rounds, peakMemoryBytes };
  });
}

/** Removes a video and waits until its file is gone too, which would slow what comes next. */
async function removeVideo(
  place: ServicePlace,
  { url, id, signal }: { url: string; id: number; signal: AbortSignal },
): Promise<void> {
  await ask(`${url}/rest/videos/${id}/`, { method: 'DELETE', signal });
  const folder = rowFolder(mediaRootOf(place), { table: 'videos', id });
  const deadline = performance.now() + 30_000;
  while (await isThere(folder)) {
    if (performance.now() > deadline) throw new Error(`${folder} is still there 30 s after its video`);
    await sleep(20, undefined, { signal });
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
