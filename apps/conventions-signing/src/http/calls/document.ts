import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { shortBody, withExamples } from '@campus/service';
import { problemAddress } from '../../wire/api-addresses.ts';
import { problemOutput } from '../../wire/outputs.ts';
import { type ProblemCode, problems } from '../problems.ts';
import type { Said, Tagged } from './call.ts';
import { header, requestIdHeader } from './parts.ts';

/** Headings of the calls of each kind. */
export const kindTags = {
  agreement: { tag: 'Conventions (agreements)', about: 'Internship agreements.' },
  amendment: { tag: 'Avenants (amendments)', about: 'Amendments to internship agreements.' },
} as const;

export interface DocumentOptions {
  /** Where callers reach the service; undefined: where they have found the document. */
  baseUrl: string | undefined;
  version: string;
}

/** The OpenAPI 3.1 document of an API whose calls are mounted at `mount`. */
export function documentOf<Deps>(
  tagged: readonly Tagged<Deps>[],
  api: { mount: string; title: string; description: string; tokenParameter: string },
  { baseUrl, version }: DocumentOptions,
) {
  const { mount, title, description, tokenParameter } = api;
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: `One of the tokens of ${tokenParameter}, or one that was made on the console's page of tokens or by npm run token`,
  });
  for (const { tag, calls } of tagged) {
    for (const call of calls)
      registry.registerPath({
        operationId: operationIdOf(call.method, call.path),
        tags: [tag],
        security: [{ bearer: [] }],
        method: call.method,
        path: mount + call.path,
        ...described(call),
      });
  }
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: baseUrl ?? '/' }],
    tags: tagged.map(({ tag, about }) => ({ name: tag, description: about })),
  });
  return withExamples(document);
}

/** What generators call it: `get_conventions_by_id_signed_pdf`. */
function operationIdOf(method: string, path: string): string {
  return `${method}${path.replace('{id}', 'by_id').replaceAll(/[^a-z_]/g, '_')}`;
}

function described({ summary, description, of, query, answer, problems = [], ...said }: Said) {
  return {
    summary,
    ...(description === undefined ? {} : { description }),
    request: { params: of?.params, query, headers: said.headers, body: said.body ?? jsonBody(said) },
    responses: {
      ...answer.described,
      ...problemsOf([
        ...ofAll,
        ...(query === undefined ? [] : (['invalid_query'] as const)),
        ...(of?.absent ?? []),
        ...problems,
      ]),
      ...(said.body === undefined && said.json === undefined ? {} : bodyStoppedShort),
    },
  } satisfies Partial<RouteConfig>;
}

const bodyStoppedShort = {
  408: {
    description: 'Less of the body has come than was announced, or too slowly: nothing was done',
    content: { 'application/problem+json': { schema: problemOutput, example: shortBody } },
  },
};

function jsonBody({ json: schema, example }: Pick<Said, 'json' | 'example'>) {
  if (schema === undefined) return undefined;
  const content = { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
  return schema.safeParse({}).success ? { content } : { required: true, content };
}

/** Problems of any call. */
const ofAll = [
  'unauthorized',
  'method_not_allowed',
  'not_acceptable',
  'internal',
  'busy',
  'unavailable',
  'no_space',
] as const;

const retryAfter = { 'Retry-After': header('Seconds to wait before the same request', 'integer') };

/** By the status of a problem. */
const headersOf: Partial<Record<number, Record<string, ReturnType<typeof header>>>> = {
  401: { 'WWW-Authenticate': header('Bearer challenge (RFC 6750)') },
  405: { Allow: header('The methods that are offered here') },
  429: retryAfter,
  503: retryAfter,
};

/** The problem documents of a call, by status; each lists the codes that it may carry. */
function problemsOf(all: readonly ProblemCode[]): Record<string, ResponseConfig> {
  const answers: Record<string, ResponseConfig> = {};
  for (const status of new Set(all.map((code) => problems[code].status))) {
    const ofStatus = [...new Set(all)].filter((code) => problems[code].status === status);
    answers[status] = {
      description: [...new Set(ofStatus.map((code) => problems[code].title))].join(', '),
      headers: { ...requestIdHeader, ...headersOf[status] },
      content: {
        'application/problem+json': {
          schema: problemOutput,
          examples: Object.fromEntries(
            ofStatus.map((code) => {
              const { title, text } = problems[code];
              return [code, { value: { type: problemAddress(code), title, status, detail: text.en } }];
            }),
          ),
        },
      },
    };
  }
  return answers;
}
