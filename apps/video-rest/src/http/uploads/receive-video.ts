import type { IncomingMessage } from 'node:http';
import type { ReceivedFile, ReceivedForm } from '@campus/rest';
import { type FilePart, receiveMultipart, refuseByHeaders, type Texts } from '@campus/service';
import type { Storage } from '../../storage/open-storage.ts';
import { orNoSpace } from '../../storage/storage-error.ts';
import { writeUpload } from './write-upload.ts';

/**
 * Receives a `multipart/form-data` body. With `files` its part `video` is streamed to disk; without, file parts
 * are refused. A part `video` that is no file is a field: the caller says what is wrong with it.
 *
 * `refuse` is asked before a byte of the file is stored, with the text parts that came before it; what it gives is
 * thrown as it is.
 *
 * @returns the text parts with all their values in order, and the file, complete and synced
 * @throws UploadError; StorageError `no_space`; what `refuse` gives
 */
export type ReceiveVideo = (
  request: IncomingMessage,
  options: { files: boolean; refuse?(fields: Texts): Error | undefined },
) => Promise<ReceivedForm>;

export interface ReceiverOptions {
  storage: Pick<Storage, 'requireFreeSpace' | 'temporaryFile' | 'removeTemporary'>;
  /** Of the file. */
  maxBytes: number;
  /** Told of every file that has arrived whole. */
  onReceived?: (bytes: number) => void;
}

/** Of all text parts together; descriptions are the longest texts. */
export const maxFieldBytes = 2 * 1024 * 1024;

/** Part headers and boundaries, and what clients send around the parts. */
const framingBytes = 1024 * 1024;

const limits = {
  fields: 200,
  parts: 210,
  fieldNameSize: 200,
  fieldSize: maxFieldBytes,
  // How names with brackets are nested is not looked at, but it must not cost anything either.
  fieldNestingDepth: 3,
  fieldArrayIndexLimit: 200,
};

export function createVideoReceiver({ storage, maxBytes, onReceived }: ReceiverOptions): ReceiveVideo {
  const video: FilePart<ReceivedFile> = {
    name: 'video',
    maxBytes,
    async write(content) {
      const path = storage.temporaryFile();
      try {
        return { path, size: await writeUpload(content, { path, part: video, storage }) };
      } catch (error) {
        await storage.removeTemporary(path);
        throw orNoSpace(error);
      }
    },
    remove: ({ path }) => storage.removeTemporary(path),
  };
  return async (request, { files, refuse }) => {
    const options = {
      files: files ? [video] : [],
      limits,
      maxTextBytes: maxFieldBytes,
      maxBodyBytes: (files ? maxBytes : 0) + maxFieldBytes + framingBytes,
      refuse,
    };
    refuseByHeaders(request, options);
    const declaredBytes = Number(request.headers['content-length'] ?? 0);
    // A smaller body may be texts alone; whoever writes the file looks for itself.
    if (files && declaredBytes > maxFieldBytes + framingBytes) await storage.requireFreeSpace(declaredBytes);
    const { texts: fields, files: stored, withoutFile } = await receiveMultipart(request, options);
    // The caller says of each field that is no file what is wrong with it.
    for (const name of withoutFile) fields[name] = [...(fields[name] ?? []), ''];
    const file = stored.get(video.name);
    if (file !== undefined) onReceived?.(file.size);
    return {
      fields,
      file,
      dispose: async () => {
        if (file !== undefined) await video.remove(file);
      },
    };
  };
}
