import { stdSerializers } from 'pino';

/** An error as the log shows it. */
interface ShownError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
  errors?: unknown[];
}

/**
 * An error, with its causes, by what its author wrote for people: never by whatever else hangs on it. PostgreSQL
 * hangs the failing row on one, HTTP clients the whole request with its credentials.
 */
export function showError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return String(error);
  const { type, message, stack, code } = stdSerializers.err(error as Error);
  const shown: ShownError = { type, message, stack };
  if (code !== undefined) shown.code = code;
  if ('errors' in error && Array.isArray(error.errors)) shown.errors = error.errors.map(showError);
  return shown;
}
