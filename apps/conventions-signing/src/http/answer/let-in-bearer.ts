import { requireBearer } from '@campus/auth';
import { hasBody } from '@campus/service';
import type { RequestHandler } from 'express';
import { noteLetIn } from '../receive/ask-again.ts';

/** As `requireBearer`, which is asked again when a body has come: a token may be revoked meanwhile. */
export function letInBearer(options: Parameters<typeof requireBearer>[0]): RequestHandler {
  const guard = requireBearer(options);
  return (request, response, next) => {
    const again = async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      guard(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
      await promise;
    };
    if (hasBody(request)) noteLetIn(request, again);
    guard(request, response, next);
  };
}
