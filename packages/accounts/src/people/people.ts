/**
 * What is done with people, whatever a service knows of them besides. A service declares once what that is, and how their
 * rows are written:
 *
 *     export const people = peopleOf<Transaction, Details>({ rows, usual, check, notFound, lastOne, first });
 *
 *     const id = await people.create(db, { username, password, email, by });
 *     await people.change(db, { username, isActive: false, by });
 */
import type { Queryable } from '@campus/database';
import { checkUsername } from '../account.ts';
import { AccountRuleError } from '../account-rule-error.ts';
import { type Actor, type ChangeableDatabase, changeAs } from '../history/change-as.ts';
import { hashNewPassword } from '../password/hash-in-turn.ts';
import { removeFactors } from '../second-factor/factors.ts';
import { firstAccountOf } from './make-first-account.ts';
import type { First, PeopleRows } from './people-rows.ts';

/** Whose account, and whom the administration history names for what is done to it. */
interface Which {
  username: string;
  by: Actor;
}

interface PeopleOfService<Tx extends Queryable, Details extends object> {
  rows: PeopleRows<Tx, Details>;
  /** Of a new account, where nothing else is given. */
  usual: Details;
  /** Refuses what cannot be known of a person. */
  check(details: Details): void;
  notFound(username: string): Error;
  /** Nobody would be left who administers accounts and can sign in. */
  lastOne(): Error;
  first: First<Details>;
}

/** What is done with the people of a service, see `peopleOf`. */
export type People<Tx extends Queryable, Details extends object> = ReturnType<typeof peopleOf<Tx, Details>>;

export function peopleOf<Tx extends Queryable, Details extends object>(
  service: PeopleOfService<Tx, Details>,
) {
  const { rows, usual, check, notFound, lastOne, first } = service;
  type Db = ChangeableDatabase<Tx>;

  /**
   * Does a change that may take away who administers accounts, and refuses it when none would be left who can sign in.
   * Two such changes at once are done one after the other.
   *
   * Call it before anything else in the transaction that writes accounts, and let its error end the transaction. The
   * isolation level must be PostgreSQL's own, "read committed": each count sees what was committed before the lock was
   * given.
   */
  async function keepOne<Result>(tx: Tx, change: () => Promise<Result>): Promise<Result> {
    await rows.lock(tx);
    const before = await rows.countWhoSignIn(tx);
    const result = await change();
    // Where there was none before, nobody is taken away.
    if (before > 0 && (await rows.countWhoSignIn(tx)) === 0) throw lastOne();
    return result;
  }

  return {
    keepOne,
    ...firstAccountOf({ ...first, rows }),
    /**
     * Makes an account, an active one where nothing else is given.
     *
     * @param account.password  undefined: nobody signs in to it by password
     * @returns its id
     * @throws AccountRuleError; BudgetSpentError; what `check` throws
     */
    async create(db: Db, { username, password, by, ...given }: NewPerson<Details>): Promise<number> {
      const details = { ...usual, ...whatIsThere(given) };
      checkUsername(username);
      check(details);
      const passwordHash =
        password === undefined ? null : await hashNewPassword(password, { username, by: by.name });
      return changeAs(db, by, async (tx: Tx) => {
        const id = await rows.insert(tx, { ...details, username, passwordHash });
        if (id === undefined) throw new AccountRuleError('username_taken');
        return id;
      });
    },
    /**
     * Changes what is given of an account. Somebody who is not active is let in no more, by password or by token, and
     * again when they are; one who administers accounts and can sign in is always left. With another password the old one
     * is refused from now on; tokens stay.
     *
     * @param change.id           absent: whoever has this user name
     * @param change.newUsername  where the service lets it change
     * @throws `notFound`, `lastOne`; AccountRuleError; BudgetSpentError; what `check` throws
     */
    async change(
      db: Db,
      { username, id, by, newUsername, password, ...changes }: PersonChange<Details>,
    ): Promise<void> {
      const written = whatIsThere(changes) as Partial<Details>;
      check({ ...usual, ...written });
      const name = newUsername ?? username;
      const hashed = password !== undefined && {
        passwordHash: await hashNewPassword(password, { username: name, by: by.name }),
      };
      const renamed = newUsername !== undefined && { username: newUsername };
      await changeAs(db, by, (tx: Tx) =>
        keepOne(tx, async () => {
          if (!(await rows.update(tx, { username, id }, { ...written, ...renamed, ...hashed })))
            throw notFound(username);
        }),
      );
    },
    /**
     * Removes somebody's second factors, and ends their sessions: for a phone that is lost.
     *
     * @throws `notFound`
     */
    async removeFactors(db: Db, { username, by }: Which): Promise<void> {
      await changeAs(db, by, async (tx: Tx) => {
        const id = await rows.findId(tx, username);
        if (id === undefined) throw notFound(username);
        await removeFactors(tx, id);
      });
    },
  };
}

type NewPerson<Details> = Which & Partial<Details> & { password: string | undefined };

type PersonChange<Details> = Which &
  Partial<Details> & {
    id?: number | undefined;
    newUsername?: string | undefined;
    isActive?: boolean | undefined;
    password?: string | undefined;
  };

/** Without what is undefined: it is not given. */
function whatIsThere<Given extends object>(given: Given): Partial<Given> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<Given>;
}
