/**
 * How openapi-fetch speaks to a service.
 *
 * @param baseUrl    of the service, with or without a slash at the end
 * @param timeoutMs  for each call; absent: none is given up
 */
export function apiSettings({
  baseUrl,
  authorization,
  timeoutMs,
}: {
  baseUrl: string;
  authorization: string;
  timeoutMs?: number | undefined;
}) {
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: authorization },
    bodySerializer,
    fetch: fetchWithin(timeoutMs),
  };
}

/** JSON, or a form when there is a file among the fields, whose other fields are texts or JSON, lists one by one. */
function bodySerializer(body: unknown): string | FormData {
  const fields = Object.entries(body ?? {});
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields)
    for (const one of [value].flat()) if (one !== undefined) form.append(name, partOf(one));
  return form;
}

function partOf(value: unknown): string | Blob {
  if (value instanceof Blob) return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `fetch` that gives up what has not been answered, to its last byte, within a time. @throws TimeoutError */
function fetchWithin(timeoutMs: number | undefined): (request: Request) => Promise<Response> {
  return (request) => {
    const limit = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)];
    return fetch(request, { signal: AbortSignal.any([request.signal, ...limit]) });
  };
}
