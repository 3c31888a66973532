import { askPassword, flag, say, type Work } from '@campus/service/command-line';
import { type Actor, commandLine } from '../history/change-as.ts';
import { checkPasswordRules, generatePassword, refuseInPasswords } from '../password/password-rules.ts';

interface Which {
  username: string;
  by: Actor;
}

/** What the verbs do: see `peopleOf`. */
interface Administered<Db, Details> {
  create(db: Db, account: Which & { password: string } & Partial<Details>): Promise<unknown>;
  change(db: Db, change: Which & { isActive?: boolean; password?: string }): Promise<void>;
  removeFactors(db: Db, account: Which): Promise<void>;
}

/** The option of those that give a password. */
export const generate = flag('makes a password and prints it as the last line');

/** What a usage says of them. */
export const accountNotes = `remove-factors takes the second factors of somebody who has lost them, and ends their sessions.
The password is asked for, or read from standard input when that is no terminal; at least 8 characters.`;

/**
 * The verbs of `npm run account` that every service has.
 *
 * @param options.who    what the usage calls a user name
 * @param options.said   what is told when somebody is let in no more, and again
 * @param options.names  what the institution and the service are called, as configured: too little for a password
 */
export function accountVerbs<Db, Details>(
  people: Administered<Db, Details>,
  options: {
    who: string;
    said: Record<'disabled' | 'enabled', (username: string) => string>;
    names: () => readonly (string | undefined)[];
  },
) {
  const { who, said, names } = options;
  const words = [1, 1, 'exactly one user name'] as const;
  const doing = (change: (db: Db, account: Which) => Promise<void>, told: (username: string) => string) => ({
    form: who,
    words,
    read:
      ([username = '']: string[]) =>
      async (db: Db) => {
        await change(db, { username, by: commandLine() });
        say(told(username));
      },
  });
  return {
    /** @param detailsIn  of the new account. @throws UsageError */
    create: <Values>(form: string, detailsIn: (values: Values) => Partial<Details>) => ({
      form: `${who} ${form}`,
      words,
      read([username = '']: string[], values: Values & { generate: boolean }) {
        const details = detailsIn(values);
        return givePassword(username, { ...values, names }, async (db: Db, account) => {
          await people.create(db, { ...details, ...account });
          say(`${username} is there.`);
        });
      },
    }),
    password: {
      form: `${who} [--generate]`,
      words,
      read: ([username = '']: string[], values: { generate: boolean }) =>
        givePassword(username, { ...values, names }, async (db: Db, account) => {
          await people.change(db, account);
          say(`${username} has another password.`);
        }),
    },
    disable: doing((db, account) => people.change(db, { ...account, isActive: false }), said.disabled),
    enable: doing((db, account) => people.change(db, { ...account, isActive: true }), said.enabled),
    'remove-factors': doing(
      (db, account) => people.removeFactors(db, account),
      (username) => `${username} has no second factor any more, and is signed out.`,
    ),
  };
}

function givePassword<Db>(
  username: string,
  { generate: isGenerated, names }: { generate: boolean; names: () => readonly (string | undefined)[] },
  give: (db: Db, account: Which & { password: string }) => Promise<void>,
) {
  return {
    async first(): Promise<Work<Db>> {
      const password = isGenerated
        ? generatePassword()
        : await askPassword({ prompt: `New password of ${username}` });
      refuseInPasswords(names());
      checkPasswordRules(password, username);
      return async (db) => {
        await give(db, { username, password, by: commandLine() });
        if (isGenerated) say(password);
      };
    },
  };
}
