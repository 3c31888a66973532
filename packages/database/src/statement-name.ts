import { hash } from 'node:crypto';

/** So many statements are kept prepared on a connection: rare filters are not worth its memory. */
const maxPrepared = 100;

const names = new Map<string, string>();

/** The name under which connections keep a statement prepared, by its text; undefined: it is planned each time. */
export function statementName(text: string): string | undefined {
  if (!names.has(text) && names.size < maxPrepared) names.set(text, hash('sha1', text, 'base64url'));
  return names.get(text);
}
