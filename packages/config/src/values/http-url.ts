import { ParameterError } from '../parameter-error.ts';

/**
 * Value parser: an absolute http or https URL, given back as written. User name and password are refused, as
 * HTTP clients turn them into an `Authorization` header of their own; a fragment is, as it is never sent.
 */
export function httpUrl(text: string): string {
  const trimmed = text.trim();
  // The URL parser drops tabs and line breaks and repairs "http:host" and "http:\\host": what it would have to
  // repair is refused, so that the text means to every reader what it means here.
  const url = /^https?:\/\/[^\s\\]+$/i.test(trimmed) ? URL.parse(trimmed) : null;
  if (url === null) throw new ParameterError('must be an absolute http or https URL');
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new ParameterError('must be a URL without user name, password and fragment');
  }
  return trimmed;
}
