import { afterEach, beforeEach, jest } from '@jest/globals';
import pg from 'pg';

/**
 * The SQL statements sent since the test began, or since the list was emptied: counted where they leave the process, on
 * the connections of pg, which Prisma's adapter uses too. Those of the job queue's own timers are left out.
 */
export function useStatements(): string[] {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;

  beforeEach(() => {
    sent.length = 0;
    jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const [statement] = given;
      const text = typeof statement === 'string' ? statement : (statement as { text?: string })?.text;
      // A lookup's transaction reads nothing.
      const isFrame = text !== undefined && /^(begin|commit)/.test(text);
      if (text !== undefined && !isFrame && !text.includes('pgboss')) sent.push(text);
      return Reflect.apply(query, this, given);
    } as typeof pg.Client.prototype.query);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  return sent;
}
