import { randomUUID } from 'node:crypto';
import { type AttemptLimits, createKnownClients, createPasswordCheck, hashPassword } from '@campus/accounts';
import { findForSignIn } from '../../src/data/accounts.ts';
import type { Database } from '../../src/data/open-database.ts';

export interface GivenUser {
  id: number;
  username: string;
  password: string;
}

/** A user of a name of its own, active, with a password unless that is null. */
export async function givenUser(
  { prisma }: Pick<Database, 'prisma'>,
  {
    password = 'open sesame',
    ...columns
  }: {
    password?: string | null;
    username?: string;
    isActive?: boolean;
    isStaff?: boolean;
    isSuperuser?: boolean;
  } = {},
): Promise<GivenUser> {
  const passwordHash = password === null ? null : await hashPassword(password);
  const username = `user-${randomUUID()}`;
  const user = await prisma.user.create({ data: { username, passwordHash, ...columns } });
  return { id: user.id, username: user.username, password: password ?? '' };
}

/** A check of passwords with no attempts counted and no pairs remembered. */
export function passwordCheckOn(database: Pick<Database, 'pool'>, limits?: AttemptLimits) {
  const known = createKnownClients({ pool: database.pool, onError: rethrow });
  return createPasswordCheck({
    findForSignIn: (username) => findForSignIn(database, username),
    known,
    limits,
  });
}

function rethrow(error: unknown): never {
  throw error;
}

/** The value of an Authorization header of the Basic scheme. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
