import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { VideoClient } from '@campus/video-client';
import { makeClip } from './make-clip.ts';
import {
  type SampleVideo,
  sampleBroadcasters,
  sampleBuilding,
  sampleChannels,
  sampleDisciplines,
  sampleTypes,
} from './sample-videos.ts';
import { ensureObject } from './video-api.ts';

interface Registering {
  videos: readonly SampleVideo[];
  /** Holds the clips on their way, and is removed. */
  clipFolder: string;
  /** Path of ffmpeg, asked only when there is a clip to make. */
  findFfmpeg: () => Promise<string>;
  signal?: AbortSignal;
}

/**
 * Creates the sample types, channels, disciplines, building, broadcasters and these videos through the REST API, each only when it is not there,
 * and asks for the encoding of those samples that are to be encoded: a start that was interrupted halfway is
 * completed by the next. Does not wait for the encoding.
 *
 * @throws ApiError when an answer is not the expected one
 */
export async function registerVideos(client: VideoClient, { videos, ...making }: Registering): Promise<void> {
  const addresses = await registerCatalogue(client);
  await registerBroadcasters(client);
  // One after the other, so that on an empty database the ids follow the order of the samples.
  for (const sample of videos) {
    await registerVideo(client, sample, { ...making, addresses });
  }
}

/** Types, channels and disciplines; their addresses by their titles, which differ. */
async function registerCatalogue(client: VideoClient): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  const objects = [
    ...sampleTypes.map((type) => ({ path: '/rest/types/' as const, ...type })),
    ...sampleChannels.map((channel) => ({
      path: '/rest/channels/' as const,
      ...{ ...channel, visible: true, themes: [] },
    })),
    ...sampleDisciplines.map((title) => ({ path: '/rest/discipline/' as const, title })),
  ];
  for (const { path, title, ...others } of objects) {
    const { url } = await ensureObject(client, path, { key: { title }, rest: async () => others });
    addresses.set(title, url);
  }
  return addresses;
}

async function registerBroadcasters(client: VideoClient): Promise<void> {
  const building = await ensureObject(client, '/rest/buildings/', { key: sampleBuilding });
  for (const { name, ...others } of sampleBroadcasters) {
    const rest = async () => ({ ...others, building: building.url });
    await ensureObject(client, '/rest/broadcasters/', { key: { name }, rest });
  }
}

async function registerVideo(
  client: VideoClient,
  { title, description, fields, clip, isEncoded, ...places }: SampleVideo,
  {
    clipFolder,
    findFfmpeg,
    signal,
    addresses,
  }: Omit<Registering, 'videos'> & { addresses: ReadonlyMap<string, string> },
): Promise<void> {
  const file = path.join(clipFolder, 'clip.mp4');
  try {
    const video = await ensureObject(client, '/rest/videos/', {
      key: { title },
      async rest() {
        await mkdir(clipFolder, { recursive: true });
        await makeClip(clip, { ffmpeg: await findFfmpeg(), file, signal });
        const source = await openAsBlob(file, { type: 'video/mp4' });
        const found = Object.entries(places).map(([name, place]) => [name, addresses.get(place)]);
        return {
          description,
          ...fields,
          owner: '/rest/users/me/',
          ...Object.fromEntries(found),
          video: source,
        };
      },
    });
    if (isEncoded && !video.encoded && !video.encoding_in_progress) await client.encode(video);
  } finally {
    await rm(clipFolder, { recursive: true, force: true });
  }
}
