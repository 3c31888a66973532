import cookieParser from 'cookie-parser';
import type { RequestHandler } from 'express';

/**
 * Reads the cookies of a request, each of them as text. The parser would make an object of `j:{…}`, which whoever asks
 * for a text afterwards does not expect; none of our cookies is written so, hence one that is counts as empty.
 *
 * @param secret  what signed cookies are signed with
 */
export function readCookies(secret: string): RequestHandler {
  return cookieParser(secret, { decode: textIn });
}

function textIn(encoded: string): string {
  const text = decoded(encoded);
  return text.startsWith('j:') ? '' : text;
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // What the parser does by itself, but then past the rule above.
    return encoded;
  }
}
