import express, { type Request, type Response } from 'express';
import type { z } from 'zod';
import type { InputProblem } from '../../signing/errors.ts';
import { InputError, type InputErrorCode } from '../answer/input-error.ts';
import { inMebibytes, maxJsonBytes } from './limits.ts';

/**
 * Reads a JSON body and checks it against a schema, naming every problem at once.
 *
 * @throws InputError  `malformed_json`, `invalid_body`, `body_too_large`, `unsupported_media_type`
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

/**
 * The value as the schema gives it.
 *
 * @param base  where the value stands in the body, as a JSON pointer
 * @throws InputError  `invalid_body` with every problem and its place
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown, base = ''): z.output<Schema> {
  const result = schema.safeParse(value, { error: (issue) => explain(issue) });
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => problemsOf(issue, base));
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new InputError('invalid_body', `the body has ${count}; nothing was changed`, { problems });
}

/** Plain words where zod speaks of types. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${articled(issue.expected)}, not ${typeOf(issue.input)}`;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `must have at most ${issue.maximum} entries`;
  return undefined;
}

function articled(type: string): string {
  if (type === 'int') return 'a whole number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : articled(typeof value);
}

function problemsOf(issue: z.core.$ZodIssue, base: string): InputProblem[] {
  const path = base + issue.path.map(token).join('');
  if (issue.code !== 'unrecognized_keys') return [{ pointer: path, message: issue.message }];
  return issue.keys.map((key) => ({
    pointer: path + token(key),
    message: 'is not known here; remove it or correct its name',
  }));
}

/** One reference token of a JSON pointer (RFC 6901 §3). */
function token(key: PropertyKey): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
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
