import { randomBytes } from 'node:crypto';
import path from 'node:path';

/**
 * Where things are below MEDIA_ROOT. Every name is ours; nothing a client sends becomes part of one.
 *
 *     tmp/<instance>/…                      on its way: uploads, encodings, what is being removed
 *     tmp/<instance>/touching-<id>-…        this process is changing the folder of that video
 *     videos/0012/12345/source-….mp4        a source
 *     videos/0012/12345/encoding-678/…      the outputs of one run; never changed once in place
 */

/** A folder for a thousand videos each: directories with a million entries are slow on many disks. */
export function videoFolder(mediaRoot: string, videoId: number): string {
  const shelf = String(Math.floor(videoId / 1000)).padStart(4, '0');
  return path.join(mediaRoot, 'videos', shelf, String(videoId));
}

export function encodingFolderName(encodingId: number): string {
  return `encoding-${encodingId}`;
}

/** @param random  makes the name new */
export function sourceFileName(random: string, extension: string): string {
  if (!/^[a-z0-9]{1,8}$/.test(extension)) throw new Error(`"${extension}" is no extension of ours`);
  return `source-${random}.${extension}`;
}

/** The folders of all processes on their way. */
export function temporaryRoot(mediaRoot: string): string {
  return path.join(mediaRoot, 'tmp');
}

/** @param random  tells two changes of the same video apart */
export function markerName(videoId: number, random: string): string {
  return `touching-${videoId}-${random}`;
}

/** The video whose folder a marker speaks of; null for any other name. */
export function markedVideo(name: string): number | null {
  const id = /^touching-(\d+)-/.exec(name)?.[1];
  return id === undefined ? null : Number(id);
}

/** 128 random bits: nobody guesses it, and it never comes twice. */
export function randomName(): string {
  return randomBytes(16).toString('hex');
}
