import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { contractDateExample } from '../../signing/contract-date.ts';
import { problemAddress } from '../addresses.ts';
import { type ProblemCode, problems } from '../answer/problems.ts';
import { problemOutput } from '../wire/outputs.ts';
import { z } from '../wire/schema.ts';

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

const requestIdHeader = {
  'X-Request-Id': { description: 'Finds the request in the log', schema: { type: 'string' as const } },
};

const pdfHeaders = {
  ...requestIdHeader,
  'Content-Disposition': { description: 'attachment, with a file name', schema: { type: 'string' as const } },
  'Content-Length': { description: 'Size in bytes', schema: { type: 'integer' as const } },
  ETag: { description: 'SHA-256 of the bytes, strong', schema: { type: 'string' as const } },
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

/** Problems that come together: of an id in the path, of a JSON body, of a PDF in a body. */
export const ofId = ['signable_not_found', 'not_found'] as const;
export const ofJson = ['malformed_json', 'invalid_body', 'body_too_large', 'unsupported_media_type'] as const;
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

/** The problem documents of a route, by status; each lists the codes that it may carry. */
export function refusals(...codes: ProblemCode[]): Record<string, ResponseConfig> {
  const answers: Record<string, ResponseConfig> = {};
  const all: ProblemCode[] = [
    'unauthorized',
    'method_not_allowed',
    'not_acceptable',
    'internal',
    'unavailable',
    'no_space',
    ...codes,
  ];
  for (const status of new Set(all.map((code) => problems[code].status))) {
    const ofStatus = all.filter((code) => problems[code].status === status);
    answers[status] = {
      description: [...new Set(ofStatus.map((code) => problems[code].title))].join(', '),
      headers: {
        ...requestIdHeader,
        ...(status === 401
          ? {
              'WWW-Authenticate': {
                description: 'Bearer challenge (RFC 6750)',
                schema: { type: 'string' as const },
              },
            }
          : {}),
        ...(status === 429 || status === 503
          ? {
              'Retry-After': {
                description: 'Seconds to wait before the same request',
                schema: { type: 'integer' as const },
              },
            }
          : {}),
        ...(status === 405
          ? {
              Allow: {
                description: 'The methods that are offered here',
                schema: { type: 'string' as const },
              },
            }
          : {}),
      },
      content: {
        'application/problem+json': {
          schema: problemOutput,
          examples: Object.fromEntries(
            ofStatus.map((code) => [
              code,
              {
                value: { type: problemAddress(code), title: problems[code].title, status, detail: '…' },
              },
            ]),
          ),
        },
      },
    };
  }
  return answers;
}

/** The body of a deposit. */
export const docBody: NonNullable<RouteConfig['request']>['body'] = {
  required: true,
  content: { 'multipart/form-data': { schema: z.object({ doc: binaryPdf }) } },
};

export const datesExample = [
  {
    mail: 'ada.martin@example.org',
    order: 1,
    signatureDate: contractDateExample,
    submissionDate: '2026-11-20T09:00:00.000+0000',
  },
];

/** The finished document of these operations. */
export function buildDocument({
  title,
  description,
  tokenParameter,
  baseUrl,
  version,
  operations,
}: {
  title: string;
  description: string;
  tokenParameter: string;
  baseUrl: string | undefined;
  version: string;
  operations: readonly RouteConfig[];
}) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: `One of the tokens of ${tokenParameter}`,
  });
  for (const operation of operations) registry.registerPath(operation);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: baseUrl ?? '/' }],
  });
}
