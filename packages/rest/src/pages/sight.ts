import { type Html, type Language, withQuery } from '@campus/pages';
import type { Request, Response } from 'express';
import type { Caller } from '../caller.ts';
import type { Engine } from '../exchange.ts';

/** Who looks at a page of the API, and how they came there. */
export interface Sight<Services> {
  request: Request;
  response: Response;
  engine: Engine<Services>;
  caller: Caller;
  language: Language;
  base: string;
  /** As it is meant: a form of a page can only say POST. */
  method: string;
}

/** Forms work with a session alone: nobody else holds the token that they are sent with. */
export function csrfOf<Services>({ engine, caller, request, response }: Sight<Services>): Html | undefined {
  return caller.scheme === 'session' ? engine.sessions.csrfField(request, response) : undefined;
}

/** An address of this site with these parameters, and with the format when the page was asked for by it. */
export function addressWith(
  { originalUrl, query }: Pick<Request, 'originalUrl' | 'query'>,
  parameters: Readonly<Record<string, string>>,
): string {
  const [path = ''] = originalUrl.split('?', 1);
  return withQuery(path, { format: query.format === 'api' ? 'api' : undefined, ...parameters });
}
