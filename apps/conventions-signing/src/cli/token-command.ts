import { commandLine, tokenStateAt } from '@campus/accounts';
import { declareProgram, minute, option, say, textTable, UsageError } from '@campus/service/command-line';
import { AccountError } from '../accounts/account-error.ts';
import { makeToken, revokeToken } from '../accounts/tokens.ts';
import type { Database } from '../data/open-database.ts';
import { isNamed, type ListedToken, listTokens, tokenApis } from '../data/tokens.ts';
import { scopeForm, scopeIn, scopeInWords, scopeOptions } from './scope-options.ts';

const options = {
  api: option(
    '<api>',
    "public: for a signing application; management: for the institution's own application",
  ),
  expires: option('<day>', 'refused from this day on, YYYY-MM-DD (UTC); absent: never'),
  ...scopeOptions('the token sees the records of these alone; without any, everything'),
};

/** Tokens of programs that are records. */
export const tokens = declareProgram<typeof options, Database>({
  call: 'npm run token -w apps/conventions-signing',
  about: 'Makes, lists and revokes tokens of programs, beside a running service or without it.',
  options,
  verbs: {
    create: {
      form: `<name> --api <api> [--expires <day>]
                                                        ${scopeForm}`,
      words: [1, 1, 'exactly one name'],
      read([name = ''], { api: given, expires, ...values }) {
        const api = tokenApis.find((one) => one === given);
        if (api === undefined) throw new UsageError(`create needs --api with one of ${tokenApis.join(', ')}`);
        const scope = scopeIn(values);
        const expiresAt = expires === undefined ? null : dayOf(expires);
        return async (database) => {
          const now = new Date();
          const { token } = await makeToken(database, {
            name,
            api,
            scope,
            expiresAt,
            by: commandLine(),
            now,
          });
          say(`The token ${name} opens the ${api} API and sees ${scopeInWords(scope)}.`);
          say(token);
        };
      },
    },
    list: {
      read:
        () =>
        async ({ pool }) =>
          say(tokenTable(await listTokens(pool), new Date())),
    },
    revoke: {
      form: '<name>',
      words: [1, 1, 'exactly one name'],
      read: ([name = '']) => {
        return async (database) => {
          const tokens = await listTokens(database.pool);
          const found = tokens.find((one) => one.revokedAt === null && isNamed(one, name));
          const change = { by: commandLine(), at: new Date() };
          if (found === undefined || !(await revokeToken(database, found.id, change)))
            throw new AccountError('token_not_found');
          say(`The token ${found.name} is refused from now on.`);
        };
      },
    },
  },
  notes: `The token is printed once, as the last line: the database keeps its SHA-256. What is revoked is refused at once, by all
processes. Those of appli.public.tokens and appli.management.tokens are none of these: they go on beside them.`,
});

function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime());
  if (!isDay || day.toISOString().slice(0, text.length) !== text)
    throw new UsageError(`--expires must be an existing day, YYYY-MM-DD, got "${text}"`);
  return day;
}

/** Tokens as a table of text; instants in UTC to the minute. */
function tokenTable(tokens: readonly ListedToken[], now: Date): string {
  const rows = tokens.map((token) => [
    token.name,
    token.api,
    scopeInWords(token.scope),
    tokenStateAt(now, token),
    minute(token.createdAt),
    token.expiresAt ? minute(token.expiresAt) : 'never',
    token.lastUsedAt ? minute(token.lastUsedAt) : 'never',
    token.fingerprint,
  ]);
  return textTable(['NAME', 'API', 'SEES', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'FINGERPRINT'], rows);
}
