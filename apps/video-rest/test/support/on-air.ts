import type { Prisma } from '../../generated/client.ts';
import type { Outputs } from '../../src/ffmpeg/outputs.ts';
import type { TestService } from './service.ts';

/** Of a picture with sound. */
export const outputsOfVideo: Outputs = {
  kind: 'video',
  durationSeconds: 61.5,
  hls: 'master.m3u8',
  renditions: [
    { name: '360p', width: 640, height: 360, bandwidth: 500_000 },
    { name: '720p', width: 1280, height: 720, bandwidth: 1_500_000 },
  ],
  mp4: [
    { height: 360, file: '360p.mp4' },
    { height: 720, file: '720p.mp4' },
  ],
  audio: 'audio.m4a',
  poster: 'poster.jpg',
};

/** Of sound alone. */
export const outputsOfSound: Outputs = {
  ...outputsOfVideo,
  kind: 'audio',
  renditions: [],
  mp4: [],
  poster: null,
};

/** Puts a video on air, as rows alone: no file is on disk. Gives the id of the run. */
export async function givenOnAir(
  { db: { prisma } }: Pick<TestService, 'db'>,
  videoId: number,
  outputs: Outputs = outputsOfVideo,
): Promise<number> {
  const { id } = await prisma.encoding.create({
    data: {
      videoId,
      state: 'done',
      percent: 100,
      finishedAt: new Date(),
      outputs: { ...outputs } as unknown as Prisma.InputJsonObject,
    },
  });
  await prisma.video.update({ where: { id: videoId }, data: { encodingId: id, latestEncodingId: id } });
  return id;
}
