import { commandLine, tokenStateAt } from '@campus/accounts';
import { declareProgram, minute, option, say, textTable, UsageError } from '@campus/service/command-line';
import { createToken, revokeToken } from '../accounts/tokens.ts';
import type { Database } from '../data/open-database.ts';
import { type ListedToken, listTokens } from '../data/tokens.ts';

const options = {
  label: option('<text>', 'what the token is for; at most 200 characters'),
  expires: option('<when>', 'after a number of days, or at the end of a day (UTC); without it: never'),
};

/** Access tokens, for scripts that call the API. */
export const tokens = declareProgram<typeof options, Database>({
  call: 'npm run token -w apps/video-rest',
  about: 'Makes, lists and revokes access tokens, beside a running service or without it.',
  options,
  verbs: {
    create: {
      form: '<username> [--label <text>] [--expires 30d|2027-01-31]',
      words: [1, 1, 'a user name'],
      read([username = ''], { label, expires }) {
        const expiresAt = expires === undefined ? undefined : parseExpiry(expires, new Date());
        return async (database) => {
          const { id, key } = await createToken(database, { username, label, expiresAt, by: commandLine() });
          const end = expiresAt ? `until ${expiresAt.toISOString()}` : 'until it is revoked';
          say(`Token ${id} of ${username}, valid ${end}; its key, shown only now:`);
          say(key);
        };
      },
    },
    list: { read: () => async (database) => say(tokenTable(await listTokens(database.pool), new Date())) },
    revoke: {
      form: '<id>',
      words: [1, 1, 'the id of a token, a number that list shows'],
      read([given = '']) {
        if (!/^[1-9]\d{0,8}$/.test(given))
          throw new UsageError('revoke needs the id of a token, a number that list shows');
        return async (database) => {
          await revokeToken(database, { id: Number(given), by: commandLine() });
          say(`Token ${given} is revoked.`);
        };
      },
    },
  },
  notes: 'The key is the last line of create. It is shown once: only its hash is stored.',
});

const dayMs = 24 * 60 * 60 * 1000;

/**
 * When a token expires: after a number of days (`30d`), or at the end of a day (`2027-01-31`, in UTC).
 *
 * @throws UsageError when it is neither, or no day of the calendar
 */
export function parseExpiry(given: string, now: Date): Date {
  const days = /^(\d{1,5})d$/.exec(given)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * dayMs);
  const midnight = new Date(/^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T00:00:00Z` : Number.NaN);
  // 2027-02-31 is read as a day of March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(given))
    throw new UsageError(
      `--expires must be a number of days such as 30d, or a day such as 2027-01-31, got "${given}"`,
    );
  return new Date(midnight.getTime() + dayMs);
}

const headings = ['ID', 'KEY', 'USER', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'LABEL'];

/** Tokens as a table of text, a line each, under its headings; instants in UTC to the minute. */
function tokenTable(tokens: ListedToken[], now: Date): string {
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

function stateOf(token: ListedToken, now: Date): string {
  const state = tokenStateAt(now, token);
  return state === 'active' ? 'valid' : state;
}
