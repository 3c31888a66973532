import { hasBody } from '@campus/service';
import express, { type Request, type Response } from 'express';
import type { KnownRequest } from './engine.ts';
import { InvalidInput, Refusal } from './errors.ts';
import type { Field } from './field.ts';
import { typeName } from './hyperlink.ts';
import { mediaTypes } from './media-types.ts';
import type { ReceivedFile, Room } from './resource.ts';

/** What a request brings: its members, and in which form. */
export interface Body {
  /** In a form every value is a text, and an absent box is one that was not ticked. */
  isForm: boolean;
  members: Map<string, unknown>;
  file: ReceivedFile | undefined;
  /** Removes the file, unless it was moved away. */
  dispose(): Promise<void>;
}

/** Descriptions are the longest texts; a file is streamed and does not count. */
export const maxBodyBytes = 2 * 1024 * 1024;

const anyType = { limit: maxBodyBytes, type: () => true };
const readJson = express.json({ ...anyType, strict: false });
const readForm = express.urlencoded({ ...anyType, extended: false });

/**
 * Reads the body: JSON, a form, or a multipart form whose file is streamed to disk. No body is an empty object.
 *
 * @param room  how large a file may be, asked where the body may bring one
 *
 * What comes with a session alone must come from a page of ours; of a file nothing is stored before that is known.
 *
 * @throws Refusal  415, 400, 413, or 403
 * @throws InvalidInput  when the JSON is no object
 */
export async function readBody<Services>(
  known: Pick<KnownRequest<Services>, 'request' | 'response' | 'engine' | 'caller'>,
  takes: readonly Field<Services>[],
  room?: () => Promise<Room | undefined>,
): Promise<Body> {
  const { request, response, engine } = known;
  const requirePage = (fields?: Record<string, string[]>) => {
    const refusal = foreignForm(known, fields);
    if (refusal !== undefined) throw refusal;
  };
  const memberOf = (entry: [string, unknown]) =>
    takes.some(({ isList, name }) => isList && name === entry[0]) ? allOf(entry) : lastOf(entry);
  const none = { file: undefined, dispose: async () => {} };
  if (!hasBody(request)) {
    requirePage();
    return { isForm: false, members: new Map(), ...none };
  }
  const given = request.headers['content-type'];
  const type = given?.split(';', 1)[0]?.trim().toLowerCase();
  switch (type) {
    case mediaTypes.json: {
      // Before it is read: a page of ours sends the header with it.
      requirePage();
      const value = await parse(request, response, readJson);
      return { isForm: false, members: new Map(Object.entries(asObject(value))), ...none };
    }
    case mediaTypes.form: {
      const value = await parse(request, response, readForm);
      requirePage();
      return { isForm: true, members: new Map(Object.entries(asObject(value)).map(memberOf)), ...none };
    }
    case mediaTypes.multipart: {
      const part = takes.find(({ isFile }) => isFile);
      const { fields, file, dispose } = await engine.receiveForm(request, {
        filePart: part?.name,
        maxBytes: part?.limits.maxBytes,
        room: part && (await room?.()),
        isRepeatable: request.headers['idempotency-key'] !== undefined,
        refuse: (earlier) => foreignForm(known, earlier),
      });
      // Before a file it has been looked for already.
      if (file === undefined) requirePage(fields);
      return { isForm: true, members: new Map(Object.entries(fields).map(memberOf)), file, dispose };
    }
    default:
      throw new Refusal('unsupported_media_type', { values: { type: given ?? '' } });
  }
}

/**
 * A browser adds its session to whatever any site makes it send, so that only a token in the request tells where it
 * comes from.
 *
 * @param fields  of a multipart form, as far as they have come; undefined: the body is parsed, or has no fields
 */
function foreignForm<Services>(
  { request, caller, engine }: Pick<KnownRequest<Services>, 'request' | 'engine' | 'caller'>,
  fields: Record<string, string[]> | undefined,
): Refusal | undefined {
  if (caller.scheme !== 'session') return undefined;
  const sent = fields && Object.fromEntries(Object.entries(fields).map(lastOf));
  return engine.sessions.holdsCsrf(request, sent) ? undefined : new Refusal('csrf');
}

/** Of a repeated member of a form the last counts, as in Django. */
function lastOf([name, value]: [string, unknown]): [string, unknown] {
  return [name, Array.isArray(value) ? value.at(-1) : value];
}

/** Of a list every member, also where a person has written several into one, each on a line of its own. */
function allOf([name, value]: [string, unknown]): [string, unknown] {
  return [
    name,
    [value].flat().flatMap((given) =>
      String(given)
        .split(/[\r\n]+/)
        .filter((line) => line.trim() !== ''),
    ),
  ];
}

/**
 * Reads a form without files, of which the one who sends it needs no session; no body is an empty object.
 *
 * @throws Refusal  415, 400, 413
 */
export async function readPlainForm(request: Request, response: Response): Promise<Record<string, unknown>> {
  if (!hasBody(request)) return {};
  if (!request.is(mediaTypes.form)) {
    const type = request.headers['content-type'] ?? '';
    throw new Refusal('unsupported_media_type', { values: { type } });
  }
  return (await parse(request, response, readForm)) as Record<string, unknown>;
}

/** @throws InvalidInput */
export function asObject(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new InvalidInput({
    non_field_errors: [{ code: 'not_an_object', values: { type: typeName(value) } }],
  });
}

async function parse(request: Request, response: Response, read: express.RequestHandler): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(explain(error, request));
    });
  });
  return request.body;
}

/** What body-parser throws, by its `type`. */
function explain(error: unknown, request: Request): unknown {
  if (!(typeof error === 'object' && error !== null && 'type' in error)) {
    // A body that does not inflate has no type of its own.
    const isInput = typeof error === 'object' && error !== null && 'status' in error && error.status === 400;
    return isInput
      ? new Refusal('malformed_request', { values: { reason: 'its encoding is broken' }, cause: error })
      : error;
  }
  const reason = 'message' in error ? String(error.message) : '';
  switch (error.type) {
    case 'entity.parse.failed':
      return new Refusal('json_parse_error', { values: { reason }, cause: error });
    case 'entity.too.large':
      return new Refusal('too_large', { values: { limit: '2 MiB' }, cause: error });
    case 'charset.unsupported':
    case 'encoding.unsupported': {
      const type =
        `${request.headers['content-type'] ?? ''} ${request.headers['content-encoding'] ?? ''}`.trim();
      return new Refusal('unsupported_media_type', { values: { type }, cause: error });
    }
    default:
      return new Refusal('malformed_request', { values: { reason }, cause: error });
  }
}
