import { randomUUID } from 'node:crypto';
import { createTestDatabase, freePort, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requireServer } from '../src/index.ts';
import { sql } from './support/sql.ts';
import { startOldServer } from './support/start-old-server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
});
afterAll(() => database.drop());

test('Given a supported server, Then it is accepted', async () => {
  await expect(requireServer(database.url)).resolves.toBeUndefined();
});

test('Given PostgreSQL 14, Then the message names both versions', async () => {
  await using server = await startOldServer('14.11');
  await expect(requireServer(server.url)).rejects.toMatchObject({
    code: 'server_too_old',
    message: expect.stringMatching(/PostgreSQL 14\.11; use PostgreSQL 15 or later/),
  });
});

test('Given a database that is not UTF-8, Then the message says which encoding it has', async () => {
  const admin = new URL(process.env.TEST_DATABASE_ADMIN_URL ?? '');
  const name = `latin_${randomUUID().replaceAll('-', '')}`;
  await sql(
    admin.href,
    `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  );
  try {
    const url = Object.assign(new URL(admin), { pathname: `/${name}` });
    await expect(requireServer(url.href)).rejects.toMatchObject({
      code: 'wrong_encoding',
      message: expect.stringMatching(/has the encoding LATIN1.*encoding 'UTF8'/),
    });
  } finally {
    await sql(admin.href, `drop database ${name}`);
  }
});

test('Given nobody listens, Then the message names the place', async () => {
  const port = await freePort();
  const url = `postgresql://notes:very-secret@localhost:${port}/notes`;
  const error = await requireServer(url).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: 'unreachable' });
  expect(String(error)).toContain(`"notes" on localhost:${port}`);
  expect(String(error)).not.toContain('very-secret');
});

test('Given a wrong password, Then the message says what to check and shows no password', async () => {
  const url = new URL(database.url);
  url.password = 'very-wrong';
  const error = await requireServer(url.href).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: 'unreachable' });
  expect(String(error)).toMatch(/check the user and the password/);
  expect(String(error)).not.toContain('very-wrong');
});

test('Given a database that is not there, Then the message says so', async () => {
  const url = new URL(database.url);
  url.pathname = '/nothing_here';
  await expect(requireServer(url.href)).rejects.toThrow(/create the database/);
});

test.each(['', 'localhost:5432', 'mysql://a:very-secret@b/c', 'postgresql://a:very-secret@b:port/c'])(
  'Given "%s", Then it is refused as no PostgreSQL URL, without showing it',
  async (url) => {
    const error = await requireServer(url).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'unreachable' });
    expect(String(error)).toContain('postgresql://user:password@host:5432/database');
    expect(String(error)).not.toContain('very-secret');
  },
);
