import type { Language, Link, Problems } from '@campus/pages';
import type { Response } from 'express';
import { type InvalidInput, Refusal } from './errors.ts';
import { mediaTypes } from './media-types.ts';
import { say } from './messages.ts';
import type { Row } from './store.ts';

/** What a request has come to, before it is shown as JSON or as a page. */
export interface Outcome {
  status: number;
  /** Beside those that every answer has. */
  headers: Readonly<Record<string, string>>;
  /** To go out as JSON; undefined: nothing. */
  body: unknown;
  /** The object that has just been made. */
  made?: Row;
  /** Those that a list shows, for its page. */
  rows?: readonly Row[];
  /** What was wrong with the input, by field, a sentence each. */
  problems?: Problems;
  /** Why the whole request was refused, for a person. */
  detail?: string;
}

/** What somebody is asked before it is done; a POST to the same address does it. */
export interface Question {
  title: string;
  /** What will happen. */
  sentence: string;
  button: string;
  /** Something is lost by it. */
  isDangerous: boolean;
  /** Where to go instead. */
  back: string;
  breadcrumbs: readonly Link[];
}

/** The request was answered with this. */
export function ok(body: unknown): Outcome {
  return { status: 200, headers: {}, body };
}

/** What a refusal comes to, as existing clients expect it: `{"detail": …}`, or `{"field": ["message"]}`. */
export function refused(error: Refusal | InvalidInput, language: Language): Outcome {
  const headers = { 'Cache-Control': 'no-store', 'Content-Language': language };
  if (error instanceof Refusal) {
    const body = { detail: error.detail(language) };
    const detail = error.sentence(language);
    return { status: error.status, headers: { ...headers, ...error.headers }, body, detail };
  }
  const problems = Object.fromEntries(
    Object.entries(error.problems).map(
      ([field, messages]) => [field, messages.map((message) => say(message, language))] as const,
    ),
  );
  return { status: 400, headers, body: problems, problems };
}

/** Answers in JSON. */
export function sendJson(response: Response, { status, headers, body }: Outcome): void {
  response.status(status);
  setHeaders(response, headers);
  if (body === undefined) {
    response.end();
    return;
  }
  // Express's `json` looks for settings that nobody makes, and takes the type that it has set apart again.
  response.setHeader('Content-Type', `${mediaTypes.json}; charset=utf-8`);
  response.send(Buffer.from(JSON.stringify(body)));
}

/** Express's `set` for each, without its care for types that come without a charset. */
export function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
