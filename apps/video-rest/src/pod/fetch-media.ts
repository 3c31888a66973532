import { type Importing, InvalidInput, type ReceivedFile, say } from '@campus/rest';
import { UploadError } from '@campus/service';
import type { Services } from '../http/resources/services.ts';
import { writeUpload } from '../http/uploads/receive-video.ts';
import { whyFolderFails } from '../storage/storage-error.ts';
import { CannotCome } from './ask.ts';
import type { Kind } from './kinds.ts';
import type { Pod } from './pod-client.ts';
import { type Given, isItem } from './read-list.ts';
import type { Report } from './report.ts';

/**
 * Fetches the file of an object and has it written: the one that it names, or where that is missing or no good the best that
 * was made of it. The file is gone at the end, unless it was moved away.
 *
 * @throws InvalidInput  none of them can be had, or taken; or what `write` throws
 */
export async function sendMedia(
  { pod, report, importing }: { pod: Pod; report: Report; importing: Importing<Services> },
  { file = '', path }: Kind,
  given: Given,
  write: (file: ReceivedFile) => Promise<void>,
): Promise<void> {
  const { services, travelling } = importing;
  const { limits } = travelling.get(path)?.resource.fields.find(({ name }) => name === file) ?? {};
  const part = { name: file, maxBytes: limits?.maxBytes ?? services.maxUploadBytes };
  const faults: string[] = [];
  for await (const { address, what } of filesOf(pod, { file, path }, given, faults))
    try {
      const received = await fetchFile(pod, services, { address, part });
      try {
        await write(received);
      } finally {
        await services.storage.removeTemporary(received.path);
      }
      if (what !== undefined)
        report.tell(given.source, `came as ${what}: ${faults.join('; ') || 'there is no source'}`, file);
      return;
    } catch (error) {
      faults.push(faultIn(error, file));
    }
  const why = faults.join('; ') || 'it has no file';
  throw new InvalidInput({ [file]: [{ text: { en: why, fr: why } }] });
}

/** What is wrong with a file. @throws what is wrong besides */
function faultIn(error: unknown, file: string): string {
  if (error instanceof CannotCome) return error.message;
  if (!(error instanceof InvalidInput) || error.problems[file] === undefined) throw error;
  return `${file}: ${error.problems[file].map((message) => say(message, 'en')).join(' ')}`;
}

/** Where its file is; behind it the renditions of a video, the best first, and its sound. */
async function* filesOf(
  pod: Pod,
  { file, path }: { file: string; path: string },
  { source, item }: Given,
  faults: string[],
): AsyncGenerator<{ address: string; what?: string }> {
  const own = item[file];
  if (typeof own === 'string') yield { address: own };
  if (path !== 'videos') return;
  for (const [list, extension] of [
    ['encodings_video/video_encodedfiles/', 'mp4'],
    ['encodings_audio/audio_encodedfiles/', 'm4a'],
    ['encodings_audio/audio_encodedfiles/', 'mp3'],
  ] as const) {
    const query = { video: source.split('/').at(-2) ?? '', extension };
    const found = await pod.get(list, query).catch((error: unknown) => {
      if (!(error instanceof CannotCome)) throw error;
      faults.push(`its renditions: ${error.message}`);
    });
    // They come in ascending height.
    for (const made of Array.isArray(found) ? found.filter(isItem).toReversed() : [])
      if (typeof made.source_file === 'string')
        yield { address: made.source_file, what: `its rendition ${String(made.name)}` };
  }
}

/** @throws CannotCome, StorageError */
async function fetchFile(
  pod: Pod,
  { storage }: Services,
  { address, part }: { address: string; part: { name: string; maxBytes: number } },
): Promise<ReceivedFile> {
  const path = storage.temporaryFile();
  try {
    const { name, content } = pod.download(address);
    const size = await writeUpload(content, { path, part, storage });
    return { path, name, size, sha256: undefined };
  } catch (error) {
    await storage.removeTemporary(path);
    if (error instanceof UploadError)
      throw new CannotCome(`its file is larger than ${part.maxBytes} bytes`, { cause: error });
    throw error instanceof CannotCome ? error : whyFolderFails(error);
  }
}
