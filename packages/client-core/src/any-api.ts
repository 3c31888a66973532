/** A client of openapi-fetch, of whichever API. */
export interface AnyApi {
  readonly GET: unknown;
}

/** Its `GET`, for who knows what an address answers without the types of that API. */
export function getOf<Data>({ GET }: AnyApi) {
  return GET as (path: string, options: object) => Promise<{ data?: Data; response: Response }>;
}
