import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { problemAddress } from '../../wire/api-addresses.ts';
import { problemOutput } from '../../wire/outputs.ts';
import { z } from '../../wire/schema.ts';
import { type ProblemCode, problems } from '../answer/problems.ts';

/** What both OpenAPI documents are put together from. */

export const idParameter = z.object({
  id: z.coerce
    .number()
    .int()
    .positive()
    .openapi({ type: 'integer', description: 'Of the agreement or amendment', example: 1 }),
});

export const binaryPdf = z.string().openapi({ format: 'binary', description: 'The PDF' });

/** The two kinds as the documents speak of them. */
export const kinds = [
  { kind: 'agreement', tag: 'Conventions (agreements)', words: 'agreement' },
  { kind: 'amendment', tag: 'Avenants (amendments)', words: 'amendment' },
] as const;

export type ApiKind = (typeof kinds)[number];

/** Operations as they go into a document: under a heading, and for callers with a token. */
export function tagged(tag: string, operations: readonly RouteConfig[]): RouteConfig[] {
  return operations.map((operation) => ({ tags: [tag], security: [{ bearer: [] }], ...operation }));
}

function header(description: string, type: 'string' | 'integer' = 'string') {
  return { description, schema: { type } };
}

const requestIdHeader = { 'X-Request-Id': header('Finds the request in the log') };

const pdfHeaders = {
  ...requestIdHeader,
  'Content-Disposition': header('attachment, with a file name'),
  'Content-Length': header('Size in bytes', 'integer'),
  ETag: header('SHA-256 of the bytes, strong'),
};

const retryAfter = { 'Retry-After': header('Seconds to wait before the same request', 'integer') };

/** By the status of a refusal. */
const refusalHeaders: Partial<Record<number, Record<string, ReturnType<typeof header>>>> = {
  401: { 'WWW-Authenticate': header('Bearer challenge (RFC 6750)') },
  405: { Allow: header('The methods that are offered here') },
  429: retryAfter,
  503: retryAfter,
};

/** A JSON answer. */
export function json(
  description: string,
  schema: z.ZodType,
  headers: Record<string, object> = {},
): ResponseConfig {
  return {
    description,
    headers: { ...requestIdHeader, ...headers },
    content: { 'application/json': { schema } },
  };
}

/** The two answers of a route that sends a PDF. */
export const pdfAnswers: Record<string, ResponseConfig> = {
  200: {
    description: 'The PDF, byte for byte',
    headers: pdfHeaders,
    content: { 'application/pdf': { schema: binaryPdf } },
  },
  304: { description: 'The caller has it: If-None-Match names its ETag', headers: { ETag: pdfHeaders.ETag } },
};

/** Problems that come together: of any request, of a JSON body, of dates, of a PDF in a body. */
const ofAll = [
  'unauthorized',
  'method_not_allowed',
  'not_acceptable',
  'internal',
  'unavailable',
  'no_space',
] as const;
export const ofJson = ['malformed_json', 'invalid_body', 'body_too_large', 'unsupported_media_type'] as const;
export const ofDates = ['unknown_signatory', 'duplicate_date_entry'] as const;
export const ofPdf = [
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

/** What an operation on one record asks and answers: the id stands in its path, and it may be refused with more. */
export function ofRecord(
  answers: Record<string, ResponseConfig>,
  more: readonly ProblemCode[] = [],
  request: RouteConfig['request'] = {},
): Pick<RouteConfig, 'request' | 'responses'> {
  return {
    request: { params: idParameter, ...request },
    responses: { ...answers, ...refusals('signable_not_found', 'not_found', ...more) },
  };
}

/** The problem documents of a route, by status; each lists the codes that it may carry. */
export function refusals(...codes: ProblemCode[]): Record<string, ResponseConfig> {
  const answers: Record<string, ResponseConfig> = {};
  const all: ProblemCode[] = [...ofAll, ...codes];
  for (const status of new Set(all.map((code) => problems[code].status))) {
    const ofStatus = all.filter((code) => problems[code].status === status);
    answers[status] = {
      description: [...new Set(ofStatus.map((code) => problems[code].title))].join(', '),
      headers: { ...requestIdHeader, ...refusalHeaders[status] },
      content: {
        'application/problem+json': {
          schema: problemOutput,
          examples: Object.fromEntries(
            ofStatus.map((code) => {
              const value = { type: problemAddress(code), title: problems[code].title, status, detail: '…' };
              return [code, { value }];
            }),
          ),
        },
      },
    };
  }
  return answers;
}

export interface DocumentOptions {
  /** Where callers reach the service; undefined: where they have found the document. */
  baseUrl: string | undefined;
  version: string;
}

/** The finished document of these operations. */
export function buildDocument(
  { baseUrl, version }: DocumentOptions,
  parts: { title: string; description: string; tokenParameter: string; operations: readonly RouteConfig[] },
) {
  const { tokenParameter, operations, title, description } = parts;
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: `One of the tokens of ${tokenParameter}, or one that was made on the console's page of tokens or by npm run token`,
  });
  for (const operation of operations) registry.registerPath(operation);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: baseUrl ?? '/' }],
  });
}
