import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { busyTime, type Contestant, contestants } from '@campus/bench';
import { ask } from './ask.ts';
import { makeClip } from './make-clip.ts';
import { removeVideo } from './remove-video.ts';
import type { ServicePlace } from './start-servers.ts';
import { type UploadBody, uploadBody } from './upload-body.ts';
import { type Memory, watchMemory } from './watch-memory.ts';
import { withServers } from './with-servers.ts';

export interface UploadResult {
  mebibytes: number;
  /** One entry a round. */
  rounds: Record<Contestant, Sent>[];
  /** Without what the first upload of all had loaded. */
  memory: Record<Contestant, Memory>;
}

interface Sent {
  mebibytesPerSecond: number;
  /** Of the server's processor time for one GiB. */
  busySecondsPerGibibyte: number;
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
    const send = async (contestant: Contestant, body: UploadBody): Promise<Sent> => {
      const { pid } = servers[contestant];
      const busyBefore = await busyTime(pid);
      const start = performance.now();
      const said = await ask(`${servers[contestant].url}/rest/videos/`, { method: 'POST', body, signal });
      const elapsedMs = performance.now() - start;
      const busyMs = (await busyTime(pid)) - busyBefore;
      if (contestant === 'bare') await rm(String(said.file));
      else await removeVideo(place, { url: servers.service.url, id: Number(said.id), signal });
      return {
        mebibytesPerSecond: (body.bytes / 2 ** 20 / elapsedMs) * 1000,
        busySecondsPerGibibyte: busyMs / 1000 / (body.bytes / 2 ** 30),
      };
    };
    const short = uploadBody(clip, 32 * 2 ** 20);
    for (const contestant of contestants) await send(contestant, short);
    const watched = {
      service: await watchMemory(servers.service.pid),
      bare: await watchMemory(servers.bare.pid),
    };
    const body = uploadBody(clip, mebibytes * 2 ** 20);
    const rounds: UploadResult['rounds'] = [];
    for (let round = 0; round < options.rounds; round += 1)
      rounds.push({ service: await send('service', body), bare: await send('bare', body) });
    const memory = { service: await watched.service(), bare: await watched.bare() };
    return { mebibytes, rounds, memory };
  });
}
