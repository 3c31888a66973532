import type { ReceivedFile } from '@campus/rest';
import { UploadError } from '@campus/service';
import type { Services } from '../http/resources/services.ts';
import { writeUpload } from '../http/uploads/receive-video.ts';
import { whyFolderFails } from '../storage/storage-error.ts';
import { CannotCome } from './cannot-come.ts';
import type { Kind } from './kinds.ts';
import type { Pod } from './pod-client.ts';
import { type Item, isItem } from './read-list.ts';
import type { Report } from './report.ts';

interface FetchDeps {
  pod: Pod;
  services: Services;
  report: Report;
}

/** A file that is cut off is asked for so often. */
const maxTries = 3;

/**
 * Fetches the file of an object and does something with it: the one that it names, or where that is missing or no good the
 * best that was made of it. The file is gone at the end, unless it was moved away.
 *
 * @throws CannotCome  none of them can be had, or taken; or what `use` throws
 */
export async function fetchMedia(
  deps: FetchDeps,
  { kind, source, item }: { kind: Kind; source: string; item: Item },
  use: (file: ReceivedFile) => Promise<unknown>,
): Promise<void> {
  const { pod, services, report } = deps;
  const faults: string[] = [];
  for await (const { address, what } of filesOf(pod, kind, { source, item, faults }))
    try {
      const file = await fetchFile(deps, address, kind);
      try {
        await use(file);
      } finally {
        await services.storage.removeTemporary(file.path);
      }
      if (what !== undefined)
        report.tell(source, `came as ${what}: ${faults.join('; ') || 'there is no source'}`, kind.file);
      return;
    } catch (error) {
      if (!(error instanceof CannotCome) || error.member !== kind.file) throw error;
      faults.push(error.message);
    }
  throw new CannotCome(faults.join('; ') || 'it has no file', { member: kind.file });
}

/** Where its file is; behind it the renditions of a video, the best first, and its sound. */
async function* filesOf(
  pod: Pod,
  { file = '', resource }: Kind,
  { source, item, faults }: { source: string; item: Item; faults: string[] },
): AsyncGenerator<{ address: string; what?: string }> {
  const own = item[file];
  if (typeof own === 'string') yield { address: own };
  if (resource.path !== 'videos') return;
  for (const [path, extension] of [
    ['encodings_video/video_encodedfiles/', 'mp4'],
    ['encodings_audio/audio_encodedfiles/', 'm4a'],
    ['encodings_audio/audio_encodedfiles/', 'mp3'],
  ] as const) {
    const found = await pod
      .get(path, { video: source.split('/').at(-2) ?? '', extension })
      .catch((error: unknown) => {
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
  { pod, services }: FetchDeps,
  address: string,
  { file: name = '', resource }: Kind,
): Promise<ReceivedFile> {
  const { storage, maxUploadBytes } = services;
  const { maxBytes = maxUploadBytes } = resource.fields.find((field) => field.name === name)?.limits ?? {};
  for (let tries = 1; ; tries += 1) {
    const path = storage.temporaryFile();
    try {
      const { name: fileName, content } = await pod.download(address);
      const size = await writeUpload(content, { path, part: { name, maxBytes }, storage });
      return { path, name: fileName, size, sha256: undefined };
    } catch (error) {
      await storage.removeTemporary(path);
      if (error instanceof UploadError)
        throw new CannotCome(`its file is larger than ${maxBytes} bytes`, { member: name, cause: error });
      if (!(error instanceof CannotCome)) throw whyFolderFails(error);
      const { message, status, cause } = error;
      if (status !== 200 || tries === maxTries) throw new CannotCome(message, { member: name, cause });
    }
  }
}
