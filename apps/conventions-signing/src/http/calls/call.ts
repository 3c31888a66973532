import type { ZodRequestBody } from '@asteasolutions/zod-to-openapi';
import { callerOf } from '@campus/auth';
import type { Lookups, Queryable } from '@campus/database';
import { hasBody, untilClosed } from '@campus/service';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { z } from 'zod';
import { requireAccept, requireContentType } from '../answer/negotiate.ts';
import { queryIn } from '../asked/query-in.ts';
import type { ProblemCode } from '../problems.ts';
import { receiveJson } from '../receive/receive-json.ts';
import type { Uploads } from '../receive/uploads.ts';
import { type Method, route } from '../route.ts';
import type { Answer, Named } from './parts.ts';

/**
 * A call of an API, declared once: its route follows from it, and what the OpenAPI document says of it.
 *
 *     call('PUT /conventions/{id}/due', {
 *       summary: 'Give the round in signing another due date, or none',
 *       of: record,
 *       json: dueInput,
 *       answer: json('The round and its due date', dueOutput),
 *       problems: [...ofJson, 'due_passed', 'not_in_signing'],
 *       run: async (deps, { request, body }) =>
 *         changeDue(deps, { ref: refIn(request, kind), ...askingOf(request), ...(await body()) }),
 *     });
 */
interface Declaration<Deps, Query extends z.ZodObject, Body extends z.ZodType, Shown> extends Said {
  query?: Query;
  /** A body of JSON, which may be left out where `{}` would do. */
  json?: Body;
  answer: Answer<Shown>;
  /** Answers, once the caller is known to take what is answered; what it gives is sent as `answer` says. */
  run: (deps: Deps, asked: Asked<z.output<Query>, z.output<Body>>) => Shown | Promise<Shown>;
}

/** What a document says of a call, beside its line. */
export interface Said {
  summary: string;
  description?: string;
  /** What `{id}` in the path names. */
  of?: Named | undefined;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  json?: z.ZodType;
  /** Of `json`, where the schema has none. */
  example?: unknown;
  /** A body that `run` receives by itself, since it may hold a PDF. */
  body?: ZodRequestBody;
  answer: Pick<Answer<never>, 'status' | 'described'>;
  /** Beside those that any call has, and those of `of` and `query`. */
  problems?: readonly ProblemCode[];
}

/** What a call is run with, beside what its API works with. */
export interface Asked<Query = unknown, Body = unknown> {
  request: Request;
  response: Response;
  /** For lists and searches, until the program leaves. */
  readonly lookups: Queryable;
  /** The query. @throws InputError  `invalid_query` */
  query: () => Query;
  /** Reads the body. @throws InputError, InvalidInput, BudgetSpentError  as `receiveJson` */
  body: () => Promise<Body>;
}

/** A call as the router and the document take it. */
interface Call<Deps> extends Said {
  method: Method;
  /** Below its API. */
  path: string;
  handlerWith: (deps: Deps) => RequestHandler;
}

/** What declares the calls of an API that work with these dependencies. */
export function callsWith<Deps extends { uploads: Uploads; db: { lookups: Lookups } }>() {
  return <Query extends z.ZodObject = never, Body extends z.ZodType = never, Shown = void>(
    line: `${Uppercase<Method>} /${string}`,
    declared: Declaration<Deps, Query, Body, Shown>,
  ): Call<Deps> => {
    const { query, json, answer, run, ...said } = declared;
    const [method = '', path = ''] = line.split(' ');
    const types = Object.keys(answer.described[answer.status]?.content ?? {});
    const handlerWith =
      (deps: Deps): RequestHandler =>
      async (request, response) => {
        if (types.length > 0) requireAccept(request, types);
        const shown = await run(deps, {
          request,
          response,
          get lookups() {
            const { fingerprint: caller } = callerOf(request);
            return deps.db.lookups.of({ caller, signal: untilClosed(response) });
          },
          query: () => queryIn(request, query as Query),
          body: () => jsonIn(request, response, { schema: json as Body, ...deps }),
        });
        answer.send(response, shown);
      };
    return { ...said, query, json, answer, method: method.toLowerCase() as Method, path, handlerWith };
  };
}

async function jsonIn<Schema extends z.ZodType>(
  request: Request,
  response: Response,
  wanted: { schema: Schema; uploads: Uploads },
): Promise<z.output<Schema>> {
  const empty = hasBody(request) ? undefined : wanted.schema.safeParse({});
  if (empty?.success) return empty.data;
  requireContentType(request, ['application/json']);
  return receiveJson(request, response, wanted);
}

/** Calls under a heading of the document. */
export interface Tagged<Deps> {
  tag: string;
  /** What they are about, in a sentence. */
  about: string;
  calls: readonly Call<Deps>[];
}

/** Adds the routes of these calls: those of a noun below it, where a request looks at no others. */
export function mountCalls<Deps>(router: Router, tagged: readonly Tagged<Deps>[], deps: Deps): void {
  const handlers: Record<string, Partial<Record<Method, RequestHandler>>> = {};
  for (const { path, method, handlerWith } of tagged.flatMap(({ calls }) => calls))
    handlers[path] = { ...handlers[path], [method]: handlerWith(deps) };
  const nouns: Record<string, Router> = {};
  for (const [path, ofPath] of Object.entries(handlers)) {
    const [, noun = '/', rest = ''] = /^(\/\w+(?=\/|$))?(.*)/.exec(path) ?? [];
    nouns[noun] ??= express.Router();
    route(nouns[noun], rest.replace('{id}', ':id') || '/', ofPath);
  }
  for (const [noun, below] of Object.entries(nouns)) router.use(noun, below);
}
