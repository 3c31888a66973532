import { Refusal } from '@campus/rest';
import type { Request, Response } from 'express';

/**
 * Files of strangers: never anything but data in a browser, whatever they hold, and only to be read.
 *
 * @throws Refusal  405
 */
export function safeguard(request: Request, response: Response): void {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const values = { method: request.method };
  throw new Refusal('method_not_allowed', { values, headers: { Allow: 'GET, HEAD' } });
}
