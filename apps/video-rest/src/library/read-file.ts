import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inMediaFolder } from '../storage/storage-error.ts';
import { FileRefusal } from './file-refusal.ts';
import { extensionOf } from './file-types.ts';
import { webVttOf } from './sub-rip.ts';
import { wrongLineOfWebVtt } from './web-vtt.ts';

/** The largest file that is kept, as the web form of such platforms has it. */
export const maxFileBytes = 10 * 2 ** 20;

/** The most that subtitles take, as they are sent: they are read on the thread that answers everybody. */
export const maxSubtitleBytes = 2 ** 20;

/** Of the name of a file; what is longer is cut off. */
export const maxNameCharacters = 255;

/** A file that waits on disk, with the name that its sender gave it. */
export interface SentFile {
  path: string;
  name: string;
}

/**
 * Judges a file that is to be kept: its type, and of subtitles every time in them. Subtitles are made into
 * WebVTT in UTF-8 where they are.
 *
 * @returns what to call it without its extension, and the extension as its content is now
 * @throws FileRefusal; StorageError
 */
export async function readSentFile(file: SentFile): Promise<{ title: string; extension: string }> {
  const content = await inMediaFolder(() => readFile(file.path));
  const extension = extensionOf(file.name, content);
  const title = titleOf(file.name);
  if (extension !== 'vtt' && extension !== 'srt') return { title, extension };
  if (content.length > maxSubtitleBytes)
    throw new FileRefusal('subtitles_too_large', { mebibytes: maxSubtitleBytes / 2 ** 20 });
  const text = decoded(content);
  const subtitles = extension === 'vtt' ? text : webVttOf(text);
  if (subtitles === null) throw new FileRefusal('not_sub_rip');
  const line = wrongLineOfWebVtt(subtitles);
  if (line !== null) throw new FileRefusal(extension === 'vtt' ? 'not_web_vtt' : 'wrong_times', { line });
  await inMediaFolder(() => writeFile(file.path, subtitles, { flush: true }));
  return { title, extension: 'vtt' };
}

/**
 * What to call a file: a text as the column takes it, whatever the name was.
 *
 * @throws FileRefusal
 */
export function titleOf(fileName: string): string {
  const text = path
    .parse(fileName)
    .name.replace(/\p{Cc}+/gu, '')
    .toWellFormed()
    .trim();
  if (text === '') throw new FileRefusal('no_name');
  // In characters, as PostgreSQL counts them.
  return [...text].slice(0, maxNameCharacters).join('').trimEnd();
}

/** Of subtitles without their byte order mark: UTF-8, or from older tools UTF-16 or Windows-1252. */
function decoded(content: Buffer): string {
  const utf16 = { 254: 'utf-16be', 255: 'utf-16le' }[content[0] ?? 0];
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}
