/** `fetch` that gives up what has not been answered, to its last byte, within a time. @throws TimeoutError */
export function fetchWithin(timeoutMs: number | undefined): (request: Request) => Promise<Response> {
  return (request) => {
    const limit = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)];
    return fetch(request, { signal: AbortSignal.any([request.signal, ...limit]) });
  };
}
