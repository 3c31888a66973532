/** `npm run token -w apps/video-rest -- ...`: access tokens, for scripts that call the API. */
import { commandLine } from '@campus/accounts';
import { minute, type Program, readCommand, say, textTable, UsageError } from '@campus/service';
import { createToken, revokeToken } from '../accounts/tokens.ts';
import type { Database } from '../data/open-database.ts';
import { type ListedToken, listTokens } from '../data/tokens.ts';
import { parseExpiry } from './expiry.ts';
import { runWithDatabase } from './with-database.ts';

const usage = `Makes, lists and revokes access tokens, beside a running service or without it.

usage: npm run token -w apps/video-rest -- create <username> [--label <text>] [--expires 30d|2027-01-31]
       npm run token -w apps/video-rest -- list
       npm run token -w apps/video-rest -- revoke <id>

  --label <text>    what the token is for; at most 200 characters
  --expires <when>  after a number of days, or at the end of a day (UTC); without it: never
  --help            this text

The key is the last line of create. It is shown once: only its hash is stored.

Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.
`;

const options = {
  label: { type: 'string' },
  expires: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Command =
  | { verb: 'create'; username: string; label: string | undefined; expiresAt: Date | undefined }
  | { verb: 'list' }
  | { verb: 'revoke'; id: number };

const program: Program<Command, Database> = {
  usage,
  read(args) {
    const { values, positionals } = readCommand(args, options);
    if (values.help) return 'help';
    const [verb = '', subject, ...more] = positionals;
    const { label, expires } = values;
    if (verb !== 'create' && (label !== undefined || expires !== undefined))
      throw new UsageError('--label and --expires go with create only');
    if (more.length > 0) throw new UsageError(`there is more than ${verb} needs: ${more.join(' ')}`);
    switch (verb) {
      case 'create': {
        if (subject === undefined) throw new UsageError('create needs a user name');
        const expiresAt = expires === undefined ? undefined : parseExpiry(expires, new Date());
        return { verb, username: subject, label, expiresAt };
      }
      case 'list':
        if (subject !== undefined) throw new UsageError('list takes nothing');
        return { verb };
      case 'revoke':
        return { verb, id: tokenId(subject) };
      default:
        throw new UsageError(`the command must be create, list or revoke, got "${verb}"`);
    }
  },
  run: async (command) => (database) => carryOut(command, database),
};

async function carryOut(command: Command, database: Database): Promise<void> {
  switch (command.verb) {
    case 'create': {
      const { id, key } = await createToken(database, { ...command, by: commandLine() });
      const end = command.expiresAt ? `until ${command.expiresAt.toISOString()}` : 'until it is revoked';
      say(`Token ${id} of ${command.username}, valid ${end}; its key, shown only now:`);
      say(key);
      return;
    }
    case 'list':
      say(tokenTable(await listTokens(database.prisma), new Date()));
      return;
    case 'revoke':
      await revokeToken(database, { id: command.id, by: commandLine() });
      say(`Token ${command.id} is revoked.`);
  }
}

/** As `list` shows it. */
function tokenId(given: string | undefined): number {
  if (given === undefined || !/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError('revoke needs the id of a token, a number that list shows');
  return Number(given);
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

function stateOf({ revokedAt, expiresAt }: ListedToken, now: Date): string {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'valid';
}

await runWithDatabase(program);
