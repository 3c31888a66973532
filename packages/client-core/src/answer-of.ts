/** The service has refused, or failed. */
export class ApiError extends Error {
  /** Of HTTP: 400 for input with problems, 401 and 403 for the token, 404 for what is not there. */
  readonly status: number;
  /** What it is called, as `signable_not_found`; undefined when it was no problem document (RFC 9457). */
  readonly code: string | undefined;
  /** As it came: a problem document, `{ detail }`, or the problems by field. */
  readonly body: unknown;
  /** After how many seconds to ask again, where the service says it. */
  readonly retryAfterSeconds: number | undefined;

  constructor({
    url,
    status,
    body,
    retryAfter,
  }: { url: string; status: number; body: unknown; retryAfter: string | null | undefined }) {
    super(`${url} answered ${status}: ${sentenceOf(body)}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = isObject(body) && typeof body.type === 'string' ? body.type.split('#')[1] : undefined;
    this.body = body;
    this.retryAfterSeconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  }
}

function sentenceOf(body: unknown): string {
  if (!isObject(body)) return String(body ?? 'nothing');
  const { detail, errors } = body;
  if (detail === undefined)
    return Object.entries(body)
      .map(([field, problems]) => `${field}: ${[problems].flat().join(' ')}`)
      .join('; ');
  const problems: { pointer: string; message: string }[] = Array.isArray(errors) ? errors : [];
  const places = problems.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
  // Of one problem the detail often is its message.
  const isAmongThem = problems.some(({ message }) => message === detail);
  return [!isAmongThem && detail, places].filter(Boolean).join(': ');
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null;
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
  const { ok, url, status, headers } = response;
  if (ok) return data as Data;
  throw new ApiError({ url, status, body: error, retryAfter: headers.get('Retry-After') });
}
