import { answerOf, type Listed, type ListPath, type ListQuery, type VideoClient } from '@campus/video-client';

/** The account that the token is of; undefined when the token is not accepted. @throws ApiError */
export async function signedInUser({ api }: VideoClient): Promise<{ url: string } | undefined> {
  const call = api.GET('/rest/users/{id}/', { params: { path: { id: 'me' } } });
  return (await call).response.status === 401 ? undefined : answerOf(call);
}

/**
 * The object of a resource that `key` tells from all others, created with `rest` when it is not there.
 *
 * @param key   names and values that are both filters and fields
 * @param rest  the other fields, asked for only when the object is created
 * @throws ApiError
 */
export async function ensureObject<Path extends ListPath>(
  client: VideoClient,
  path: Path,
  { key, rest }: { key: Record<string, string>; rest?: () => Promise<object> },
): Promise<Listed<Path>> {
  for await (const found of client.all(path, key as ListQuery<Path>)) return found;
  // Whether these are its fields, the service tells.
  const post = client.api.POST as unknown as (
    path: string,
    options: object,
  ) => Promise<{ data?: Listed<Path>; response: Response }>;
  return answerOf(post(path, { body: { ...key, ...(await rest?.()) } }));
}
