import type { Request } from 'express';
import type { Caller } from '../caller.ts';
import { formNames } from './page-form.ts';

const formMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What a request is meant as: the forms of the pages can only say GET and POST, and name the rest in their address. */
export function methodOf(request: Pick<Request, 'method' | 'query'>, caller: Caller): string {
  const { method } = request;
  const meant = meantMethod(request, caller);
  if (meant === undefined) return method;
  // By GET nothing is ever changed: it asks what may be changed by a POST.
  return method === 'POST' || (method === 'GET' && meant === 'OPTIONS') ? meant : method;
}

/** Whether a page is to ask before this is done. */
export function asksBefore(
  meant: 'DELETE',
  { request, caller }: { request: Pick<Request, 'method' | 'query'>; caller: Caller },
): boolean {
  return request.method === 'GET' && meantMethod(request, caller) === meant;
}

/** Programs have all methods: for them the parameter has no meaning. */
function meantMethod({ query }: Pick<Request, 'query'>, { scheme }: Caller): string | undefined {
  const meant = query[formNames.method];
  if (scheme !== 'session' || typeof meant !== 'string') return undefined;
  return formMethods.find((method) => method === meant);
}
