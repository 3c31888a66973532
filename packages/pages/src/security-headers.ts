import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * What browsers are told to refuse: everything that is not ours, in frames of other sites too. Mounted before
 * the pages; a router inside may loosen it for its own.
 *
 * @param loosened.frames  `anyone`: other sites may show it in a frame
 * @param loosened.stream  an origin whose media the player may ask for
 * @param loosened.inlineStyles  for pages of others that cannot do without (Swagger UI)
 */
export function securityHeaders(
  loosened: { frames?: 'nobody' | 'anyone'; stream?: string; inlineStyles?: boolean } = {},
): RequestHandler {
  const { frames = 'nobody', inlineStyles = false, stream } = loosened;
  const streams = stream === undefined ? [] : [stream];
  const mayBeFramed = frames === 'anyone';
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: inlineStyles ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        imgSrc: inlineStyles ? ["'self'", 'data:'] : ["'self'"],
        // hls.js hands the player its segments as blobs.
        mediaSrc: ["'self'", 'blob:', ...streams],
        connectSrc: ["'self'", ...streams],
        frameSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: mayBeFramed ? ['*'] : ["'none'"],
      },
    },
    // For browsers that know no `frame-ancestors`.
    xFrameOptions: mayBeFramed ? false : { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Framed and played elsewhere, or the business of whoever speaks TLS.
    crossOriginResourcePolicy: mayBeFramed ? { policy: 'cross-origin' } : { policy: 'same-origin' },
    strictTransportSecurity: false,
  });
  const headers = headersBy(protect);
  return (_request, response, next) => {
    // Helmet leaves what a stricter one before it has set.
    if (mayBeFramed) response.removeHeader('X-Frame-Options');
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/**
 * The headers that helmet sets, which are the same whatever is asked. Measured: its chain of handlers, which puts the policy
 * together each time, was 2 % of the JavaScript of a refusal.
 */
function headersBy(protect: ReturnType<typeof helmet>): readonly (readonly [string, string])[] {
  const set = new Map<string, string>();
  const answer = { setHeader: (name: string, value: string) => set.set(name, value), removeHeader() {} };
  protect({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return [...set];
}
