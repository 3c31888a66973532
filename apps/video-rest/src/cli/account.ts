/** `npm run account -w apps/video-rest -- ...`: accounts, where nobody can sign in yet or any more. */
import { checkPasswordRules, commandLine, generatePassword } from '@campus/accounts';
import { askPassword, type Program, say } from '@campus/service';
import { people } from '../accounts/people.ts';
import type { Database } from '../data/open-database.ts';
import { type AccountCommand, readAccountCommand, usage } from './account-command.ts';
import { runWithDatabase } from './with-database.ts';

const program: Program<AccountCommand, Database> = {
  usage,
  read: readAccountCommand,
  async run({ verb, username, values }) {
    const { generate, staff: isStaff, superuser: isSuperuser, email } = values;
    const by = commandLine();
    if (verb === 'disable') {
      return async (database) => {
        await people.change(database, { isActive: false, username, by });
        say(`${username} is disabled: neither password nor tokens let it in.`);
      };
    }
    if (verb === 'enable') {
      return async (database) => {
        await people.change(database, { isActive: true, username, by });
        say(`${username} is enabled: its password and its tokens let it in again.`);
      };
    }
    if (verb === 'remove-factors') {
      return async (database) => {
        await people.removeFactors(database, { username, by });
        say(`${username} has no second factor any more, and is signed out.`);
      };
    }
    const password = generate
      ? generatePassword()
      : await askPassword({ prompt: `New password of ${username}` });
    checkPasswordRules(password, { username });
    return async (database) => {
      if (verb === 'create')
        await people.create(database, { username, password, email, isStaff, isSuperuser, by });
      else await people.setPassword(database, { username, password, by });
      say(verb === 'create' ? `${username} is there.` : `${username} has another password.`);
      if (generate) say(password);
    };
  },
};

await runWithDatabase(program);
