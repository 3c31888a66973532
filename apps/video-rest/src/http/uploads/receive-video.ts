import type { IncomingMessage } from 'node:http';
import { finished, type Readable, type Writable } from 'node:stream';
import type { ReceivedForm } from '@campus/rest';
import multer from 'multer';
import { errnoOf } from '../../files/errno-of.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { orNoSpace, StorageError } from '../../storage/storage-error.ts';
import { runMulter } from './run-multer.ts';
import { UploadError } from './upload-error.ts';
import { tooLarge, writeUpload } from './write-upload.ts';

/**
 * Receives a `multipart/form-data` body. With `files` its part `video` is streamed to disk; without, file parts
 * are refused. A part `video` that is no file is a field: the caller says what is wrong with it.
 *
 * Memory stays flat whatever the size, and nothing is left on disk when it fails. A refusal comes as soon as it
 * is certain; what the client still sends then is not read here.
 *
 * `refuse` is asked before a byte of the file is stored, with the text parts that came before it; what it gives is
 * thrown as it is.
 *
 * @returns the text parts with all their values in order, and the file, complete and synced
 * @throws UploadError; StorageError `no_space`; what `refuse` gives
 */
export type ReceiveVideo = (
  request: IncomingMessage,
  options: { files: boolean; refuse?(fields: Record<string, string[]>): Error | undefined },
) => Promise<ReceivedForm>;

export interface ReceiverOptions {
  storage: Pick<Storage, 'requireFreeSpace' | 'temporaryFile' | 'removeTemporary'>;
  /** Of the file. */
  maxBytes: number;
  /** Told of every file that has arrived whole. */
  onReceived?: (bytes: number) => void;
}

const partName = 'video';

/** Of all text parts together; descriptions are the longest texts. */
export const maxFieldBytes = 2 * 1024 * 1024;

/** Part headers and boundaries, and what clients send around the parts. */
const framingBytes = 1024 * 1024;

const partLimits = {
  fields: 200,
  parts: 210,
  fieldNameSize: 200,
  fieldSize: maxFieldBytes,
  // How names with brackets are nested is not looked at, but it must not cost anything either.
  fieldNestingDepth: 3,
  fieldArrayIndexLimit: 200,
};

export function createVideoReceiver({ storage, maxBytes, onReceived }: ReceiverOptions): ReceiveVideo {
  return async (request, { files, refuse }) => {
    const maxBodyBytes = (files ? maxBytes : 0) + maxFieldBytes + framingBytes;
    const declaredBytes = Number(request.headers['content-length'] ?? 0);
    refuseEncoding(request);
    if (declaredBytes > maxBodyBytes) throw bodyTooLarge({ files, maxBytes });
    const path = storage.temporaryFile();
    const dispose = () => storage.removeTemporary(path);
    const arriving = new Arriving(request, { maxBodyBytes, refusal: bodyTooLarge({ files, maxBytes }) });
    let writing: Promise<unknown> = Promise.resolve();
    let refusal: Error | undefined;
    try {
      // A smaller body may be texts alone; whoever writes the file looks for itself.
      if (files && declaredBytes > maxFieldBytes + framingBytes)
        await storage.requireFreeSpace(declaredBytes);
      let file: ReceivedForm['file'];
      await runMulter(request.headers, {
        limits: partLimits,
        accept: (part) => {
          // The parser goes on to the end of a piece, also after it was given up: that file would never end.
          refusal = arriving.refusal ?? refuse?.(arriving.fields);
          if (refusal !== undefined) return refusal;
          if (files && part === partName && file === undefined) return undefined;
          return unexpectedFile(part, { files });
        },
        write: async (content) => {
          file = { path, size: 0 };
          const written = writeUpload(content, { path, maxBytes, storage });
          writing = written;
          file.size = await written;
        },
        feed: (parser) => arriving.feed(parser),
      });
      if (file !== undefined) onReceived?.(file.size);
      return { fields: arriving.fields, file, dispose };
    } catch (error) {
      arriving.stop();
      // The file is removed when nobody writes to it any more. Why writing ended is told only there: multer hears
      // merely that its stream was given up.
      const cause = await writing.then(
        () => error,
        (reason: unknown) => reason,
      );
      await dispose();
      throw cause === refusal ? cause : explain(cause);
    }
  };
}

/** A compressed body would be taken for its own parts. */
function refuseEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new UploadError('encoded', 'a multipart body must be sent as it is, without Content-Encoding');
}

function bodyTooLarge({ files, maxBytes }: { files: boolean; maxBytes: number }): UploadError {
  return files ? tooLarge(maxBytes) : fieldsTooLarge();
}

function fieldsTooLarge(): UploadError {
  const message = `the text parts are longer than ${maxFieldBytes} bytes`;
  return new UploadError('too_large', message, { maxBytes: maxFieldBytes });
}

function unexpectedFile(part: string, { files }: { files: boolean }): UploadError {
  const message = files
    ? `the file part "${part}" is not taken; send one, named "${partName}"`
    : `no files are taken here; there is one in the part "${part}"`;
  return new UploadError('unexpected_file', message, { part });
}

/** The body on its way from the request into the parser, and the text parts found in it. */
class Arriving {
  readonly request: IncomingMessage;
  readonly fields: Record<string, string[]> = Object.create(null);
  /** Why no more of it is taken. */
  refusal: UploadError | undefined;
  private parser: Writable | undefined;
  private fieldBytes = 0;
  private bodyBytes = 0;
  private readonly count: (piece: Buffer) => void;

  constructor(
    request: IncomingMessage,
    { maxBodyBytes, refusal }: { maxBodyBytes: number; refusal: UploadError },
  ) {
    this.request = request;
    this.count = (piece) => {
      this.bodyBytes += piece.length;
      if (this.bodyBytes > maxBodyBytes) this.refuse(refusal);
    };
  }

  feed(parser: Writable): void {
    const { request } = this;
    this.parser = parser;
    parser.on('field', (name: string, value: string) => this.add(name, value));
    parser.on('file', (name: string, _content: Readable, { filename }: { filename?: string }) => {
      // A part that only its type makes a file, and a form's file input in which nothing was chosen.
      if (filename === undefined) this.add(name, '');
    });
    finished(request, { writable: false }, (error) => {
      if (error) parser.destroy(new UploadError('client_gone', 'the client went away', { cause: error }));
    });
    request.on('data', this.count);
    request.pipe(parser);
  }

  /** Reads no more; what is still coming is nobody's. */
  stop(): void {
    const { request, parser } = this;
    if (parser === undefined) return;
    request.unpipe(parser);
    request.off('data', this.count);
    request.pause();
  }

  private add(name: string, value: string): void {
    this.fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (this.fieldBytes > maxFieldBytes) this.refuse(fieldsTooLarge());
    else this.fields[name] = [...(this.fields[name] ?? []), value];
  }

  private refuse(refusal: UploadError): void {
    this.refusal ??= refusal;
    this.parser?.destroy(refusal);
  }
}

function explain(thrown: unknown): unknown {
  const error = orNoSpace(thrown);
  if (error instanceof UploadError || error instanceof StorageError) return error;
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FIELD_VALUE') return fieldsTooLarge();
    return malformed(`${error.message}${error.field === undefined ? '' : ` (${error.field})`}`, error);
  }
  // What the parser says of a broken body carries no code; what the disk says does.
  if (errnoOf(error) === undefined && error instanceof Error) return malformed(error.message, error);
  return error;
}

function malformed(message: string, cause: unknown): UploadError {
  return new UploadError('malformed', message, { cause });
}
