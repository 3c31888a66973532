import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findOrBind } from '../../../../src/accounts/account-of-identity.ts';
import { type Database, openDatabase } from '../../../../src/data/open-database.ts';
import { givenUser } from '../../../support/accounts.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase('video-rest');
  database = openDatabase(testDatabase.url, (error) => {
    throw error;
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('An account is found by its name once, and by the subject it was given then ever after', async () => {
  const [user, namesake] = [await givenUser(database), await givenUser(database)];
  const subject = randomUUID();

  const first = await findOrBind(database, {
    protocol: 'OIDC',
    address: undefined,
    subject,
    username: user.username,
  });
  const later = await findOrBind(database, {
    protocol: 'OIDC',
    address: undefined,
    subject,
    username: namesake.username,
  });
  const nameless = await findOrBind(database, {
    protocol: 'OIDC',
    address: undefined,
    subject,
    username: undefined,
  });

  expect([first?.id, later?.id, nameless?.id]).toEqual([user.id, user.id, user.id]);
});

test('An account that has a subject is nobody else, whatever their name', async () => {
  const user = await givenUser(database);
  await findOrBind(database, {
    protocol: 'OIDC',
    address: undefined,
    subject: randomUUID(),
    username: user.username,
  });

  expect(
    await findOrBind(database, {
      protocol: 'OIDC',
      address: undefined,
      subject: randomUUID(),
      username: user.username,
    }),
  ).toBeUndefined();
});

test('An account is found by exactly its name, and only while it is active', async () => {
  const user = await givenUser(database);
  const inactive = await givenUser(database, { isActive: false });

  for (const username of [user.username.toUpperCase(), `${user.username} `, '', undefined, inactive.username])
    expect(
      await findOrBind(database, { protocol: 'OIDC', address: undefined, subject: randomUUID(), username }),
    ).toBeUndefined();
});
