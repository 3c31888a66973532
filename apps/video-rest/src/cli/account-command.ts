/** What the command line of `account` may say. */
import { readCommand, UsageError } from '@campus/service';

export const usage = `Makes and changes accounts, beside a running service or without it.

usage: npm run account -w apps/video-rest -- create <name> [--superuser] [--staff] [--email <address>] [--generate]
       npm run account -w apps/video-rest -- password <name> [--generate]
       npm run account -w apps/video-rest -- disable <name>
       npm run account -w apps/video-rest -- enable <name>
       npm run account -w apps/video-rest -- remove-factors <name>

  --superuser        may do everything
  --staff            may do everything but decide about accounts
  --email <address>  e-mail address of the account
  --generate         makes a password and prints it as the last line
  --help             this text

remove-factors takes the second factors of somebody who has lost them, and ends their sessions.
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
  'remove-factors': [],
} satisfies Record<string, string[]>;

type Verb = keyof typeof fitting;
export type AccountCommand = { verb: Verb; username: string; values: ReturnType<typeof parse>['values'] };

const parse = (args: string[]) => readCommand(args, options);

/** @throws UsageError */
export function readAccountCommand(args: string[]): AccountCommand | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const [verb = '', username, ...more] = positionals;
  if (!isVerb(verb))
    throw new UsageError(`the command must be ${Object.keys(fitting).join(', ')}, got "${verb}"`);
  if (username === undefined || more.length > 0) throw new UsageError(`${verb} needs exactly one user name`);
  const allowed: string[] = fitting[verb];
  for (const [name, value] of Object.entries(values)) {
    if (value !== false && !allowed.includes(name))
      throw new UsageError(`--${name} does not go with ${verb}`);
  }
  return { verb, username, values };
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(fitting, word);
}
