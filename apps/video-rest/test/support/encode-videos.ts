import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { addEncoding } from '../../src/data/encodings.ts';
import { type ClipName, clip } from './clips.ts';
import { ffmpegsOn } from './ffmpegs-on.ts';
import { givenVideo } from './given-records.ts';
import { type KeptMedia, keptOf } from './kept-media.ts';
import { postType } from './post-resources.ts';
import type { Person, TestService } from './service.ts';

/** What the API shows of a video, as far as encoding goes. */
export interface ShownVideo {
  id: number;
  url: string;
  slug: string;
  video: string;
  encoded: boolean;
  encoding_in_progress: boolean;
  get_encoding_step: string;
  duration: number;
  playback: Playback;
}

export interface Playback {
  hls: string | null;
  mp4: { height: number; url: string }[];
  audio: string | null;
  poster: string | null;
  thumbnails: string[];
  overview: string | null;
}

/** A run as the API shows it. */
export interface ShownEncoding {
  id: number;
  video: string;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  percent: number;
  speed: number | null;
  eta_seconds: number | null;
  attempts: number;
  error: string | null;
  breaks: number;
  requested_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export const nothingToPlay: Playback = {
  hls: null,
  mp4: [],
  audio: null,
  poster: null,
  thumbnails: [],
  overview: null,
};

/** Whoever may add videos and their types. */
type UploadService = Pick<TestService, 'root' | 'staff'>;

/** A video uploaded by the superuser, or by `owner`; nothing is encoded yet. */
export async function givenUpload(
  service: UploadService,
  {
    source,
    owner = service.root,
    ...fields
  }: { source: string; owner?: Person; is_draft?: string; is_restricted?: string },
): Promise<ShownVideo> {
  const type = await postType(service);
  const call = owner.client.post('/rest/videos/');
  const all = { owner: owner.url, type: type.url, title: 'Lecture', ...fields };
  for (const [name, value] of Object.entries(all)) call.field(name, value);
  return (await call.attach('video', source).expect(201)).body;
}

/** A video that is encoded to its end. */
export async function givenEncodedVideo(
  service: UploadService,
  { clip: name, ...fields }: { clip: ClipName; owner?: Person; is_draft?: string; is_restricted?: string },
): Promise<ShownVideo> {
  const { id, slug } = await givenUpload(service, { source: await clip(name), ...fields });
  await launch(service, slug);
  await untilState(service, id, 'done');
  return videoOf(service, id);
}

/** Asks for a run, as every client does. */
export async function launch({ root }: Pick<TestService, 'root'>, slug: string): Promise<ShownVideo> {
  return (await root.client.get(`/rest/launch_encode_view/?slug=${slug}`).expect(200)).body;
}

export async function videoOf({ root }: Pick<TestService, 'root'>, id: number): Promise<ShownVideo> {
  return (await root.client.get(`/rest/videos/${id}/`).expect(200)).body;
}

/** The runs of a video, newest first. */
export async function encodingsOf(
  { root }: Pick<TestService, 'root'>,
  videoId: number,
): Promise<ShownEncoding[]> {
  return (await root.client.get(`/rest/encodings/?video=${videoId}`).expect(200)).body.results;
}

/** A run that waits, of a video without a source, for tests where nobody encodes. */
export async function givenQueued(
  { db }: Pick<TestService, 'db'>,
  owner: { id: number },
  columns: { isDraft?: boolean } = {},
): Promise<number> {
  const { id } = await givenVideo(db, { ownerId: owner.id, ...columns });
  return addEncoding(db.prisma, id);
}

/** Waits until the latest run of a video is in this state, and returns it. */
export async function untilState(
  service: Pick<TestService, 'root'>,
  videoId: number,
  state: ShownEncoding['state'],
): Promise<ShownEncoding> {
  return eventually(
    async () => (await encodingsOf(service, videoId)).slice(0, 1).find((run) => run.state === state) ?? null,
    {
      describe: `the latest run of video ${videoId} is ${state}`,
      seen: () => encodingsOf(service, videoId),
    },
  );
}

/** Waits until renditions are being encoded, and returns the ids of the ffmpeg processes that do. */
export async function untilEncoding({ mediaRoot }: Pick<TestService, 'mediaRoot'>): Promise<number[]> {
  return eventually(
    async () => {
      // A run begins with its poster, by an ffmpeg of its own.
      const ids = await ffmpegsOn(mediaRoot, 'tee');
      return ids.length > 0 ? ids : null;
    },
    { describe: 'an ffmpeg encodes', seen: () => ffmpegsOn(mediaRoot) },
  );
}

/** Lets the run that is at work come some way, and keeps it there. @returns what lets it go on */
export async function holdUnderWay({
  root,
  mediaRoot,
}: Pick<TestService, 'root' | 'mediaRoot'>): Promise<() => void> {
  await eventually(
    async () => {
      const { body } = await root.client.get('/rest/encodings/?state=running').expect(200);
      return body.results.some(({ percent }: ShownEncoding) => percent >= 10);
    },
    { intervalMs: 50, describe: 'a run has come some way' },
  );
  const ids = await ffmpegsOn(mediaRoot, 'tee');
  if (ids.length === 0) throw new Error('the run was over before it could be held');
  for (const id of ids) process.kill(id, 'SIGSTOP');
  return () => {
    for (const id of ids) process.kill(id, 'SIGCONT');
  };
}

/** What is on its way below MEDIA_ROOT, without the folders of the processes themselves. */
export async function temporaryFiles(mediaRoot: string): Promise<string[]> {
  const root = path.join(mediaRoot, 'tmp');
  const processes = await readdir(root);
  return (await Promise.all(processes.map((name) => readdir(path.join(root, name))))).flat();
}

/** Waits until nothing runs and nothing lies about any more. */
export async function untilQuiet({ mediaRoot }: Pick<TestService, 'mediaRoot'>): Promise<void> {
  await eventually(
    async () => [...(await ffmpegsOn(mediaRoot)), ...(await temporaryFiles(mediaRoot))].length === 0,
    {
      describe: 'nothing is at work',
      seen: async () => ({
        ffmpegs: await ffmpegsOn(mediaRoot),
        files: await temporaryFiles(mediaRoot),
      }),
    },
  );
}

/** Names in the folder of a video, wherever it is; none when it is gone. */
export async function filesOf(media: KeptMedia, videoId: number): Promise<string[]> {
  const files = await keptOf(media, { table: 'videos', id: videoId });
  return [...new Set(files.map((file) => file.replace(/\/.*/, '')))];
}
