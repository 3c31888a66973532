/** Headers of a request, by names in small letters where they are no `Headers`, as Node has them. */
export type GivenHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/** One of them; an empty text: it is missing. */
export function headerOf(headers: GivenHeaders, name: string): string {
  return (headers instanceof Headers ? headers.get(name) : headers[name]?.toString()) ?? '';
}
