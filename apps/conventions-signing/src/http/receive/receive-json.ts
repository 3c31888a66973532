import { callerOf } from '@campus/auth';
import { hasBody } from '@campus/service';
import express, { type Request, type Response } from 'express';
import type { z } from 'zod';
import { check } from '../../wire/check.ts';
import { maxJsonBytes } from '../../wire/limits.ts';
import { askAgain } from './ask-again.ts';
import { InputError, type InputErrorCode } from './input-error.ts';
import { withLargeJson } from './receive-large-json.ts';
import type { Uploads } from './uploads.ts';

/** A body of which so much is announced is read into memory, however slowly it comes: nearly all are. */
const smallBytes = 16 * 1024;

/**
 * Reads a JSON body and checks it against a schema, naming every problem at once. A larger one takes the way of uploads,
 * with their turns: many that come slowly would fill the memory.
 *
 * @throws InputError  `malformed_json`, `body_too_large`, `unsupported_media_type`
 * @throws InvalidInput
 * @throws BudgetSpentError; what `askAgain` throws
 */
export async function receiveJson<Schema extends z.ZodType>(
  request: Request,
  response: Response,
  { schema, uploads }: { schema: Schema; uploads: Uploads },
): Promise<z.output<Schema>> {
  if (!hasBody(request)) throw new InputError('malformed_json', 'the body is empty; send JSON');
  const { 'content-length': length = Number.POSITIVE_INFINITY, 'content-encoding': encoding } =
    request.headers;
  if (Number(length) > smallBytes || encoding !== undefined) {
    const { fingerprint: caller } = callerOf(request);
    return withLargeJson(
      request,
      { schema, uploads, caller, maxBytes: maxJsonBytes },
      async (value) => value,
    );
  }
  const read = express.json({ limit: smallBytes, strict: false, type: () => true });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(translate(error));
    });
  });
  await askAgain(request);
  return check(schema, request.body);
}

/** What body-parser throws, by its `type`; a body that does not inflate has none of its own. */
function translate(error: unknown): unknown {
  const { type, status } = error instanceof Error ? (error as { type?: string; status?: number }) : {};
  const refused = (code: InputErrorCode, message: string) => new InputError(code, message, { cause: error });
  switch (type) {
    case 'entity.parse.failed':
      return refused('malformed_json', 'the body is not valid JSON');
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return refused('unsupported_media_type', 'send JSON as UTF-8, plain or with gzip, deflate or br');
    case 'request.aborted':
    case 'request.size.invalid':
      return refused('malformed_request', 'the body is not as long as Content-Length says');
    default:
      return status === 400 ? refused('malformed_request', 'the body cannot be read') : error;
  }
}
