import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { accountOfIdentity } from '../../../src/accounts/people.ts';
import { findForSignIn, insertAccount, updateAccount } from '../../../src/data/accounts.ts';
import { openDatabase } from '../../../src/data/open-database.ts';

test('An account is found by its name at the first sign-in at the institution, and by the subject ever after', async () => {
  const testDatabase = await createTestDatabase('conventions-signing');
  const database = openDatabase(testDatabase.url, () => {});
  for (const username of ['ada', 'bob', 'gone']) {
    const account = {
      username,
      fullName: '',
      email: '',
      role: 'reader',
      scope: 'everything',
      passwordHash: null,
    } as const;
    await insertAccount(database.prisma, account);
  }
  await updateAccount(database.prisma, { username: 'gone' }, { isActive: false });
  const subject = randomUUID();

  const first = await accountOfIdentity(database, { address: undefined, subject, username: 'ada' });
  const renamed = await accountOfIdentity(database, { address: undefined, subject, username: 'bob' });
  const others = await Promise.all(
    ['ada', 'Bob', 'gone', undefined].map((username) =>
      accountOfIdentity(database, { address: undefined, subject: randomUUID(), username }),
    ),
  );
  const ada = await findForSignIn(database, 'ada');
  await database.close();
  await testDatabase.drop();

  expect([first, renamed]).toEqual([ada, ada]);
  expect(others).toEqual([undefined, undefined, undefined, undefined]);
});
