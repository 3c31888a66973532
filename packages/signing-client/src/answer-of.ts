import type { components } from '../generated/management.ts';

type Problem = components['schemas']['Problem'];

/** The service has refused, or failed. */
export class ApiError extends Error {
  /** Of HTTP: 400 for input with problems, 401 for the token, 404 for what is not there. */
  readonly status: number;
  /** What `GET /public/problems` lists: `signable_not_found`; undefined when it was no problem document. */
  readonly code: string | undefined;
  /** The problem document (RFC 9457), or what came in its place. */
  readonly body: unknown;

  constructor({ url, status, body }: { url: string; status: number; body: unknown }) {
    const { type, detail, errors } = ((typeof body === 'object' ? body : null) as Partial<Problem>) ?? {};
    const places = errors?.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
    // Of one problem the detail often is its message.
    const sentence = errors?.some(({ message }) => message === detail)
      ? undefined
      : (detail ?? body ?? 'nothing');
    super(`${url} answered ${status}: ${[sentence, places].filter(Boolean).join(': ')}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof type === 'string' ? type.split('#')[1] : undefined;
    this.body = body;
  }
}

/**
 * What a call of `api` answers.
 *
 *     const record = await answerOf(client.api.GET('/api/conventions/{id}', { params: { path: { id: 7 } } }));
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
