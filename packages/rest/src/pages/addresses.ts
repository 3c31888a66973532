import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import type { Request } from 'express';
import type { KnownRequest } from '../engine.ts';
import { parametersOf } from '../query.ts';
import { isOfPage } from './page-form.ts';

/** Forms work with a session alone: nobody else holds the token that they are sent with. */
export function csrfOf<Services>(known: KnownRequest<Services>): Html | undefined {
  const { engine, caller, request, response } = known;
  return caller.scheme === 'session' ? engine.sessions.csrfField(request, response) : undefined;
}

/** An address of this site with these parameters, and with the format when the page was asked for by it. */
export function addressWith(
  { originalUrl, query }: Pick<Request, 'originalUrl' | 'query'>,
  parameters: Readonly<Record<string, string>>,
): string {
  const [path = ''] = originalUrl.split('?', 1);
  return ui.withQuery(path, { format: query.format === 'api' ? 'api' : undefined, ...parameters });
}

/** The same address with another value of one parameter, and without what only pages need. */
export function sameAddressWith(
  { originalUrl }: Pick<Request, 'originalUrl'>,
  name: string,
  value: string,
): string {
  const [path = '', query = ''] = originalUrl.split(/\?(.*)/s);
  const kept = [...new URLSearchParams(query)].filter(([other]) => !isOfPage(other));
  const parameters = new URLSearchParams(kept);
  parameters.set(name, value);
  return `${path}?${parameters}`;
}

/**
 * The address without the parameters that are empty, as a form sends them for its empty boxes; undefined when there
 * are none: it is fit to be kept or passed on.
 */
export function plainAddress(request: Request): string | undefined {
  const isPlain = Object.values(request.query)
    .flat()
    .every((value) => typeof value === 'string' && value.trim() !== '');
  return isPlain ? undefined : addressWith(request, Object.fromEntries(parametersOf(request)));
}
