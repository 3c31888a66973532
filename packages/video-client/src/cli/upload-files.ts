import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { explainFailure, lineOf } from '@campus/client-cli';
import { OperatorError } from '@campus/config';
import { say, showProgress } from '@campus/service/command-line';
import { ApiError, answerOf, EncodingFailed, type NewVideo, type Video, type VideoClient } from '../index.ts';
import { keptUpload } from './kept-upload.ts';
import { mediaFiles } from './media-files.ts';

/** A client, and the service that it speaks to. */
export interface Service {
  client: VideoClient;
  baseUrl: string;
}

interface UploadCommand {
  /** Of the videos; without `owner` they are one's own, without `title` they are called as their files. */
  fields: Record<string, string | string[]>;
  encode: boolean;
  /** Until all are encoded. */
  wait: boolean;
  json: boolean;
}

/** Failures that are of one file, beside which the others go on. */
const ofOneFile = [1, 2, 6];

/**
 * Makes a video of each file; files that are one already are passed over. What is wrong with one of several is told,
 * and is the exit status at the end.
 */
export async function uploadFiles(
  service: Service,
  paths: readonly string[],
  command: UploadCommand,
): Promise<void> {
  const files = await mediaFiles(paths);
  if (files.length === 0)
    throw new OperatorError('There is no video and no sound in there: name a file itself.');
  const forEach = async (one: string, act: () => Promise<void>) => {
    await act().catch((error) => {
      const failure = explainFailure('campus-video', error);
      if (files.length === 1 || failure === undefined || !ofOneFile.includes(failure.status)) throw error;
      process.exitCode ??= failure.status;
      process.stderr.write(`${lineOf(one)}: ${failure.sentence}\n`);
    });
  };
  const made = new Map<string, Video>();
  for (const file of files)
    await forEach(file, async () => {
      const fields = { owner: '/rest/users/me/', title: path.parse(file).name, ...command.fields };
      const video = await uploadFile(service, file, { ...command, fields });
      made.set(file, video);
      if (!command.wait) tell(file, video, command.json);
    });
  if (!command.wait) return;
  for (const [file, video] of made)
    await forEach(file, async () => tell(file, await encoded(service.client, video), command.json));
}

function tell(file: string, video: Video, json: boolean): void {
  say(json ? JSON.stringify({ file, video }) : `${lineOf(file)} is video ${video.id}, ${video.slug}`);
}

async function uploadFile(
  { client, baseUrl }: Service,
  file: string,
  { fields, encode }: UploadCommand,
): Promise<Video> {
  const kept = keptUpload(baseUrl, file);
  const before = kept.read();
  if (before !== undefined && 'video' in before) {
    const call = client.api.GET('/rest/videos/{id}/', { params: { path: { id: String(before.video) } } });
    const { response } = await call;
    // One that was deleted since is uploaded again.
    if (response.status !== 404) {
      const video = await answerOf(call);
      if (encode && !video.encoded) await client.encode(video);
      return video;
    }
  }
  const megabytes = (bytes: number) => bytes / 1_000_000;
  let progress: ReturnType<typeof showProgress> | undefined;
  try {
    const video = await client.upload({
      file: await openAsBlob(file),
      filename: path.basename(file),
      // What is wrong with them the service tells, field by field.
      fields: { ...fields, ...(encode && { encode }) } as unknown as NewVideo,
      ...(before !== undefined && 'upload' in before && { resume: before.upload }),
      onBegun: (upload) => kept.write({ upload }),
      onProgress(sent, all) {
        progress ??= showProgress(
          `MB of ${lineOf(path.basename(file))} sent`,
          megabytes(all),
          megabytes(sent),
        );
        progress.reach(megabytes(sent));
      },
    });
    kept.write({ video: video.id });
    return video;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && !('type' in fields))
      error.message += ' Give one, as --set type=/rest/types/1/: campus-video list types has them.';
    throw error;
  } finally {
    progress?.end();
  }
}

/** The video once it is encoded, with a bar meanwhile. @throws OperatorError */
export async function encoded(client: VideoClient, video: Video): Promise<Video> {
  const progress = showProgress(`% of ${video.slug} encoded`, 100);
  try {
    return await client.encoded(video, { onProgress: ({ percent }) => progress.reach(percent) });
  } catch (error) {
    if (error instanceof EncodingFailed) throw new OperatorError(`${error.message}.`, { cause: error });
    throw error;
  } finally {
    progress.end();
  }
}
