/** `npm run account -w apps/conventions-signing -- ...`: accounts of the console, also where nobody can sign in. */
import { checkPasswordRules, commandLine, generatePassword } from '@campus/accounts';
import { runWithDatabase } from '@campus/database/programs';
import { askPassword, minute, type Program, say, textTable } from '@campus/service';
import { people } from '../accounts/people.ts';
import { type ListedAccount, listAccounts } from '../data/accounts.ts';
import { type Database, openDatabase } from '../data/open-database.ts';
import { identity } from '../identity.ts';
import { type AccountCommand, readAccountCommand, usage } from './account-command.ts';
import { scopeInWords } from './scope-in-words.ts';

const program: Program<AccountCommand, Database> = {
  usage,
  read: readAccountCommand,
  async run(command) {
    if (command.verb === 'list') return async ({ prisma }) => say(accountTable(await listAccounts(prisma)));
    const { username } = command;
    const by = commandLine();
    if (command.verb === 'disable' || command.verb === 'enable') {
      const isActive = command.verb === 'enable';
      return async (database) => {
        await people.change(database, { username, isActive, by });
        say(`${username} is ${isActive ? 'let in again' : 'let in no more'}.`);
      };
    }
    if (command.verb === 'remove-factors') {
      return async (database) => {
        await people.removeFactors(database, { username, by });
        say(`${username} has no second factor any more, and is signed out.`);
      };
    }
    if (command.verb === 'scope') {
      return async (database) => {
        await people.change(database, { username, scope: command.scope, by });
        say(`${username} sees ${scopeInWords(command.scope)}.`);
      };
    }
    const { generate } = command;
    const password = generate
      ? generatePassword()
      : await askPassword({ prompt: `New password of ${username}` });
    checkPasswordRules(password, { username });
    return async (database) => {
      if (command.verb === 'create') {
        const { role, scope, fullName, email } = command;
        await people.create(database, { username, password, role, scope, fullName, email, by });
      } else await people.setPassword(database, { username, password, by });
      say(command.verb === 'create' ? `${username} is there.` : `${username} has another password.`);
      if (generate) say(password);
    };
  },
};

await runWithDatabase(identity, program, {
  args: process.argv.slice(2),
  env: process.env,
  open: openDatabase,
});

/** Accounts as a table of text; instants in UTC to the minute. */
function accountTable(accounts: readonly ListedAccount[]): string {
  const rows = accounts.map(
    ({ username, role, scope, isActive, createdAt, lastSignInAt, fullName, email }) => [
      username,
      role,
      scopeInWords(scope),
      isActive ? 'active' : 'disabled',
      minute(createdAt),
      lastSignInAt ? minute(lastSignInAt) : 'never',
      fullName,
      email,
    ],
  );
  return textTable(['USER', 'ROLE', 'SEES', 'STATE', 'CREATED', 'LAST SIGN-IN', 'NAME', 'EMAIL'], rows);
}
