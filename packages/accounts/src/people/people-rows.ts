import type { Queryable } from '@campus/database';

/** The rows of people in a service's own table, in an open transaction. */
export interface PeopleRows<Tx extends Queryable, Details> {
  /** Adds an active account, and gives its id; undefined when the user name is taken. */
  insert(
    tx: Tx,
    account: Details & { username: string; passwordHash: string | null },
  ): Promise<number | undefined>;
  /** Writes what is given of an account, that of the id where there is one; false when there is none. */
  update(
    tx: Tx,
    which: { username: string; id?: number | undefined },
    changes: Partial<Details> & { username?: string; isActive?: boolean; passwordHash?: string },
  ): Promise<boolean>;
  /** The id of a user name, exactly as written; undefined when there is none. */
  findId(tx: Tx, username: string): Promise<number | undefined>;
  /** Makes this transaction the only one that changes who administers accounts, until it ends. */
  lock(tx: Tx): Promise<void>;
  /** How many administer accounts, of whom nobody need be able to sign in. */
  countAdministrators(db: Queryable): Promise<number>;
  /** How many of these are active, and have a password or have come from an identity provider before. */
  countWhoSignIn(tx: Tx): Promise<number>;
}

/** The first account of a service: what it is, and the names of the parameters that it is made of. */
export interface First<Details> {
  what: string;
  parameters: { username: string; password: string };
  details: Details;
}
