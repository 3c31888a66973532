import { ExpectedError } from '@campus/config';
import type { RequestHandler } from 'express';

/** The request names no host that an address can be made with; it is refused before anything repeats what it names. */
export class HostError extends ExpectedError {
  constructor() {
    super('it names no valid host');
  }
}

/**
 * Refuses a request whose host, or whose scheme as a trusted proxy forwards it, could not stand in an address
 * (RFC 9112 §3.2): both are repeated in links wherever no base URL is configured. A request that names no host at all
 * passes, as HTTP/1.0 has it.
 */
export function refuseOddHost(): RequestHandler {
  // Nearly all requests name the same one.
  let lastHost: string | undefined;
  return (request, _response, next) => {
    // Express gives undefined as the host of HTTP/1.0, whatever its types say.
    const { protocol, host }: { protocol: string; host: string | undefined } = request;
    const isScheme = protocol === 'http' || protocol === 'https';
    if (!isScheme || (host !== undefined && host !== lastHost && !isHost(host))) {
      next(new HostError());
      return;
    }
    lastHost = host;
    next();
  };
}

/** Names as they stand in DNS and in networks of containers, IP addresses, and a port (RFC 3986 §3.2.2). */
function isHost(text: string): boolean {
  return (
    /^(?:[a-z0-9._-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`)
  );
}
