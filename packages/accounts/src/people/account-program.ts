import type { ParseArgsOptionsConfig } from 'node:util';
import type { Queryable } from '@campus/database';
import { askPassword, type Program, readCommand, say, UsageError, verbIn } from '@campus/service';
import { type Actor, commandLine, type Transactions } from '../history/change-as.ts';
import { checkPasswordRules, generatePassword } from '../password/password-rules.ts';
import type { People } from './people.ts';

/** Whose account, on the command line. */
interface Given<Values> {
  verb: string;
  /** Empty where the verb takes none. */
  username: string;
  values: Values & { generate?: boolean };
}

/** A verb that one service alone has: the options that go with it, and what it does. */
interface OwnVerb<Db, Values> {
  options: readonly string[];
  /** @throws UsageError */
  check?(values: Values): void;
  run(db: Db, given: Given<Values> & { by: Actor }): Promise<void>;
}

interface AccountProgram<
  Tx extends Queryable,
  Db extends { prisma: Transactions<Tx> },
  Options extends ParseArgsOptionsConfig,
  Values,
  Details extends object,
> {
  usage: string;
  /** All of them go with `create`. */
  options: Options;
  people: People<Tx, Details>;
  /** Of a new account. @throws UsageError */
  detailsIn(values: Values): Partial<Details>;
  /** What is told when somebody is let in no more, and again. */
  said: { disabled(username: string): string; enabled(username: string): string };
  /** Verbs that take a user name, and such as take nothing. */
  ofOne?: Readonly<Record<string, OwnVerb<Db, Values>>>;
  ofAll?: Readonly<Record<string, OwnVerb<Db, Values>>>;
}

type AnyDb = { prisma: Transactions<Queryable> };
type AnyProgram<Values> = AccountProgram<Queryable, AnyDb, ParseArgsOptionsConfig, Values, object>;

/** `npm run account`: makes and changes accounts, beside a running service or without it. */
export function accountProgram<
  Tx extends Queryable,
  Db extends { prisma: Transactions<Tx> },
  Options extends ParseArgsOptionsConfig,
  Values,
  Details extends object,
>(service: AccountProgram<Tx, Db, Options, Values, Details>): Program<Given<Values>, Db> {
  const program: AnyProgram<Values> = service;
  return {
    usage: service.usage,
    read: (args) => read(program, args),
    async run(given) {
      const { verb, username } = given;
      const { people, said, ofOne = {}, ofAll = {} } = program;
      const by = commandLine();
      const own = ofOne[verb] ?? ofAll[verb];
      if (own !== undefined) return (db) => own.run(db, { ...given, by });
      if (verb === 'disable' || verb === 'enable') {
        const isActive = verb === 'enable';
        return async (db) => {
          await people.change(db, { username, isActive, by });
          say(isActive ? said.enabled(username) : said.disabled(username));
        };
      }
      if (verb === 'remove-factors') {
        return async (db) => {
          await people.removeFactors(db, { username, by });
          say(`${username} has no second factor any more, and is signed out.`);
        };
      }
      return givePassword(program, given, by);
    },
  };
}

function read<Values>(
  { options, detailsIn, ofOne = {}, ofAll = {} }: AnyProgram<Values>,
  args: string[],
): Given<Values> | 'help' {
  const optionsOf = (verbs: typeof ofOne) =>
    Object.fromEntries(Object.entries(verbs).map(([verb, { options: own }]) => [verb, own]));
  const fitting = {
    create: [...Object.keys(options), 'generate'],
    ...optionsOf(ofOne),
    password: ['generate'],
    disable: [],
    enable: [],
    'remove-factors': [],
    ...optionsOf(ofAll),
  };
  const common = {
    generate: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  const { values: all, positionals } = readCommand(args, { ...options, ...common });
  const values = all as Given<Values>['values'] & { help?: boolean };
  if (values.help) return 'help';
  const [word = '', username, ...more] = positionals;
  const verb = verbIn(word, { values, fitting });
  if (Object.hasOwn(ofAll, verb)) {
    if (username !== undefined) throw new UsageError(`${verb} takes nothing`);
    return { verb, username: '', values };
  }
  if (username === undefined || more.length > 0) throw new UsageError(`${verb} needs exactly one user name`);
  // What is wrong with it is told before anything is asked for or opened.
  if (verb === 'create') detailsIn(values);
  ofOne[verb]?.check?.(values);
  return { verb, username, values };
}

/** To a new account, or to one that is there. */
async function givePassword<Values>(
  { people, detailsIn }: AnyProgram<Values>,
  { verb, username, values }: Given<Values>,
  by: Actor,
): Promise<(db: AnyDb) => Promise<void>> {
  const { generate = false } = values;
  const password = generate
    ? generatePassword()
    : await askPassword({ prompt: `New password of ${username}` });
  checkPasswordRules(password, { username });
  return async (db) => {
    if (verb === 'create') await people.create(db, { ...detailsIn(values), username, password, by });
    else await people.setPassword(db, { username, password, by });
    say(verb === 'create' ? `${username} is there.` : `${username} has another password.`);
    if (generate) say(password);
  };
}
