/**
 * The `code` of an error of Node or PostgreSQL, or an empty text. Asked of the object and not of
 * its class: there is one of each library.
 */
export function errorCode(error: unknown): string {
  return textOf(error, 'code');
}

/** What an error says, without stack; whatever was thrown. */
export function errorMessage(error: unknown): string {
  return textOf(error, 'message') || String(error);
}

/** A text that hangs on an error, or an empty one. */
export function textOf(error: unknown, key: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  return typeof value === 'string' ? value : '';
}
