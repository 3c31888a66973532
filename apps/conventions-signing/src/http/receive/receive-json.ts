import express, { type Request, type Response } from 'express';
import type { z } from 'zod';
import { check } from '../../wire/check.ts';
import { inMebibytes, maxJsonBytes } from '../../wire/limits.ts';
import { InputError, type InputErrorCode } from '../answer/input-error.ts';

/**
 * Reads a JSON body and checks it against a schema, naming every problem at once.
 *
 * @throws InputError  `malformed_json`, `body_too_large`, `unsupported_media_type`
 * @throws InvalidInput
 */
export async function receiveJson<Schema extends z.ZodType>(
  request: Request,
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!hasBody(request)) throw new InputError('malformed_json', 'the body is empty; send JSON');
  const read = express.json({ limit: maxJsonBytes, strict: false, type: () => true });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(translate(error));
    });
  });
  return check(schema, request.body);
}

/** Whether the request carries a body at all (RFC 9112 §6.3). */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What body-parser throws, by its `type`; a body that does not inflate has none of its own. */
function translate(error: unknown): unknown {
  const { type, status } = error instanceof Error ? (error as { type?: string; status?: number }) : {};
  const refused = (code: InputErrorCode, message: string) => new InputError(code, message, { cause: error });
  switch (type) {
    case 'entity.parse.failed':
      return refused('malformed_json', 'the body is not valid JSON');
    case 'entity.too.large':
      return refused('body_too_large', `the JSON body is larger than ${inMebibytes(maxJsonBytes)}`);
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
