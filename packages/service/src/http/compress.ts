import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Express, Response } from 'express';

/**
 * Compression of what is text (RFC 9110 §8.4): whole answers before they are sent, so that their length is known, `HEAD`
 * and 304 say what `GET` does, and whoever reads slowly holds nothing but the compressed bytes; what is made while it is
 * sent piece by piece, each flushed.
 *
 * Event streams go as they are: hundreds are open at a time, and each would hold the memory of its compression.
 */

type Encoding = 'br' | 'gzip';

/** What is shorter fits into a packet or two, whatever is done to it. */
const leastBytes = 1024;

const text = /^(?:text\/(?!event-stream)|application\/(?:json|xml|javascript)\b|[^;]+\+(?:json|xml)\b)/;

type Compress = (bytes: Buffer, options: zlib.ZlibOptions & zlib.BrotliOptions) => Promise<Buffer>;

const compressors: Record<Encoding, Compress> = {
  br: promisify(zlib.brotliCompress),
  gzip: promisify(zlib.gzip),
};

/** What is made anew each time is compressed at a quality that takes some milliseconds for 100 KB. */
const ofAnswers = { br: 4, gzip: 6 };
const ofFiles = { br: 9, gzip: 9 };

function compress(bytes: Buffer, encoding: Encoding, qualities: Record<Encoding, number>): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  return compressors[encoding](bytes, {
    level: qualities.gzip,
    params: { [BROTLI_PARAM_QUALITY]: qualities.br, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/**
 * How an answer whose type is set is to be compressed, and says in `Vary` that another request may get it otherwise.
 * Undefined: not at all, since it is no text, or nobody asked for it.
 */
export function negotiateEncoding(response: Response): Encoding | undefined {
  if (!text.test(String(response.getHeader('Content-Type')))) return undefined;
  varyByEncoding(response);
  const accepted = response.req.headers['accept-encoding'];
  return accepted === undefined || response.hasHeader('Content-Encoding') ? undefined : preferred(accepted);
}

/**
 * What answers vary by, then with their encoding: as many kinds as the code has. Measured: taking each apart was 2 % of the
 * JavaScript of a refusal.
 */
const varied = new Map<string, string>();

function varyByEncoding(response: Response): void {
  const before = String(response.getHeader('Vary'));
  const known = varied.get(before);
  if (known === undefined) varied.set(before, String(response.vary('Accept-Encoding').getHeader('Vary')));
  else response.setHeader('Vary', known);
}

/** RFC 9110 §12.5.3; of what is as welcome, the smaller. What is nonsense is not accepted. */
function preferred(accepted: string): Encoding | undefined {
  const weights = new Map(
    accepted.split(',').map((item) => {
      const [name = '', weight = 'q=1'] = item
        .toLowerCase()
        .split(';')
        .map((part) => part.trim());
      return [name, Number(weight.replace(/^q=/, ''))] as const;
    }),
  );
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** Compresses whatever an application sends as a whole (`send`, `json`). */
export function compressAnswers(app: Express): void {
  const { send } = app.response;
  app.response.send = function (this: Response, body?: unknown): Response {
    if (typeof body === 'string' && !this.hasHeader('Content-Type')) this.type('html');
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return send.call(this, body);
    const encoding = negotiateEncoding(this);
    if (encoding === undefined || Buffer.byteLength(body) < leastBytes) return send.call(this, body);
    const type = String(this.getHeader('Content-Type'));
    // As `send` does with texts, which it gets as bytes now.
    if (typeof body === 'string' && !type.includes('charset=')) this.type(`${type}; charset=utf-8`);
    const bytes = Buffer.from(body as string);
    this.set('ETag', tagOf(this.get('ETag') ?? entityTag(bytes), encoding));
    if (this.req.fresh) return send.call(this, bytes);
    compress(bytes, encoding, ofAnswers).then(
      (small) => {
        // Somebody has answered with an error meanwhile.
        if (this.headersSent) return;
        send.call(this.set('Content-Encoding', encoding), small);
      },
      (error: unknown) => this.destroy(error as Error),
    );
    return this;
  };
}

/** Strong tags name bytes (RFC 9110 §8.8.3.3): each encoding has its own. */
function tagOf(tag: string, encoding: Encoding): string {
  return tag.startsWith('W/') ? tag : tag.replace(/"$/, `.${encoding}"`);
}

/** What a strong entity tag was before the answer was compressed. */
export function tagBeforeEncoding(tag: string): string {
  return tag.replace(/\.(?:br|gzip)"$/, '"');
}

/** Sends a file that never changes: compressed once for all. Its type is to be set. */
export function fixedFile(content: Buffer): (response: Response) => Promise<void> {
  const compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return async (response) => {
    const encoding = negotiateEncoding(response);
    if (encoding === undefined || content.length < leastBytes) {
      response.send(content);
      return;
    }
    compressed[encoding] ??= compress(content, encoding, ofFiles);
    response.set('Content-Encoding', encoding).send(await compressed[encoding]);
  };
}

/**
 * The pieces of an answer whose type is set, compressed where that is asked for, and then each flushed as it came; as
 * they are where all of them together are short. What fails before there is 1 KiB fails before a header is set for it.
 */
export function compressPieces<Piece extends string | Uint8Array>(
  response: Response,
  pieces: AsyncIterable<Piece>,
): AsyncIterable<Piece | Buffer> {
  const encoding = negotiateEncoding(response);
  return encoding === undefined ? pieces : compressedBy(encoding, response, pieces);
}

async function* compressedBy(
  encoding: Encoding,
  response: Response,
  pieces: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Buffer> {
  const rest = pieces[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  try {
    while (first.length < leastBytes) {
      const { done, value } = await rest.next();
      if (done === true) return yield first;
      first = Buffer.concat([first, Buffer.from(value as string)]);
    }
    response.set('Content-Encoding', encoding);
    const compressor = compressorOf[encoding]();
    // Its failure comes out of the compressor.
    pipeline(Readable.from(resumed(first, rest)), compressor).catch(() => undefined);
    yield* compressor;
  } finally {
    await rest.return?.();
  }
}

async function* resumed<Piece>(first: Piece, rest: AsyncIterator<Piece>): AsyncGenerator<Piece> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** With a window of 256 KiB, which is as much memory as each of them takes. */
const compressorOf = {
  br: () =>
    zlib.createBrotliCompress({
      flush: zlib.constants.BROTLI_OPERATION_FLUSH,
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: ofAnswers.br,
        [zlib.constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
  gzip: () => zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH, level: ofAnswers.gzip }),
};

/**
 * The entity tag of an answer, as Express makes it: weak, of length and SHA-1. In one call of `node:crypto` instead of
 * three; measured, a whole answer of 16 KB takes 43 µs with it instead of 59.
 */
export function entityTag(body: Buffer | string, encoding?: BufferEncoding): string {
  const bytes = typeof body === 'string' ? Buffer.from(body, encoding) : body;
  return `W/"${bytes.length.toString(16)}-${hash('sha1', bytes, 'base64').slice(0, 27)}"`;
}
