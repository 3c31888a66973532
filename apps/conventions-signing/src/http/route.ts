import type { RequestHandler, Router } from 'express';
import { InputError } from './receive/input-error.ts';

const allMethods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export type Method = (typeof allMethods)[number];

/**
 * Adds one path with the methods that it has. Any other method is a 405 that lists them; HEAD goes with
 * GET, and OPTIONS answers the list. Several handlers of a method come one after the other.
 */
export function route(
  router: Router,
  path: string,
  handlers: Partial<Record<Method, RequestHandler | readonly RequestHandler[]>>,
): void {
  const methods = allMethods.filter((method) => method in handlers);
  const allow = [
    ...methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])),
    'OPTIONS',
  ].join(', ');
  const at = router.route(path);
  for (const method of methods) at[method](...[handlers[method] ?? []].flat());
  at.options((_request, response) => {
    response.status(204).set('Allow', allow).end();
  });
  at.all((request) => {
    const message = `${request.method} is not offered here; allowed: ${allow}`;
    throw Object.assign(new InputError('method_not_allowed', message), { allow });
  });
}
