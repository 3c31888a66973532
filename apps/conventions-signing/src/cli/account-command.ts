import { accountNotes, accountVerbs, commandLine, generate } from '@campus/accounts';
import { placesOf } from '@campus/config';
import * as service from '@campus/service/command-line';
import { people } from '../accounts/people.ts';
import { type ListedAccount, listAccounts } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { isRole, roles } from '../domain/roles.ts';
import { identity } from '../identity.ts';
import { scopeForm, scopeIn, scopeInWords, scopeOptions } from './scope-options.ts';

const options = {
  role: service.option(
    '<role>',
    `reader: looks, and changes nothing; sender: also registers, sends, takes back, delivers again and records
what was signed outside; administrator: also decides about accounts`,
  ),
  name: service.option('<text>', 'first name and name, as pages show it'),
  email: service.option('<address>', 'e-mail address of the account'),
  ...scopeOptions('the account sees the records of these alone; without any, everything'),
  generate,
};

const who = '<username>';
const { create, ...others } = accountVerbs(people, {
  who,
  said: {
    disabled: (username) => `${username} is let in no more.`,
    enabled: (username) => `${username} is let in again.`,
  },
  names: () => [identity.loadConfiguration(placesOf(identity.repositoryRoot), { isBeside: true }).brandName],
});

/** Accounts of the console, also where nobody can sign in. */
export const accounts = service.declareProgram<typeof options, Database>({
  call: 'npm run account -w apps/conventions-signing',
  about: 'Makes, changes and lists accounts of the console, beside a running service or without it.',
  options,
  verbs: {
    create: create(
      `--role <role> [--name <text>] [--email <address>] [--generate]
                                                          ${scopeForm}`,
      ({ role = '', name: fullName, email, ...values }: service.OptionValues<typeof options>) => {
        if (!isRole(role))
          throw new service.UsageError(`create needs --role with one of ${roles.join(', ')}`);
        return { role, scope: scopeIn(values), fullName, email };
      },
    ),
    scope: {
      form: `${who} ${scopeForm}`,
      words: [1, 1, 'exactly one user name'],
      read([username = ''], values) {
        const scope = scopeIn(values);
        return async (db) => {
          await people.change(db, { username, scope, by: commandLine() });
          service.say(`${username} sees ${scopeInWords(scope)}.`);
        };
      },
    },
    ...others,
    list: { read: () => async (db) => service.say(accountTable(await listAccounts(db.pool))) },
  },
  notes: `${accountNotes}
A user name never changes: the history of each agreement names people by it.`,
});

/** Accounts as a table of text; instants in UTC to the minute. */
function accountTable(accounts: readonly ListedAccount[]): string {
  const rows = accounts.map(
    ({ username, role, scope, isActive, createdAt, lastSignInAt, fullName, email }) => [
      username,
      role,
      scopeInWords(scope),
      isActive ? 'active' : 'disabled',
      service.minute(createdAt),
      lastSignInAt ? service.minute(lastSignInAt) : 'never',
      fullName,
      email,
    ],
  );
  return service.textTable(
    ['USER', 'ROLE', 'SEES', 'STATE', 'CREATED', 'LAST SIGN-IN', 'NAME', 'EMAIL'],
    rows,
  );
}
