import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import type { Response } from 'express';
import { z } from '../../wire/schema.ts';
import { cacheControl } from '../answer/send-document.ts';
import type { ProblemCode } from '../problems.ts';

/** What declarations of calls are put together from. */

/** What the id in a path names. */
export interface Named {
  params: z.ZodObject;
  /** Why it may not be there. */
  absent: readonly ProblemCode[];
}

export const record: Named = {
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .positive()
      .openapi({ type: 'integer', description: 'Of the agreement or amendment', example: 1 }),
  }),
  absent: ['signable_not_found', 'not_found'],
};

/** What a call answers when it is done; `Shown` is what its handler gives. */
export interface Answer<Shown> {
  status: number;
  described: Record<number, ResponseConfig>;
  send: (response: Response, shown: Shown) => void;
}

export function header(description: string, type: 'string' | 'integer' = 'string') {
  return { description, schema: { type } };
}

export const requestIdHeader = { 'X-Request-Id': header('Finds the request in the log') };

const pdfHeaders = {
  ...requestIdHeader,
  'Content-Disposition': header('attachment, with a file name'),
  'Content-Length': header('Size in bytes', 'integer'),
  ETag: header('SHA-256 of the bytes, strong'),
};

export const binaryPdf = z.string().openapi({ format: 'binary', description: 'The PDF' });

/** JSON, of the type that the handler gives. */
export function json<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, object> } = {},
): Answer<z.output<Schema>> {
  return {
    status,
    described: {
      [status]: {
        description,
        headers: { ...requestIdHeader, ...headers },
        content: { 'application/json': { schema } },
      },
    },
    send: (response, shown) => {
      if (/^(GET|HEAD)$/.test(response.req.method)) response.set('Cache-Control', cacheControl);
      response.status(status).json(shown);
    },
  };
}

/** What the handler sends by itself, as it comes. */
export function sent(description: string, content: ResponseConfig['content']): Answer<void> {
  return { status: 200, described: { 200: { description, content } }, send: () => undefined };
}

/** The same of JSON. */
export function sentJson(...described: Parameters<typeof json>): Answer<void> {
  return { ...json(...described), send: () => undefined };
}

/** A stored PDF; 304 for whoever has it. */
export const pdf: Answer<void> = {
  status: 200,
  described: {
    200: {
      description: 'The PDF, byte for byte',
      headers: pdfHeaders,
      content: { 'application/pdf': { schema: binaryPdf } },
    },
    304: {
      description: 'The caller has it: If-None-Match names its ETag',
      headers: { ETag: pdfHeaders.ETag },
    },
  },
  send: () => undefined,
};

/** Nothing but that it is done. */
export function done(description: string): Answer<void> {
  return {
    status: 204,
    described: { 204: { description } },
    send: (response) => void response.status(204).end(),
  };
}

/** Problems that come together: of lists and searches, of a JSON body, of dates, of a PDF in a body. */
export const ofLookups = ['too_many_requests', 'busy', 'took_too_long'] as const;
export const ofJson = [
  'malformed_request',
  'malformed_json',
  'invalid_body',
  'body_too_large',
  'unsupported_media_type',
] as const;
export const ofDates = ['unknown_signatory', 'duplicate_date_entry'] as const;
export const ofPdf = [
  'malformed_request',
  'invalid_multipart',
  'not_a_pdf',
  'encrypted_pdf',
  'pdf_too_complex',
  'too_many_requests',
  'busy',
  'body_too_large',
  'unsupported_media_type',
  'uploads_unavailable',
] as const;
