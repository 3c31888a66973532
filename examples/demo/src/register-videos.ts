import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { makeClip } from './make-clip.ts';
import {
  type SampleVideo,
  sampleBroadcasters,
  sampleBuilding,
  sampleChannels,
  sampleDisciplines,
  sampleTypes,
} from './sample-videos.ts';
import { ensureObject, launchEncoding, signedInUser, type VideoAccess } from './video-api.ts';

interface Registering {
  videos: readonly SampleVideo[];
  /** Holds the clips on their way, and is removed. */
  clipFolder: string;
  /** Path of ffmpeg, asked only when there is a clip to make. */
  findFfmpeg: () => Promise<string>;
  signal?: AbortSignal;
}

const addressed = z.object({ url: z.string() });
const named = z.object({ slug: z.string() });
const videoAnswer = named.extend({ encoded: z.boolean(), encoding_in_progress: z.boolean() });

/**
 * Creates the sample types, channels, disciplines, building, broadcasters and these videos through the REST API, each only when it is not there,
 * and asks for the encoding of those samples that are to be encoded: a start that was interrupted halfway is
 * completed by the next. Does not wait for the encoding.
 *
 * @throws Error when an answer is not the expected one; it names the request, the status and the answer
 */
export async function registerVideos(access: VideoAccess, { videos, ...making }: Registering): Promise<void> {
  const addresses = await registerCatalogue(access);
  await registerBroadcasters(access);
  // One after the other, so that on an empty database the ids follow the order of the samples.
  for (const sample of videos) {
    await registerVideo(access, sample, { ...making, addresses });
  }
}

/** Types, channels and disciplines; their addresses by their titles, which differ. */
async function registerCatalogue(access: VideoAccess): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  const objects = [
    ...sampleTypes.map((type) => ({ resource: 'types', ...type })),
    ...sampleChannels.map((channel) => ({ resource: 'channels', ...channel, visible: true, themes: [] })),
    ...sampleDisciplines.map((title) => ({ resource: 'discipline', title })),
  ];
  for (const { resource, title, ...others } of objects) {
    const rest = async () => others;
    const object = await ensureObject(access, { resource, key: { title }, rest, answer: addressed });
    addresses.set(title, object.url);
  }
  return addresses;
}

async function registerBroadcasters(access: VideoAccess): Promise<void> {
  const building = await ensureObject(access, {
    resource: 'buildings',
    key: sampleBuilding,
    rest: async () => ({}),
    answer: addressed,
  });
  for (const { name, ...others } of sampleBroadcasters) {
    const rest = async () => ({ ...others, building: building.url });
    await ensureObject(access, { resource: 'broadcasters', key: { name }, rest, answer: named });
  }
}

async function registerVideo(
  access: VideoAccess,
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
    const video = await ensureObject(access, {
      resource: 'videos',
      key: { title },
      async rest() {
        await mkdir(clipFolder, { recursive: true });
        await makeClip(clip, { ffmpeg: await findFfmpeg(), file, signal });
        const owner = (await signedInUser(access))?.url;
        const source = await openAsBlob(file, { type: 'video/mp4' });
        const found = Object.entries(places).map(([name, place]) => [name, addresses.get(place)]);
        return { description, ...fields, owner, ...Object.fromEntries(found), video: source };
      },
      answer: videoAnswer,
    });
    if (isEncoded && !video.encoded && !video.encoding_in_progress) await launchEncoding(access, video.slug);
  } finally {
    await rm(clipFolder, { recursive: true, force: true });
  }
}
