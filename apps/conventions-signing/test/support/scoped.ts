import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { makeToken } from '../../src/accounts/tokens.ts';
import { openDatabase } from '../../src/data/open-database.ts';
import type { TokenApi } from '../../src/data/tokens.ts';
import type { Role } from '../../src/domain/roles.ts';
import type { Scope } from '../../src/domain/scope.ts';
import { type PersonInConsole, signIn } from './console.ts';
import { type Caller, callerWith, type TestService } from './service.ts';

let count = 0;

/** Makes a token as the command line does. */
export async function givenToken(
  service: Pick<TestService, 'url' | 'databaseUrl'>,
  api: TokenApi,
  {
    scope = 'everything',
    expiresAt = null,
    now = new Date(),
  }: { scope?: Scope; expiresAt?: Date | null; now?: Date } = {},
): Promise<{ id: number; name: string; token: string; caller: Caller }> {
  const database = openDatabase(service.databaseUrl, () => {});
  try {
    count += 1;
    const name = `token ${count}`;
    const by = { name: 'command-line:tester', address: null };
    const made = await makeToken(database, { name, api, scope, expiresAt, by, now });
    return { ...made, name, caller: callerWith(service.url, `Bearer ${made.token}`) };
  } finally {
    await database.close();
  }
}

/** Somebody in the console who sees what is in a scope. */
export async function signInWithin(
  service: Pick<TestService, 'url' | 'sql'>,
  scope: Scope,
  role: Role = 'sender',
): Promise<PersonInConsole> {
  const person = await signIn(service, role);
  const stored = scope === 'everything' ? null : JSON.stringify(scope);
  await service.sql.query('update accounts set scope = $2::jsonb where username = $1', [
    person.username,
    stored,
  ]);
  await sleep(provenMs);
  return person;
}
