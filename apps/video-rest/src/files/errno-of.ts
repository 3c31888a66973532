/** The `code` of an error of Node, such as `ENOENT`; undefined when there is none. */
export function errnoOf(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
