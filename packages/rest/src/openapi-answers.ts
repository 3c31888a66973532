/** What the OpenAPI document tells of answers, refusals too. */
import { fill } from '@campus/pages';
import { shortBody } from '@campus/service';
import { refusals } from './errors.ts';
import { mediaTypes } from './media-types.ts';

export type Json = Record<string, unknown>;

/** A schema of the document, by its name: `Video`. */
export function schemaNamed(name: string): Json {
  return { $ref: `#/components/schemas/${schemaName(name)}` };
}

/** OpenAPI 3.1 §4.8.7.1: no blanks in the keys of components. */
export function schemaName(name: string): string {
  return name.replaceAll(' ', '');
}

/** An answer of the document, by its name: `Forbidden`. */
export function refer(response: string): Json {
  return { $ref: `#/components/responses/${response}` };
}

export function referAll(responses: Record<number, string>): Json {
  return Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, refer(response)]));
}

/** An answer that says in a sentence why not, such as this one. */
export function detail(description: string, sentence: string): Json {
  return { description, content: ofTypes([mediaTypes.json], schemaNamed('Detail'), { detail: sentence }) };
}

export function ofTypes(types: readonly string[], schema: Json, example?: unknown): Json {
  const shown = example === undefined ? { schema } : { schema, example };
  return Object.fromEntries(types.map((type) => [type, shown]));
}

export function json(schema: string): Json {
  return ofTypes([mediaTypes.json], schemaNamed(schema));
}

export function listOf(items: Json): Json {
  const link = { type: ['string', 'null'], format: 'uri', example: null };
  const results = { type: 'array', items };
  const envelope = {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'integer' },
      count_is_estimate: {
        const: true,
        description: 'There are about as many; absent where they are counted',
      },
      next: link,
      previous: link,
      results,
    },
  };
  return { description: 'one page of them', content: ofTypes([mediaTypes.json], envelope) };
}

/** What every address may answer: `?format=` with an unknown name is a 404 anywhere. */
export const common = {
  401: 'Unauthorized',
  404: 'NotFound',
  406: 'NotAcceptable',
  429: 'Throttled',
  500: 'Broken',
  503: 'Unavailable',
};

export const ofBody = { 408: 'BodyShort', 413: 'TooLarge', 415: 'UnsupportedMediaType', 507: 'NoSpace' };

export const errorResponses = {
  Invalid: {
    description: 'input with problems, all of them by field, or a request that cannot be read',
    content: {
      [mediaTypes.json]: {
        schema: { anyOf: [schemaNamed('FieldErrors'), schemaNamed('Detail')] },
        examples: {
          fields: { value: { title: ['This field is required.'] } },
          request: { value: { detail: 'JSON parse error - Unexpected end of JSON input' } },
        },
      },
    },
  },
  Unauthorized: detail('no credentials, or none that hold', 'Authentication credentials were not provided.'),
  Forbidden: detail('not for this caller', refusals.permission_denied.en),
  NotFound: detail('nothing there for this caller', refusals.not_found.en),
  NotAcceptable: detail('the Accept header excludes the answer', refusals.not_acceptable.en),
  BodyShort: {
    description: 'less of the body came than was announced, or too slowly: nothing was done',
    content: {
      'application/problem+json': {
        schema: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
          },
        },
        example: shortBody,
      },
    },
  },
  Conflict: detail(
    'not as things stand: still used by other objects, for instance',
    fill(refusals.in_use, { model: 'Type', users: 'videos', count: 3 }, 'en'),
  ),
  Reused: detail(
    'the Idempotency-Key was used for another request',
    'This Idempotency-Key was used for another request.',
  ),
  TooLarge: detail('the body is larger than allowed', fill(refusals.too_large, { limit: '1 MiB' }, 'en')),
  UnsupportedMediaType: detail(
    'the body is of a type, charset or encoding that is not read',
    fill(refusals.unsupported_media_type, { type: 'text/plain' }, 'en'),
  ),
  Throttled: detail(
    'too many failed sign-ins, or too much of the caller under way; `Retry-After` says when to come back',
    'Too many failed attempts. Try again in 30 seconds.',
  ),
  Broken: detail('an error of ours; `X-Request-Id` finds it in the log', refusals.internal.en),
  Unavailable: detail(
    'something is away for a moment, or too much is under way; `Retry-After` says when to come back',
    'Too much is under way at the moment. Try again in a few seconds.',
  ),
  NoSpace: detail(
    'the disk is full, or fuller than allowed',
    'There is no space left to store this. Nothing was changed; tell the operator.',
  ),
};
