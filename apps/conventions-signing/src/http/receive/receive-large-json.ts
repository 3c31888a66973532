import { finished, PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { hasBody } from '@campus/service';
import type { Request } from 'express';
import type { z } from 'zod';
import { check } from '../../wire/check.ts';
import { inMebibytes, maxRegistrationBytes } from '../../wire/limits.ts';
import { askAgain } from './ask-again.ts';
import { InputError } from './input-error.ts';
import { type TemporaryFile, writeTemporaryFile } from './temporary-file.ts';
import type { Uploads } from './uploads.ts';

/**
 * Receives a JSON body that may hold a PDF, checks it against a schema and lends it to `use`. A large one comes to disk: only
 * what is there whole takes a turn in memory, so that nobody who sends slowly holds one.
 *
 * @param options.caller    whose turns it takes
 * @param options.maxBytes  of the body, inflated
 * @throws InputError  `malformed_request`, `malformed_json`, `body_too_large`, `unsupported_media_type`
 * @throws InvalidInput
 * @throws BudgetSpentError; what `askAgain` throws
 */
export async function withLargeJson<Schema extends z.ZodType, Result>(
  request: Request,
  options: { schema: Schema; uploads: Uploads; caller: string; maxBytes?: number },
  use: (value: z.output<Schema>) => Promise<Result>,
): Promise<Result> {
  const { schema, uploads, caller, maxBytes = maxRegistrationBytes } = options;
  if (!hasBody(request)) throw new InputError('malformed_json', 'the body is empty; send JSON');
  refuseCharset(request);
  const file = await uploads.arriving.run(caller, () => receive(request, { ...uploads, maxBytes }));
  try {
    return await uploads.asJson.run(caller, async () => {
      await askAgain(request);
      return use(check(schema, await parse(file)));
    });
  } finally {
    await file.close();
  }
}

/** RFC 8259 §8.1: JSON is UTF-8. */
function refuseCharset({ headers }: Request): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw unsupported();
}

function unsupported(): InputError {
  return new InputError('unsupported_media_type', 'send JSON as UTF-8, plain or with gzip, deflate or br');
}

/** Makes what undoes the request's `Content-Encoding`; undefined when there is none. */
function inflatorOf({ headers }: Request): Transform | undefined {
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return undefined;
  if (encoding === 'gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  throw unsupported();
}

/** The body on disk, inflated. */
async function receive(
  request: Request,
  { folder, maxBytes }: Pick<Uploads, 'folder'> & { maxBytes: number },
): Promise<TemporaryFile> {
  const tooLarge = () =>
    new InputError('body_too_large', `the JSON body is larger than ${inMebibytes(maxBytes)}`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const inflator = inflatorOf(request);
  const body = new PassThrough();
  // Whoever writes it to disk hears of it, however early it breaks.
  body.on('error', () => undefined);
  // What ends the request's own stream would end its connection, and with it the answer: it is only let go of.
  const broken = (message: string) => (cause: Error) =>
    body.destroy(new InputError('malformed_request', message, { cause }));
  // `finished` also tells of a request that had broken off before, while the record was looked up; no event would.
  finished(request, { writable: false }, (error) => {
    if (error) broken('the body is not as long as Content-Length says')(error);
  });
  inflator?.once('error', broken('the body cannot be read'));
  if (inflator === undefined) request.pipe(body);
  else request.pipe(inflator).pipe(body);
  try {
    return await writeTemporaryFile(folder, body, { maxBytes, tooLarge });
  } finally {
    request.unpipe();
    inflator?.destroy();
  }
}

async function parse(file: TemporaryFile): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await file.read())) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InputError('malformed_json', 'the body is not valid JSON', { cause: error });
  }
}
