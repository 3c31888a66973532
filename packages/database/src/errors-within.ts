import { textOf } from '@campus/config';

/** An error of pg or Prisma, and after it those that it carries, where these libraries keep what they were told themselves. */
export function errorsIn(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return [];
  const cause: unknown = Reflect.get(error, 'cause');
  const meta: unknown = Reflect.get(error, 'meta');
  const errors: unknown = Reflect.get(error, 'errors');
  const driverError: unknown =
    typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : undefined;
  return [error, ...[cause, driverError, ...(Array.isArray(errors) ? errors : [])].flatMap(errorsIn)];
}

/** The codes of one of them: its own, and the one of PostgreSQL that Prisma keeps. */
export function codesOf(error: unknown): string[] {
  return [textOf(error, 'code'), textOf(error, 'originalCode')];
}

/** What one of them says, in a line. */
export function lastLineOf(error: unknown): string {
  const message = textOf(error, 'message') || textOf(error, 'originalMessage');
  // Prisma begins with the call that failed, over several lines.
  return message.trim().split('\n').at(-1) ?? '';
}
