import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { createErrorReport } from '../src/index.ts';

/** A database that answers or not, a log, and the report between them. */
function givenReport(options: { tellEveryMs?: number } = {}) {
  const lines: string[] = [];
  const database = { isThere: false };
  const { report, close } = createErrorReport({
    log: {
      info: (message) => lines.push(`info: ${message}`),
      warn: (message) => lines.push(`warn: ${message}`),
      error: (_about, message) => lines.push(`error: ${message}`),
    },
    check: async () => {
      if (!database.isThere) throw away;
    },
    checkEveryMs: 5,
    ...options,
  });
  return { lines, database, report, [Symbol.dispose]: close };
}

const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

test('Given an outage with many errors, Then it is one line at its beginning and one at its end', async () => {
  using given = givenReport();

  for (let number = 0; number < 50; number++) given.report(away, 'the job queue reports an error');
  given.database.isThere = true;
  await eventually(() => given.lines.length > 1);

  expect(given.lines).toEqual([
    'warn: the database is away: connect ECONNREFUSED 127.0.0.1:5432',
    expect.stringMatching(/^info: the database answers again after \d+ s \(errors: 50\)$/),
  ]);
});

test('Given an outage that goes on, Then it is told again', async () => {
  using given = givenReport({ tellEveryMs: 10 });

  given.report(away, 'the job queue reports an error');
  await eventually(() => given.lines.length > 2);

  expect(given.lines.slice(1, 3)).toEqual([
    expect.stringMatching(/^warn: the database is still away after \d+ s \(errors: 1\)$/),
    expect.stringMatching(/^warn: the database is still away/),
  ]);
});

test('Given any other error, Then it is told as it is, each time', () => {
  using given = givenReport();

  given.report(new Error('a bug'), 'the job queue reports an error');
  given.report(new Error('a bug'), 'the job queue reports an error');

  expect(given.lines).toEqual([
    'error: the job queue reports an error',
    'error: the job queue reports an error',
  ]);
});
