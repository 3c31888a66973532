import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { finished, Readable, type Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { Storage } from '../storage/open-storage.ts';
import { errnoOf, orNoSpace, StorageError } from '../storage/storage-error.ts';
import { UploadError } from './upload-error.ts';
import { tooLarge, writeUpload } from './write-upload.ts';

/** A multipart body as it arrived. */
export interface ReceivedVideo {
  /** The text parts by name, each with all its values in order. */
  fields: Record<string, string[]>;
  /** The file part `video`, complete and synced; its name is the client's word and no more. */
  file: { path: string; size: number; filename: string } | undefined;
  /** Removes the file, unless it was placed. */
  dispose(): Promise<void>;
}

/**
 * Receives a `multipart/form-data` body. With `files` its part `video` is streamed to disk; without, file parts
 * are refused. A part `video` that is no file is a field: the caller says what is wrong with it.
 *
 * Memory stays flat whatever the size, and nothing is left on disk when it fails. A refusal comes as soon as it
 * is certain; what the client still sends then is not read here.
 *
 * @throws UploadError
 */
export type ReceiveVideo = (request: IncomingMessage, options: { files: boolean }) => Promise<ReceivedVideo>;

export interface ReceiverOptions {
  storage: Pick<Storage, 'requireFreeSpace' | 'temporaryFile' | 'removeTemporary'>;
  /** Of the file. */
  maxBytes: number;
}

const partName = 'video';

/** Of all text parts together; descriptions are the longest texts. */
const maxFieldBytes = 2 * 1024 * 1024;

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

export function createVideoReceiver({ storage, maxBytes }: ReceiverOptions): ReceiveVideo {
  return async (request, { files }) => {
    const maxBodyBytes = (files ? maxBytes : 0) + maxFieldBytes + framingBytes;
    const declaredBytes = Number(request.headers['content-length'] ?? 0);
    refuseEncoding(request);
    if (declaredBytes > maxBodyBytes) throw bodyTooLarge({ files, maxBytes });
    const path = storage.temporaryFile();
    const dispose = () => storage.removeTemporary(path);
    const arriving = new Arriving(request, { maxBodyBytes, refusal: bodyTooLarge({ files, maxBytes }) });
    let writing: Promise<unknown> = Promise.resolve();
    try {
      if (files) await storage.requireFreeSpace(declaredBytes);
      let file: ReceivedVideo['file'];
      await parse(arriving, {
        accept: (part) => {
          if (files && part === partName && file === undefined) return undefined;
          return unexpectedFile(part, { files });
        },
        write: async (content, filename) => {
          file = { path, size: 0, filename };
          const written = writeUpload(content, { path, maxBytes, storage });
          writing = written;
          file.size = await written;
        },
      });
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
      throw explain(cause);
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
  return new UploadError('fields_too_large', message, { maxBytes: maxFieldBytes });
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
      if (this.bodyBytes > maxBodyBytes) this.parser?.destroy(refusal);
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
    if (this.fieldBytes > maxFieldBytes) this.parser?.destroy(fieldsTooLarge());
    this.fields[name] = [...(this.fields[name] ?? []), value];
  }
}

/**
 * Runs multer over the body.
 *
 * multer reads a refused body to its end before it says so: 20 GiB, should the client go on. So it is given a
 * request that has ended already, with the same headers, and its parser is fed by us.
 */
async function parse(
  arriving: Arriving,
  {
    accept,
    write,
  }: {
    /** Undefined: yes; else why not. */
    accept: (part: string) => UploadError | undefined;
    write: (content: Readable, filename: string) => Promise<void>;
  },
): Promise<void> {
  const { headers } = arriving.request;
  const ended = Readable.from([]).resume();
  await once(ended, 'close');
  const options = {
    storage: {
      _handleFile(_request, { stream, originalname }, done) {
        write(stream, originalname).then(() => done(null, {}), done);
      },
      // Whoever asked for the body removes the file.
      _removeFile: (_request, _file, done) => done(null),
    },
    limits: partLimits,
    fileFilter(_request, { fieldname }, done) {
      const refusal = accept(fieldname);
      if (refusal === undefined) done(null, true);
      else done(refusal);
    },
    streamHandler: (_request: unknown, parser: Writable) => arriving.feed(parser),
  } satisfies multer.Options & { streamHandler: unknown };
  await new Promise<void>((resolve, reject) => {
    // Of a request multer reads the headers and the stream, of the response nothing.
    const bodiless = Object.assign(ended, { headers }) as unknown as Request;
    multer(options).any()(bodiless, {} as Response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}

function explain(thrown: unknown): unknown {
  const error = orNoSpace(thrown);
  if (error instanceof UploadError) return error;
  if (error instanceof StorageError && error.code === 'no_space') {
    return new UploadError('no_space', error.message, { cause: error });
  }
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
