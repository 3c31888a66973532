/** `npm run token -w apps/video-rest -- ...`: access tokens, for scripts that call the API. */
import { commandLine, tokenStateAt } from '@campus/accounts';
import { minute, type Program, say, textTable } from '@campus/service';
import { createToken, revokeToken } from '../accounts/tokens.ts';
import type { Database } from '../data/open-database.ts';
import { type ListedToken, listTokens } from '../data/tokens.ts';
import { readTokenCommand, type TokenCommand, usage } from './token-command.ts';
import { runWithDatabase } from './with-database.ts';

const program: Program<TokenCommand, Database> = {
  usage,
  read: readTokenCommand,
  run: async (command) => (database) => carryOut(command, database),
};

async function carryOut(command: TokenCommand, database: Database): Promise<void> {
  switch (command.verb) {
    case 'create': {
      const { id, key } = await createToken(database, { ...command, by: commandLine() });
      const end = command.expiresAt ? `until ${command.expiresAt.toISOString()}` : 'until it is revoked';
      say(`Token ${id} of ${command.username}, valid ${end}; its key, shown only now:`);
      say(key);
      return;
    }
    case 'list':
      say(tokenTable(await listTokens(database.pool), new Date()));
      return;
    case 'revoke':
      await revokeToken(database, { id: command.id, by: commandLine() });
      say(`Token ${command.id} is revoked.`);
  }
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

await runWithDatabase(program);
