import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { busyTime } from '@campus/bench';
import { ask, exchange } from './ask.ts';
import { makeClip } from './make-clip.ts';
import { removeVideo } from './remove-video.ts';
import { type ServicePlace, startService } from './start-servers.ts';
import { sliceOf, type UploadBody, uploadBody, videoBody, videoFields } from './upload-body.ts';
import { type Memory, watchMemory } from './watch-memory.ts';

/** How a video comes: as one form, by tus with one PATCH, by tus with one for every 64 MiB. */
const ways = ['plain', 'tus', 'pieces'] as const;

export type Way = (typeof ways)[number];

export interface TusResult {
  mebibytes: number;
  /** One entry a round. */
  rounds: Record<Way, SentByWay>[];
}

interface SentByWay {
  mebibytesPerSecond: number;
  /** Of the service's processor time for one GiB. */
  busySecondsPerGibibyte: number;
  memory: Memory;
}

const pieceBytes = 64 * 2 ** 20;

/** From the first request until the video is there, of the same size each way, to the same service. */
export async function measureTus(
  place: ServicePlace,
  options: { ffmpeg: string; mebibytes: number; rounds: number; signal: AbortSignal },
): Promise<TusResult> {
  const { ffmpeg, mebibytes, signal } = options;
  const file = path.join(place.folder, 'tus.mp4');
  await makeClip(ffmpeg, { file, size: '320x240', seconds: 2, signal });
  const clip = await readFile(file);
  const service = await startService(place);
  const { url, pid } = service;
  const send = async (way: Way, bytes: number): Promise<SentByWay> => {
    const memory = await watchMemory(pid);
    const busyBefore = await busyTime(pid);
    const start = performance.now();
    const id = await sendBy[way]({ url, clip, bytes, signal });
    const elapsedMs = performance.now() - start;
    const busyMs = (await busyTime(pid)) - busyBefore;
    const held = await memory();
    await removeVideo(place, { url, id, signal });
    return {
      mebibytesPerSecond: (bytes / 2 ** 20 / elapsedMs) * 1000,
      busySecondsPerGibibyte: busyMs / 1000 / (bytes / 2 ** 30),
      memory: held,
    };
  };
  try {
    for (const way of ways) await send(way, 32 * 2 ** 20);
    const bytes = mebibytes * 2 ** 20;
    const rounds: TusResult['rounds'] = [];
    for (let round = 0; round < options.rounds; round += 1)
      rounds.push({
        plain: await send('plain', bytes),
        tus: await send('tus', bytes),
        pieces: await send('pieces', bytes),
      });
    return { mebibytes, rounds };
  } finally {
    await service.stop();
  }
}

interface Sending {
  url: string;
  clip: Buffer;
  bytes: number;
  signal: AbortSignal;
}

/** Each gives the id of the video. */
const sendBy: Record<Way, (sending: Sending) => Promise<number>> = {
  plain: async ({ url, clip, bytes, signal }) => {
    const made = await ask(`${url}/rest/videos/`, { method: 'POST', body: uploadBody(clip, bytes), signal });
    return Number(made.id);
  },
  tus: (sending) => sendByTus(sending, sending.bytes),
  pieces: (sending) => sendByTus(sending, pieceBytes),
};

async function sendByTus({ url, clip, bytes, signal }: Sending, mostAtOnce: number): Promise<number> {
  const version = { 'Tus-Resumable': '1.0.0' };
  const metadata = Object.entries(videoFields).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  const begun = await exchange(`${url}/rest/uploads/`, {
    method: 'POST',
    headers: { ...version, 'Upload-Length': bytes, 'Upload-Metadata': metadata.join(',') },
    signal,
  });
  const address = `${url}${pathIn(begun.headers.location)}`;
  const video = videoBody(clip, bytes);
  const append = (at: number, body: UploadBody) =>
    exchange(address, { method: 'PATCH', headers: { ...version, 'Upload-Offset': at }, body, signal });
  let made: string | undefined;
  for (let at = 0; at < bytes; at += mostAtOnce) {
    const { headers } = await append(at, sliceOf(video, at, Math.min(at + mostAtOnce, bytes)));
    made = headers['content-location'];
  }
  return Number(pathIn(made).match(/\d+/)?.[0]);
}

/** The service writes its public address before it, which is not where it listens here. */
function pathIn(address: string | undefined): string {
  return new URL(String(address)).pathname;
}
