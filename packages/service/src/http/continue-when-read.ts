import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers `Expect: 100-continue` (RFC 9110 §10.1.1) when somebody begins to read the body, so that a body which
 * is refused is never sent. Node by itself would ask for it at once.
 */
export function continueWhenRead(
  request: IncomingMessage,
  response: ServerResponse,
  onContinue: () => void,
): void {
  const read = request._read;
  // Every way to read a stream comes by here, unlike its events.
  request._read = (size) => {
    request._read = read;
    // Node itself reads what is left once the answer is out.
    if (!response.headersSent && !response.destroyed) {
      response.writeContinue();
      onContinue();
    }
    read.call(request, size);
  };
}
