import { createTestDatabase, freePort, type TestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { whyDatabaseIsAway, whyNoSpace } from '../src/index.ts';
import { sql } from './support/sql.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('conventions-signing');
});
afterAll(() => database.drop());

/** What pg says of a statement. */
async function failureOf(statement: string, url = database.url): Promise<unknown> {
  return sql(url, statement).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('Given nobody listens, Then the reason names the place', async () => {
  const port = await freePort();
  const error = await failureOf('select 1', `postgresql://notes:very-secret@localhost:${port}/notes`);

  expect(whyDatabaseIsAway(error)).toBe(`connect ECONNREFUSED 127.0.0.1:${port}`);
});

test('Given a server that cuts the connection, Then that is the reason, also below an error of ours', async () => {
  const error = await failureOf('select pg_terminate_backend(pg_backend_pid())');

  expect(whyDatabaseIsAway(error)).toBe('terminating connection due to administrator command');
  expect(whyDatabaseIsAway(new Error('a job failed', { cause: error }))).toBe(
    'terminating connection due to administrator command',
  );
});

const withFields = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

test.each<[string, unknown, string | undefined]>([
  [
    'the pool has none left',
    new Error('timeout exceeded when trying to connect'),
    'timeout exceeded when trying to connect',
  ],
  [
    'the server has none left',
    withFields({ code: '53300' }, 'sorry, too many clients already'),
    'sorry, too many clients already',
  ],
  [
    'a socket broke',
    withFields({ code: 'ECONNRESET', syscall: 'read' }, 'read ECONNRESET'),
    'read ECONNRESET',
  ],
  [
    'both addresses refuse',
    withFields({ errors: [withFields({ code: 'ECONNREFUSED' }, 'connect')] }),
    'connect',
  ],
  [
    'Prisma does not reach it',
    withFields(
      { code: 'P1001' },
      "\nInvalid `findMany()` invocation:\n\nCan't reach database server at db:5432",
    ),
    "Can't reach database server at db:5432",
  ],
  [
    "Prisma's raw query was cut",
    withFields({
      code: 'P2010',
      meta: { driverAdapterError: { cause: { originalCode: '57P01', originalMessage: 'terminating' } } },
    }),
    'terminating',
  ],
  ['a client broke its request off', withFields({ code: 'ECONNRESET' }, 'aborted'), undefined],
  ['a row is there already', withFields({ code: '23505' }), undefined],
  ['Prisma found no row', withFields({ code: 'P2025' }), undefined],
  ['there is no error', undefined, undefined],
  ['somebody threw a text', 'timeout exceeded when trying to connect', undefined],
])('When %s, Then the reason is told, or none', (_name, error, reason) => {
  expect(whyDatabaseIsAway(error)).toBe(reason);
});

test.each<[string, unknown, string | undefined]>([
  ['PostgreSQL has none', withFields({ code: '53100' }, 'could not extend file'), 'could not extend file'],
  [
    'Prisma tells it of a query',
    withFields({ cause: { kind: 'postgres', originalCode: '53100', originalMessage: 'could not extend' } }),
    'could not extend',
  ],
  [
    "Prisma's raw query tells it",
    withFields({
      code: 'P2010',
      meta: { driverAdapterError: { cause: { originalCode: '53100', originalMessage: 'could not extend' } } },
    }),
    'could not extend',
  ],
  [
    'PostgreSQL has none for a new connection',
    withFields({ code: 'XX000' }, 'could not write init file: No space left on device'),
    'could not write init file: No space left on device',
  ],
  ['a file of ours has none', withFields({ code: 'ENOSPC' }, 'ENOSPC: write'), 'ENOSPC: write'],
  ['a quota is used up', withFields({ code: 'EDQUOT' }, 'EDQUOT: write'), 'EDQUOT: write'],
  ['a row is there already', withFields({ code: '23505' }), undefined],
  ['PostgreSQL fails by itself', withFields({ code: 'XX000' }, 'cache lookup failed'), undefined],
])('When there is no space (%s), Then the reason is told', (_name, error, reason) => {
  expect(whyNoSpace(error)).toBe(reason);
  expect(whyDatabaseIsAway(error)).toBe(undefined);
});
