import type { RequestHandler } from 'express';

/**
 * Handles requests by what is loaded for the first of them: what few processes are asked for takes no part in their
 * start. A load that failed is tried again by the next request.
 */
export function atFirstRequest(load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= load();
    const handle = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return handle(request, response, next);
  };
}
