import { accountNotes, accountVerbs, generate } from '@campus/accounts';
import { placesOf } from '@campus/config';
import { declareProgram, flag, type OptionValues, option } from '@campus/service/command-line';
import { people } from '../accounts/people.ts';
import type { Database } from '../data/open-database.ts';
import { identity } from '../identity.ts';

const options = {
  superuser: flag('may do everything'),
  staff: flag('may do everything but decide about accounts'),
  email: option('<address>', 'e-mail address of the account'),
  generate,
};

const { create, ...others } = accountVerbs(people, {
  who: '<name>',
  said: {
    disabled: (username) => `${username} is disabled: neither password nor tokens let it in.`,
    enabled: (username) => `${username} is enabled: its password and its tokens let it in again.`,
  },
  names() {
    const { brandName, titleEtb } = identity.loadConfiguration(placesOf(identity.repositoryRoot), {
      isBeside: true,
    });
    return [brandName, titleEtb];
  },
});

/** Accounts, where nobody can sign in yet or any more. */
export const accounts = declareProgram<typeof options, Database>({
  call: 'npm run account -w apps/video-rest',
  about: 'Makes and changes accounts, beside a running service or without it.',
  options,
  verbs: {
    create: create(
      '[--superuser] [--staff] [--email <address>] [--generate]',
      ({ superuser: isSuperuser, staff: isStaff, email }: OptionValues<typeof options>) => ({
        isSuperuser,
        isStaff,
        email,
      }),
    ),
    ...others,
  },
  notes: accountNotes,
});
