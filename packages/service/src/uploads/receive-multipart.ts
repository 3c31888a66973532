import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, Readable, type Writable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { UploadError } from './upload-error.ts';

/**
 * The one receiver of `multipart/form-data`: text parts into memory, each declared file part where its declaration says.
 *
 * It knows neither what the parts mean nor how a refusal is answered. Memory stays flat whatever the size, and nothing
 * is left of a body that is refused. A refusal comes as soon as it is certain; what the client still sends then is not
 * read here.
 */

/** A file part that is taken, at most once. */
export interface FilePart<Stored> {
  name: string;
  maxBytes: number;
  /**
   * Takes the content, as much as may be. What it has written is gone when it fails.
   *
   * @param fileName  as its sender has it, without folders: only ever to be shown
   * @throws UploadError `too_large` (`fileTooLarge`), and others that have a code, by which they are told from what the
   *   parser says
   */
  write(content: Readable, fileName: string): Promise<Stored>;
  /** Removes what was stored, when the body is refused after all. */
  remove(stored: Stored): Promise<void>;
}

export interface MultipartOptions<Stored> {
  files: readonly FilePart<Stored>[];
  /** How many parts, and how long one text and its name may be. */
  limits: PartLimits;
  /** Of all text parts and their names together; absent: what the body leaves. */
  maxTextBytes?: number;
  /** Of the whole body: its parts, and the lines between them. */
  maxBodyBytes: number;
  /** Why the body must not be taken, if so: asked before a byte of a file is stored, with the texts before it. */
  refuse?: ((texts: Texts) => Error | undefined) | undefined;
}

type BodyLimits<Stored> = Pick<MultipartOptions<Stored>, 'files' | 'maxTextBytes' | 'maxBodyBytes'>;

/** The values of text parts, in order, by name. */
export type Texts = Record<string, string[]>;

interface Multipart<Stored> {
  texts: Texts;
  /** By the name of the part. */
  files: Map<string, Stored>;
  /** File parts in which there was none, as of a form where nothing was chosen. */
  withoutFile: string[];
}

/**
 * Refuses a body by its headers alone: one that is compressed would be taken for its own parts, one that says it is too
 * large is not asked for.
 *
 * @throws UploadError `encoded`, `too_large`, `texts_too_large`
 */
export function refuseByHeaders<Stored>({ headers }: IncomingMessage, options: BodyLimits<Stored>): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new UploadError(
      'encoded',
      `send the multipart body as it is, without Content-Encoding ${encoding}`,
    );
  if (Number(headers['content-length'] ?? 0) > options.maxBodyBytes) throw bodyTooLarge(options);
}

/**
 * Receives a body whose type is `multipart/form-data`. `remove` of its parts is for the caller, once it has it whole.
 *
 * @throws UploadError; what `refuse` gives and `write` throws, as it is
 */
export async function receiveMultipart<Stored>(
  request: IncomingMessage,
  options: MultipartOptions<Stored>,
): Promise<Multipart<Stored>> {
  refuseByHeaders(request, options);
  const arriving = new Arriving(request, options);
  const parts = new Map<string, FilePart<Stored>>();
  const files = new Map<string, Stored>();
  const writes: Promise<void>[] = [];
  let refusal: Error | undefined;
  try {
    await runMulter(request.headers, {
      limits: options.limits,
      accept(name) {
        // The parser goes on to the end of a piece, also after it was given up: that file would never end.
        refusal = arriving.refusal ?? options.refuse?.(arriving.texts);
        if (refusal !== undefined) return refusal;
        const part = options.files.find((one) => one.name === name);
        if (part === undefined || parts.has(name)) return unexpectedFile(name);
        parts.set(name, part);
        return undefined;
      },
      async write(name, content, fileName) {
        const written = parts
          .get(name)
          ?.write(content, fileName)
          .then((stored) => void files.set(name, stored));
        if (written === undefined) throw new Error(`the file part "${name}" was not accepted`);
        writes.push(written);
        await written;
      },
      feed: (parser) => arriving.feed(parser),
    });
    const { texts, withoutFile } = arriving;
    return { texts, files, withoutFile };
  } catch (error) {
    arriving.stop();
    // Removed when nobody writes any more. Why writing ended is told only there: multer hears merely that its stream
    // was given up.
    const ended = await Promise.allSettled(writes);
    for (const [name, stored] of files) await parts.get(name)?.remove(stored);
    const cause = ended.find((one) => one.status === 'rejected')?.reason ?? error;
    throw cause === refusal ? cause : explain(cause, options);
  }
}

function unexpectedFile(part: string): UploadError {
  return new UploadError('unexpected_file', `the file part "${part}" is not taken`, { part });
}

/** What is too large for all that is taken is so for its largest file. */
function bodyTooLarge<Stored>(options: BodyLimits<Stored>): UploadError {
  const { files, maxBodyBytes, maxTextBytes = maxBodyBytes } = options;
  const maxBytes = Math.max(0, ...files.map((part) => part.maxBytes));
  return maxBytes === 0
    ? textsTooLarge(maxTextBytes)
    : new UploadError('too_large', `the body is too large for a file of ${maxBytes} bytes`, { maxBytes });
}

function textsTooLarge(
  maxBytes: number,
  { part, cause }: { part?: string | undefined; cause?: unknown } = {},
) {
  const message = `the text parts are longer than ${maxBytes} bytes`;
  return new UploadError('texts_too_large', message, { maxBytes, part, cause });
}

/** The body on its way from the request into the parser, and the texts found in it. */
class Arriving<Stored> {
  readonly texts: Texts = Object.create(null);
  readonly withoutFile: string[] = [];
  /** Why no more of it is taken. */
  refusal: UploadError | undefined;
  private readonly request: IncomingMessage;
  private readonly count: (piece: Buffer) => void;
  private readonly maxTextBytes: number;
  private parser: Writable | undefined;
  private textBytes = 0;
  private bodyBytes = 0;

  constructor(request: IncomingMessage, options: MultipartOptions<Stored>) {
    this.request = request;
    this.maxTextBytes = options.maxTextBytes ?? options.maxBodyBytes;
    this.count = (piece) => {
      this.bodyBytes += piece.length;
      if (this.bodyBytes > options.maxBodyBytes) this.refuse(bodyTooLarge(options));
    };
  }

  feed(parser: Writable): void {
    const { request } = this;
    this.parser = parser;
    // Without a name it is refused by multer.
    parser.on('field', (name: string | undefined, value: string) => {
      if (name !== undefined && this.hasRoomFor(name, value))
        this.texts[name] = [...(this.texts[name] ?? []), value];
    });
    parser.on('file', (name: string | undefined, _content: Readable, { filename }: { filename?: string }) => {
      if (name !== undefined && filename === undefined && this.hasRoomFor(name)) this.withoutFile.push(name);
    });
    finished(request, { writable: false }, (error) => {
      if (error) parser.destroy(new UploadError('client_gone', 'the client went away', { cause: error }));
    });
    request.on('data', this.count);
    request.pipe(parser);
  }

  /** Reads no more; what is still coming is the caller's. */
  stop(): void {
    const { request, parser } = this;
    if (parser === undefined) return;
    request.unpipe(parser);
    request.off('data', this.count);
    request.pause();
  }

  private hasRoomFor(name: string, value = ''): boolean {
    this.textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (this.textBytes > this.maxTextBytes) this.refuse(textsTooLarge(this.maxTextBytes));
    return this.refusal === undefined;
  }

  private refuse(refusal: UploadError): void {
    this.refusal ??= refusal;
    this.parser?.destroy(refusal);
  }
}

function explain<Stored>(error: unknown, { limits, maxTextBytes }: MultipartOptions<Stored>): unknown {
  if (error instanceof multer.MulterError) {
    const { code, field: part, message } = error;
    if (code === 'LIMIT_FIELD_VALUE')
      return textsTooLarge(maxTextBytes ?? limits.fieldSize, { part, cause: error });
    return new UploadError('parts_refused', message, { part, cause: error });
  }
  // What the parser says of a broken body carries no code; what the disk says does.
  if (error instanceof Error && !('code' in error))
    return new UploadError('malformed', error.message, { cause: error });
  return error;
}

/** How many parts there may be, and how long a text and a name. */
interface PartLimits extends NonNullable<multer.Options['limits']> {
  /** Of one text, in bytes. */
  fieldSize: number;
}

/**
 * Runs multer over a body that the caller feeds to its parser; resolves when every part has been taken.
 *
 * multer (2.5) reads a refused body to its end before it says so: 20 GiB, should the client go on. So it is given a
 * request that has ended already, with the same headers. When a release answers a refusal at once, this file can go,
 * and multer be given the request itself.
 *
 * @param run.accept  for each file part; undefined: yes, else why not
 * @param run.write   takes the content of an accepted file part, named as its sender has it, and removes what it
 *   wrote when it fails
 * @param run.feed    pipes the body into the parser
 * @throws MulterError, the refusal of `accept`, what `write` throws, and what the parser is destroyed with
 */
async function runMulter(
  headers: IncomingHttpHeaders,
  run: {
    limits: PartLimits;
    accept: (part: string) => Error | undefined;
    write: (part: string, content: Readable, fileName: string) => Promise<void>;
    feed: (parser: Writable) => void;
  },
): Promise<void> {
  const { limits, accept, write, feed } = run;
  const ended = Readable.from([]).resume();
  await once(ended, 'close');
  const options = {
    storage: {
      _handleFile(_request, { fieldname, stream, originalname }, done) {
        write(fieldname, stream, originalname).then(() => done(null, {}), done);
      },
      _removeFile: (_request, _file, done) => done(null),
    },
    limits,
    // As browsers, curl and others write names of files (RFC 7578 §5.1).
    defParamCharset: 'utf8',
    fileFilter(_request, { fieldname }, done) {
      const refusal = accept(fieldname);
      if (refusal === undefined) done(null, true);
      else done(refusal);
    },
    streamHandler: (_request: unknown, parser: Writable) => feed(parser),
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
