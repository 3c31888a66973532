import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReceivedFile, ReceivedForm, Room } from '@campus/rest';
import * as service from '@campus/service';
import type { Storage } from '../../storage/open-storage.ts';
import { whyFolderFails } from '../../storage/storage-error.ts';
import { releasingFs } from '../../storage/whole-file.ts';

/**
 * Receives a `multipart/form-data` body. The part named by `filePart` is streamed to disk, at most `maxBytes` of it, and what `room` leaves;
 * other file parts are refused. A part of that name that is no file is a field: the caller says what is wrong with it.
 *
 * The SHA-256 of the file is taken on its way, of a request that `isRepeatable`.
 *
 * `refuse` is asked before a byte of the file is stored, with the text parts that came before it; what it gives is
 * thrown as it is.
 *
 * @returns the text parts with all their values in order, and the file, complete and synced
 * @throws UploadError, or what `room` says of a file that is too large; StorageError;
 *   what `refuse` gives
 */
type ReceiveVideo = (
  request: IncomingMessage,
  options: {
    filePart: string | undefined;
    maxBytes?: number | undefined;
    room?: Room | undefined;
    isRepeatable?: boolean | undefined;
    refuse?(fields: service.Texts): Error | undefined;
  },
) => Promise<ReceivedForm>;

interface ReceiverOptions {
  storage: Pick<Storage, 'requireFreeSpace' | 'temporaryFile' | 'removeTemporary'>;
  /** Of any file. */
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

export function createVideoReceiver(deps: ReceiverOptions): ReceiveVideo {
  const { storage, maxBytes: mostBytes, onReceived } = deps;
  const partNamed = (name: string, maxBytes: number, isHashed: boolean): service.FilePart<ReceivedFile> => ({
    name,
    maxBytes,
    async write(content, fileName) {
      const path = storage.temporaryFile();
      try {
        const hash = isHashed ? createHash('sha256') : undefined;
        const size = await writeUpload(content, { path, part: { name, maxBytes }, storage, hash });
        return { path, name: fileName, size, sha256: hash?.digest('hex') };
      } catch (error) {
        await storage.removeTemporary(path);
        throw whyFolderFails(error);
      }
    },
    remove: ({ path }) => storage.removeTemporary(path),
  });
  return async (
    request,
    { filePart, maxBytes: mostOfAny = mostBytes, room, isRepeatable = false, refuse },
  ) => {
    const maxBytes = Math.min(mostOfAny, room?.maxBytes ?? mostOfAny);
    // Without any room, what is too large is so for the texts alone.
    const codes = maxBytes > 0 ? ['too_large'] : ['too_large', 'texts_too_large'];
    const refusalOf = (error: unknown) =>
      maxBytes < mostOfAny && error instanceof service.UploadError && codes.includes(error.code)
        ? (room?.refusal ?? error)
        : error;
    const files = filePart === undefined ? [] : [partNamed(filePart, maxBytes, isRepeatable)];
    const options = {
      files,
      limits,
      maxTextBytes: maxFieldBytes,
      maxBodyBytes: (files.length > 0 ? maxBytes : 0) + maxFieldBytes + framingBytes,
      refuse,
    };
    const receive = async () => {
      service.refuseByHeaders(request, options);
      const declaredBytes = Number(request.headers['content-length'] ?? 0);
      // A smaller body may be texts alone; whoever writes the file looks for itself.
      if (files.length > 0 && declaredBytes > maxFieldBytes + framingBytes)
        await storage.requireFreeSpace(declaredBytes);
      return service.receiveMultipart(request, options);
    };
    const received = await receive().catch((error: unknown) => {
      throw refusalOf(error);
    });
    const { texts: fields, files: stored, withoutFile } = received;
    // The caller says of each field that is no file what is wrong with it.
    for (const name of withoutFile) fields[name] = [...(fields[name] ?? []), ''];
    const file = filePart === undefined ? undefined : stored.get(filePart);
    if (file !== undefined) onReceived?.(file.size);
    return {
      fields,
      file,
      dispose: async () => {
        if (file !== undefined) await storage.removeTemporary(file.path);
      },
    };
  };
}

/** Often enough to leave MEDIA_MIN_FREE nearly whole, seldom enough to cost nothing. */
const bytesBetweenSpaceChecks = 16 * 1024 * 1024;

/** One write takes several pieces of the network at once. */
const writeBufferBytes = 1024 * 1024;

/**
 * Streams one upload into a new file that only we can read, synced at its end.
 *
 * @returns its size
 * @throws UploadError `too_large`; StorageError; what the disk says. The file may be there then.
 */
export async function writeUpload(
  content: Readable,
  into: {
    path: string;
    part: Pick<service.FilePart<unknown>, 'name' | 'maxBytes'>;
    storage: Pick<Storage, 'requireFreeSpace'>;
    /** Told of all bytes. */
    hash?: Hash | undefined;
  },
): Promise<number> {
  const { path, part, storage, hash } = into;
  // Told by the pipe below, which is not there yet.
  content.on('error', () => undefined);
  await storage.requireFreeSpace(0);
  let size = 0;
  let nextCheckAt = bytesBetweenSpaceChecks;
  // Beside the pipe, not in it: another stage would cost every piece of every upload.
  content.on('data', (piece: Buffer) => {
    size += piece.length;
    hash?.update(piece);
    if (size > part.maxBytes) content.destroy(service.fileTooLarge(part));
    if (size < nextCheckAt) return;
    nextCheckAt = size + bytesBetweenSpaceChecks;
    storage.requireFreeSpace(0).catch((error: Error) => content.destroy(error));
  });
  const options = { flags: 'wx', mode: 0o600, flush: true, highWaterMark: writeBufferBytes };
  await pipeline(content, createWriteStream(path, { ...options, fs: releasingFs }));
  return size;
}
