/** `npm run account -w apps/video-rest -- ...`: accounts, where nobody can sign in yet or any more. */
import { checkPasswordRules, commandLine, generatePassword } from '@campus/accounts';
import { askPassword, type Program, readCommand, say, UsageError } from '@campus/service';
import { createAccount } from '../accounts/create-account.ts';
import { disableAccount, enableAccount } from '../accounts/disable-account.ts';
import { setPassword } from '../accounts/set-password.ts';
import type { Database } from '../data/open-database.ts';
import { runWithDatabase } from './with-database.ts';

const usage = `Makes and changes accounts, beside a running service or without it.

usage: npm run account -w apps/video-rest -- create <name> [--superuser] [--staff] [--email <address>] [--generate]
       npm run account -w apps/video-rest -- password <name> [--generate]
       npm run account -w apps/video-rest -- disable <name>
       npm run account -w apps/video-rest -- enable <name>

  --superuser        may do everything
  --staff            may do everything but decide about accounts
  --email <address>  e-mail address of the account
  --generate         makes a password and prints it as the last line
  --help             this text

The password is asked for, or read from standard input when that is no terminal; at least 8 characters.

Exit status: 0 when it is done, 1 when it cannot be done, 64 when the command line is wrong.
`;

const options = {
  superuser: { type: 'boolean', default: false },
  staff: { type: 'boolean', default: false },
  email: { type: 'string' },
  generate: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const fitting = {
  create: ['superuser', 'staff', 'email', 'generate'],
  password: ['generate'],
  disable: [],
  enable: [],
} satisfies Record<string, string[]>;

type Verb = keyof typeof fitting;
type Command = { verb: Verb; username: string; values: ReturnType<typeof parse>['values'] };

const parse = (args: string[]) => readCommand(args, options);

const program: Program<Command, Database> = {
  usage,
  read(args) {
    const { values, positionals } = parse(args);
    if (values.help) return 'help';
    const [verb = '', username, ...more] = positionals;
    if (!isVerb(verb))
      throw new UsageError(`the command must be ${Object.keys(fitting).join(', ')}, got "${verb}"`);
    if (username === undefined || more.length > 0)
      throw new UsageError(`${verb} needs exactly one user name`);
    const allowed: string[] = fitting[verb];
    for (const [name, value] of Object.entries(values)) {
      if (value !== false && !allowed.includes(name))
        throw new UsageError(`--${name} does not go with ${verb}`);
    }
    return { verb, username, values };
  },
  async run({ verb, username, values }) {
    const { generate, staff: isStaff, superuser: isSuperuser, email } = values;
    const by = commandLine();
    if (verb === 'disable') {
      return async (database) => {
        await disableAccount(database, { username, by });
        say(`${username} is disabled: neither password nor tokens let it in.`);
      };
    }
    if (verb === 'enable') {
      return async (database) => {
        await enableAccount(database, { username, by });
        say(`${username} is enabled: its password and its tokens let it in again.`);
      };
    }
    const password = generate
      ? generatePassword()
      : await askPassword({ prompt: `New password of ${username}` });
    checkPasswordRules(password, { username });
    return async (database) => {
      if (verb === 'create')
        await createAccount(database, { username, password, email, isStaff, isSuperuser, by });
      else await setPassword(database, { username, password, by });
      say(verb === 'create' ? `${username} is there.` : `${username} has another password.`);
      if (generate) say(password);
    };
  },
};

function isVerb(word: string): word is Verb {
  return Object.hasOwn(fitting, word);
}

await runWithDatabase(program);
