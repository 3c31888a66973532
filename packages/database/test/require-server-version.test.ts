import { createTestDatabase, freePort, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requireServerVersion } from '../src/index.ts';
import { startOldServer } from './support/start-old-server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
});
afterAll(() => database.drop());

test('Given a supported server, Then it is accepted', async () => {
  await expect(requireServerVersion(database.url)).resolves.toBeUndefined();
});

test('Given PostgreSQL 14, Then the message names both versions', async () => {
  await using server = await startOldServer('14.11');
  await expect(requireServerVersion(server.url)).rejects.toMatchObject({
    code: 'server_too_old',
    message: expect.stringMatching(/PostgreSQL 14\.11; use PostgreSQL 15 or later/),
  });
});

test('Given nobody listens, Then the message names the place', async () => {
  const port = await freePort();
  const url = `postgresql://notes:very-secret@localhost:${port}/notes`;
  const error = await requireServerVersion(url).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: 'unreachable' });
  expect(String(error)).toContain(`"notes" on localhost:${port}`);
  expect(String(error)).not.toContain('very-secret');
});

test('Given a wrong password, Then the message says what to check and shows no password', async () => {
  const url = new URL(database.url);
  url.password = 'very-wrong';
  const error = await requireServerVersion(url.href).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: 'unreachable' });
  expect(String(error)).toMatch(/check the user and the password/);
  expect(String(error)).not.toContain('very-wrong');
});

test('Given a database that is not there, Then the message says so', async () => {
  const url = new URL(database.url);
  url.pathname = '/nothing_here';
  await expect(requireServerVersion(url.href)).rejects.toThrow(/create the database/);
});

test.each(['', 'localhost:5432', 'mysql://a:very-secret@b/c', 'postgresql://a:very-secret@b:port/c'])(
  'Given "%s", Then it is refused as no PostgreSQL URL, without showing it',
  async (url) => {
    const error = await requireServerVersion(url).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'unreachable' });
    expect(String(error)).toContain('postgresql://user:password@host:5432/database');
    expect(String(error)).not.toContain('very-secret');
  },
);
