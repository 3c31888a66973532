/** `npm run token -w apps/conventions-signing -- ...`: tokens of programs that are records. */
import { commandLine, tokenStateAt } from '@campus/accounts';
import { runWithDatabase } from '@campus/database/programs';
import { minute, type Program, say, textTable } from '@campus/service';
import { AccountError } from '../accounts/account-error.ts';
import { makeToken } from '../accounts/tokens.ts';
import { type Database, openDatabase } from '../data/open-database.ts';
import { isNamed, type ListedToken, listTokens, revokeToken } from '../data/tokens.ts';
import { identity } from '../identity.ts';
import { scopeInWords } from './scope-in-words.ts';
import { readTokenCommand, type TokenCommand, usage } from './token-command.ts';

const program: Program<TokenCommand, Database> = {
  usage,
  read: readTokenCommand,
  async run(command) {
    const by = commandLine();
    const now = new Date();
    if (command.verb === 'list') return async ({ pool }) => say(tokenTable(await listTokens(pool), now));
    if (command.verb === 'revoke') {
      return async (database) => {
        const tokens = await listTokens(database.pool);
        const found = tokens.find((one) => one.revokedAt === null && isNamed(one, command.name));
        if (found === undefined || !(await revokeToken(database, found.id, { by, at: now })))
          throw new AccountError('token_not_found');
        say(`The token ${found.name} is refused from now on.`);
      };
    }
    return async (database) => {
      const { token } = await makeToken(database, { ...command, by, now });
      say(`The token ${command.name} opens the ${command.api} API and sees ${scopeInWords(command.scope)}.`);
      say(token);
    };
  },
};

await runWithDatabase(identity, program, {
  args: process.argv.slice(2),
  env: process.env,
  open: openDatabase,
});

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
