import type { IncomingMessage } from 'node:http';

/** What keys we take, in the words of an error. */
export const idempotencyKeyRule = 'one text of 1 to 255 visible ASCII characters';

/**
 * The `Idempotency-Key` of a request, by which its client may send it again.
 *
 * @returns undefined when there is none, null when it is not what we take
 */
export function idempotencyKeyIn({
  headersDistinct,
}: Pick<IncomingMessage, 'headersDistinct'>): string | null | undefined {
  const values = headersDistinct['idempotency-key'];
  if (values === undefined) return undefined;
  const [key] = values;
  return values.length === 1 && key !== undefined && /^[\x21-\x7e]{1,255}$/.test(key) ? key : null;
}
