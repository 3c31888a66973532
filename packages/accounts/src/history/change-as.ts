import { userInfo } from 'node:os';
import { type KeptCallers, type Queryable, sql } from '@campus/database';

/** Where accounts and tokens are changed: what opens a transaction, and what keeps those who call. */
export interface ChangeableDatabase<Transaction> {
  prisma: { $transaction<Given>(work: (tx: Transaction) => Promise<Given>): Promise<Given> };
  callers: Pick<KeptCallers, 'forget'>;
}

/**
 * Does a change in one transaction and in somebody's name. The triggers of the tables write what is done into the
 * administration history, in the same transaction: both are there, or neither.
 *
 * This process knows of it when this returns, others within `provenMs` of the package `database`.
 *
 * PostgreSQL's own isolation level, "read committed".
 *
 * @throws whatever `change` throws; nothing has changed then
 */
export function changeAs<Transaction extends Queryable, Result>(
  { prisma, callers }: ChangeableDatabase<Transaction>,
  by: Actor,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const changed = prisma.$transaction(async (tx) => {
    const { name, address } = by;
    await sql`
      select set_config('campus.actor', ${name}, true), set_config('campus.address', ${address ?? ''}, true)`.run(
      tx,
    );
    return change(tx);
  });
  // Also where it is not known whether it was committed.
  return changed.finally(callers.forget);
}

/** Who changes accounts, rights, passwords or tokens, as the administration history names them. */
export interface Actor {
  /** `person:<user name>`, `identity-provider:<protocol>`, `command-line:<user of the system>` or `service`. */
  name: string;
  /** Of the client, behind trusted proxies if there are any; null when no request asked for the change. */
  address: string | null;
}

/** Somebody who is known by an account, and who asked by a request from this address. */
export function personAt({ username }: { username: string }, address: string | undefined): Actor {
  return { name: `person:${username}`, address: address ?? null };
}

/** What the institution's identity provider says of somebody who signs in from this address. */
export function identityProvider(protocol: 'OIDC' | 'CAS', address: string | undefined): Actor {
  return { name: `identity-provider:${protocol}`, address: address ?? null };
}

/** What a service does by itself, such as its first account. */
export const serviceItself: Actor = { name: 'service', address: null };

/** Whoever has started this program, by their account on the machine. */
export function commandLine(): Actor {
  return { name: `command-line:${systemUser()}`, address: null };
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the number of a user need not have a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
