import type { Response } from 'express';
import type { SignInError, SignInErrorCode } from '../sign-in-error.ts';

const statuses = {
  bad_credentials: 403,
  throttled: 429,
  busy: 503,
} satisfies Record<SignInErrorCode, number>;

/** The status of an answer to a refused password; when to come again goes into its header. */
export function statusOf({ code, retryAfterSeconds }: SignInError, response: Response): number {
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  return statuses[code];
}
