import { z } from 'zod';

/** Where the video service is, and a token of an account that may do everything there. */
export interface VideoAccess {
  baseUrl: string;
  token: string;
}

const list = z.object({ results: z.array(z.unknown()) });
const timeoutMs = 60_000;

/** The account that the token is of; undefined when the token is not accepted. */
export async function signedInUser(access: VideoAccess): Promise<{ url: string } | undefined> {
  const response = await send(access, 'GET', '/rest/users/me/');
  if (response.status === 401) return undefined;
  return z.object({ url: z.url() }).parse(await answerOf(response, 200, 'GET /rest/users/me/'));
}

/**
 * The object of a resource that `key` tells from all others, created with `rest` when it is not there.
 *
 * @param key   names and values that are both filters and fields
 * @param rest  the other fields, asked for only when the object is created; a Blob makes it a multipart request
 */
export async function ensureObject<T>(
  access: VideoAccess,
  {
    resource,
    key,
    rest,
    answer,
  }: {
    resource: string;
    key: Record<string, string>;
    rest: () => Promise<Record<string, unknown>>;
    answer: z.ZodType<T>;
  },
): Promise<T> {
  const path = `/rest/${resource}/`;
  const query = `${path}?${new URLSearchParams(key)}`;
  const { results } = list.parse(await answerOf(await send(access, 'GET', query), 200, `GET ${query}`));
  if (results.length > 0) return answer.parse(results[0]);
  const body = bodyOf({ ...key, ...(await rest()) });
  return answer.parse(await answerOf(await send(access, 'POST', path, body), 201, `POST ${path}`));
}

/** Asks for the encoding of a video. */
export async function launchEncoding(access: VideoAccess, slug: string): Promise<void> {
  const path = `/rest/launch_encode_view/?${new URLSearchParams({ slug })}`;
  await answerOf(await send(access, 'GET', path), 200, `GET ${path}`);
}

/** JSON, or a form when there is a file among the fields. */
function bodyOf(fields: Record<string, unknown>): FormData | string {
  const values = Object.entries(fields);
  if (!values.some(([, value]) => value instanceof Blob)) return JSON.stringify(fields);
  const form = new FormData();
  for (const [name, value] of values) form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

function send(
  { baseUrl, token }: VideoAccess,
  method: string,
  path: string,
  body?: FormData | string,
): Promise<Response> {
  const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : undefined;
  return fetch(new URL(path, baseUrl), {
    method,
    headers: { Authorization: `Token ${token}`, 'Accept-Language': 'en', ...type },
    body: body ?? null,
    signal: AbortSignal.timeout(timeoutMs),
  });
}

async function answerOf(response: Response, expected: number, request: string): Promise<unknown> {
  if (response.status === expected) return await response.json();
  const answer = (await response.text()).slice(0, 1000);
  throw new Error(`${request} must answer ${expected}, got ${response.status}: ${answer}`);
}
