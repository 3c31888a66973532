import { accountProgram } from '@campus/accounts';
import { minute, say, textTable, UsageError } from '@campus/service';
import { people } from '../accounts/people.ts';
import { type ListedAccount, listAccounts, type PersonDetails } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { isRole, roles } from '../domain/roles.ts';
import { scopeInWords } from './scope-in-words.ts';
import { scopeIn, scopeOptions } from './scope-options.ts';

const usage = `Makes, changes and lists accounts of the console, beside a running service or without it.

usage: npm run account -w apps/conventions-signing -- create <username> --role <role> [--name <text>] [--email <address>] [--generate]
                                                          [--department <name>]... [--workflow <id>]...
       npm run account -w apps/conventions-signing -- scope <username> [--department <name>]... [--workflow <id>]...
       npm run account -w apps/conventions-signing -- password <username> [--generate]
       npm run account -w apps/conventions-signing -- disable <username>
       npm run account -w apps/conventions-signing -- enable <username>
       npm run account -w apps/conventions-signing -- remove-factors <username>
       npm run account -w apps/conventions-signing -- list

  --role <role>      reader: looks, and changes nothing; sender: also registers, sends, takes back, delivers again and records
                     what was signed outside; administrator: also decides about accounts
  --name <text>      first name and name, as pages show it
  --email <address>  e-mail address of the account
  --department <name>, --workflow <id>
                     the account sees the records of these alone; without any, everything
  --generate         makes a password and prints it as the last line
  --help             this text

remove-factors takes the second factors of somebody who has lost them, and ends their sessions.
The password is asked for, or read from standard input when that is no terminal; at least 8 characters.
A user name never changes: the history of each agreement names people by it.

Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.
`;

const options = {
  role: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  ...scopeOptions,
} as const;

interface Values {
  role?: string;
  name?: string;
  email?: string;
  department?: string[];
  workflow?: string[];
}

/** Accounts of the console, also where nobody can sign in. */
export const accounts = accountProgram<Transaction, Database, typeof options, Values, PersonDetails>({
  usage,
  options,
  people,
  detailsIn({ role = '', name, email, ...scope }) {
    if (!isRole(role)) throw new UsageError(`create needs --role with one of ${roles.join(', ')}`);
    return { role, scope: scopeIn(scope), fullName: name, email };
  },
  said: {
    disabled: (username) => `${username} is let in no more.`,
    enabled: (username) => `${username} is let in again.`,
  },
  ofOne: {
    scope: {
      options: Object.keys(scopeOptions),
      check: scopeIn,
      async run(db, { username, values, by }) {
        const scope = scopeIn(values);
        await people.change(db, { username, scope, by });
        say(`${username} sees ${scopeInWords(scope)}.`);
      },
    },
  },
  ofAll: {
    list: { options: [], run: async ({ pool }) => say(accountTable(await listAccounts(pool))) },
  },
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
