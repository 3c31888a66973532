import { minute, textTable } from '@campus/service';
import type { ListedToken } from '../data/tokens.ts';

const headings = ['ID', 'KEY', 'USER', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'LABEL'];

/** Tokens as a table of text, a line each, under its headings; instants in UTC to the minute. */
export function tokenTable(tokens: ListedToken[], now: Date): string {
  return textTable(
    headings,
    tokens.map((token) => cellsOf(token, now)),
  );
}

function cellsOf(token: ListedToken, now: Date): string[] {
  return [
    String(token.id),
    `${token.keyPrefix}…`,
    token.username,
    stateOf(token, now),
    minute(token.createdAt),
    token.lastUsedAt ? minute(token.lastUsedAt) : 'never',
    token.expiresAt ? minute(token.expiresAt) : 'never',
    token.label,
  ];
}

function stateOf({ revokedAt, expiresAt }: ListedToken, now: Date): string {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'valid';
}
