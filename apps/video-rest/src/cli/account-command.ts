import { accountProgram } from '@campus/accounts';
import { people } from '../accounts/people.ts';
import type { PersonDetails } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

const usage = `Makes and changes accounts, beside a running service or without it.

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
} as const;

interface Values {
  superuser?: boolean;
  staff?: boolean;
  email?: string;
}

/** Accounts, where nobody can sign in yet or any more. */
export const accounts = accountProgram<Transaction, Database, typeof options, Values, PersonDetails>({
  usage,
  options,
  people,
  detailsIn: ({ superuser: isSuperuser, staff: isStaff, email }) => ({ isSuperuser, isStaff, email }),
  said: {
    disabled: (username) => `${username} is disabled: neither password nor tokens let it in.`,
    enabled: (username) => `${username} is enabled: its password and its tokens let it in again.`,
  },
});
