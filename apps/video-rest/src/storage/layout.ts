import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type FolderOwner, hasFolders } from '../data/media-files.ts';

/**
 * Where things are below MEDIA_ROOT. Every name is ours; nothing a client sends becomes part of one.
 *
 *     tmp/<instance>/…                      on its way: uploads, encodings, what is being removed
 *     tmp/<instance>/touching-<id>-…        this process is changing the folder of that video
 *     tmp/<instance>/touching-files-<id>-…  or of that file, or image
 *     videos/check-<instance>               whether this process can put anything in place
 *     uploads/<id>                          what has come of an upload in pieces
 *     videos/0012/12345/source-….mp4        a source
 *     videos/0012/12345/piece-….mp4         a part of what a run is making
 *     videos/0012/12345/encoding-678/…      the outputs of one run; none is changed once in place
 *     files/0000/12/file-….pdf              a file that somebody keeps
 *     images/0000/12/image-….png            an image, and beside it smaller ones made of it: large-….webp
 */

/** A folder for a thousand rows each: directories with a million entries are slow on many disks. */
export function rowFolder(mediaRoot: string, { table, id }: FolderOwner): string {
  const shelf = String(Math.floor(id / 1000)).padStart(4, '0');
  return path.join(mediaRoot, table, shelf, String(id));
}

/** A file that is kept, by its name in the folder of its row: `source-….mp4`, `encoding-678/720.m4s`. */
export interface StoredFile extends FolderOwner {
  file: string;
}

/** One of the outputs of a run. */
export function outputFile(
  { videoId, encodingId }: { videoId: number; encodingId: number },
  file: string,
): StoredFile {
  return { table: 'videos', id: videoId, file: `${encodingFolderName(encodingId)}/${file}` };
}

export function encodingFolderName(encodingId: number): string {
  return `encoding-${encodingId}`;
}

/** @param random  makes the name new */
export function fileName(
  kind: FileKind,
  { random, extension }: { random: string; extension: string },
): string {
  if (!/^[a-z0-9]{1,8}$/.test(extension)) throw new Error(`"${extension}" is no extension of ours`);
  return `${kind}-${random}.${extension}`;
}

/** What a single file in the folder of a row is. */
export type FileKind = 'source' | 'piece' | 'file' | 'image';

/** What is made of every image that is kept. */
export const imageSizes = ['large', 'medium', 'small'] as const;

export type ImageSize = (typeof imageSizes)[number];

/** `image-….png`, `large` → `large-….webp`, which stands beside it. */
export function resizedName(imageName: string, size: ImageSize): string {
  return imageName.replace(/^image-([^.]+)\..*$/, `${size}-$1.webp`);
}

/** The folders of all processes on their way. */
export function temporaryRoot(mediaRoot: string): string {
  return path.join(mediaRoot, 'tmp');
}

/** What a process puts among the videos to see whether it can; a single one, so that the next finds what the last has left. */
export function checkFile(mediaRoot: string, instance: number): string {
  return path.join(mediaRoot, 'videos', `check-${instance}`);
}

/** What comes in pieces, to whichever process. */
export function growingRoot(mediaRoot: string): string {
  return path.join(mediaRoot, 'uploads');
}

/** @param random  tells two changes of the same folder apart */
export function markerName({ table, id }: FolderOwner, random: string): string {
  // That of a video is as older versions know it.
  return table === 'videos' ? `touching-${id}-${random}` : `touching-${table}-${id}-${random}`;
}

/** Whose folder a marker speaks of; null for any other name. */
export function markedOwner(name: string): FolderOwner | null {
  const { table = 'videos', id } = /^touching-(?:(?<table>[a-z]+)-)?(?<id>\d+)-/.exec(name)?.groups ?? {};
  return id === undefined || !hasFolders(table) ? null : { table, id: Number(id) };
}

/** 128 random bits: nobody guesses it, and it never comes twice. */
export function randomName(): string {
  return randomBytes(16).toString('hex');
}
