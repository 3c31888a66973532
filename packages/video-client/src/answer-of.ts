/** The service has refused, or failed. */
export class ApiError extends Error {
  /** Of HTTP: 400 for input with problems, 401 and 403 for the token, 404 for what is not there. */
  readonly status: number;
  /** As it came: `{ detail }`, or the problems by field. */
  readonly body: unknown;

  constructor({
    method,
    url,
    status,
    body,
  }: { method?: string; url: string; status: number; body: unknown }) {
    super([method, url, 'answered', `${status}:`, sentenceOf(body)].filter(Boolean).join(' '));
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

function sentenceOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return String(body ?? 'nothing');
  if ('detail' in body) return String(body.detail);
  return Object.entries(body)
    .map(([field, problems]) => `${field}: ${[problems].flat().join(' ')}`)
    .join('; ');
}

/**
 * What a call of `api` answers.
 *
 *     const video = await answerOf(client.api.GET('/rest/videos/{id}/', { params: { path: { id: '1' } } }));
 *
 * @throws ApiError  when the service refuses or fails; what `fetch` throws when it is not reached
 */
export async function answerOf<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call;
  const { ok, url, status } = response;
  if (ok) return data as Data;
  throw new ApiError({ url, status, body: error });
}
