import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { makeClip } from './make-clip.ts';
import {
  type SampleVideo,
  sampleBroadcasters,
  sampleBuilding,
  sampleTypes,
  sampleVideos,
} from './sample-videos.ts';
import { ensureObject, launchEncoding, signedInUser, type VideoAccess } from './video-api.ts';

/** What the samples are called once they are there. */
export interface RegisteredVideos {
  /** Of the videos, in the order of the samples. */
  slugs: string[];
  /** Of the broadcasters, likewise. */
  broadcasters: string[];
}

interface ClipMaking {
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
 * Creates the sample types, building, broadcasters and videos through the REST API, each only when it is not there,
 * and asks for the encoding of those samples that are to be encoded: a start that was interrupted halfway is
 * completed by the next. Does not wait for the encoding.
 *
 * @throws Error when an answer is not the expected one; it names the request, the status and the answer
 */
export async function registerVideos(access: VideoAccess, making: ClipMaking): Promise<RegisteredVideos> {
  const typeUrls = new Map<string, string>();
  for (const { title, description } of sampleTypes) {
    const rest = async () => ({ description });
    const type = await ensureObject(access, { resource: 'types', key: { title }, rest, answer: addressed });
    typeUrls.set(title, type.url);
  }
  const broadcasters = await registerBroadcasters(access);
  const slugs: string[] = [];
  // One after the other, so that on an empty database the ids follow the order of the samples.
  for (const sample of sampleVideos) {
    slugs.push(await registerVideo(access, sample, { ...making, type: typeUrls.get(sample.type) }));
  }
  return { slugs, broadcasters };
}

async function registerBroadcasters(access: VideoAccess): Promise<string[]> {
  const building = await ensureObject(access, {
    resource: 'buildings',
    key: sampleBuilding,
    rest: async () => ({}),
    answer: addressed,
  });
  const slugs: string[] = [];
  for (const { name, ...others } of sampleBroadcasters) {
    const rest = async () => ({ ...others, building: building.url });
    const { slug } = await ensureObject(access, {
      resource: 'broadcasters',
      key: { name },
      rest,
      answer: named,
    });
    slugs.push(slug);
  }
  return slugs;
}

async function registerVideo(
  access: VideoAccess,
  { title, description, allowDownloading, clip, isEncoded }: SampleVideo,
  { clipFolder, findFfmpeg, signal, type }: ClipMaking & { type: string | undefined },
): Promise<string> {
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
        return { description, allow_downloading: allowDownloading, owner, type, video: source };
      },
      answer: videoAnswer,
    });
    if (isEncoded && !video.encoded && !video.encoding_in_progress) await launchEncoding(access, video.slug);
    return video.slug;
  } finally {
    await rm(clipFolder, { recursive: true, force: true });
  }
}
