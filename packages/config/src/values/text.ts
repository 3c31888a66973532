import { ParameterError } from '../parameter-error.ts';

/** Value parser: one line of text, trimmed. */
export function text(given: string): string {
  const trimmed = given.trim();
  if (/\p{Cc}/u.test(trimmed)) throw new ParameterError('must be one line without control characters');
  return trimmed;
}
