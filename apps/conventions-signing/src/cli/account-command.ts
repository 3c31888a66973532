/** What the command line of `account` may say. */
import { readCommand, UsageError } from '@campus/service';
import { isRole, type Role, roles } from '../domain/roles.ts';
import type { Scope } from '../domain/scope.ts';
import { scopeIn, scopeOptions } from './scope-options.ts';
import { verbIn } from './verb-in.ts';

export const usage = `Makes, changes and lists accounts of the console, beside a running service or without it.

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
  generate: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The options that go with each verb. */
const fitting = {
  create: ['role', 'name', 'email', 'generate', 'department', 'workflow'],
  scope: ['department', 'workflow'],
  password: ['generate'],
  disable: [],
  enable: [],
  'remove-factors': [],
  list: [],
} satisfies Record<AccountCommand['verb'], string[]>;

export type AccountCommand =
  | { verb: 'list' }
  | { verb: 'disable'; username: string }
  | { verb: 'enable'; username: string }
  | { verb: 'remove-factors'; username: string }
  | { verb: 'scope'; username: string; scope: Scope }
  | { verb: 'password'; username: string; generate: boolean }
  | {
      verb: 'create';
      username: string;
      generate: boolean;
      role: Role;
      scope: Scope;
      fullName?: string;
      email?: string;
    };

/** @throws UsageError */
export function readAccountCommand(args: string[]): AccountCommand | 'help' {
  const { values, positionals } = readCommand(args, options);
  if (values.help) return 'help';
  const [word = '', username, ...more] = positionals;
  const verb = verbIn(word, { values, fitting });
  if (verb === 'list') {
    if (username !== undefined) throw new UsageError('list takes nothing');
    return { verb };
  }
  if (username === undefined || more.length > 0) throw new UsageError(`${verb} needs exactly one user name`);
  const { role = '', name: fullName, email, generate } = values;
  const scope = scopeIn(values);
  if (verb === 'scope') return { verb, username, scope };
  if (verb !== 'create') return { verb, username, generate };
  if (!isRole(role)) throw new UsageError(`create needs --role with one of ${roles.join(', ')}`);
  return { verb, username, generate, role, scope, fullName, email };
}
