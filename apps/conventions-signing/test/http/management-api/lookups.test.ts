import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { signIn } from '../../support/console.ts';
import { givenInSigning } from '../../support/records.ts';
import { managementToken, type TestService, useService } from '../../support/service.ts';

/** What stands still while this is done; sign-in reads none of it. */
async function whileLocked(service: TestService, work: () => Promise<void>): Promise<void> {
  const client = await service.sql.connect();
  try {
    await client.query('begin; lock table history, signables, deliveries in access exclusive mode');
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Statements that wait for those tables. */
async function waiting({ sql }: TestService): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? -1;
}

const lists = ['/api/conventions', '/api/avenants?q=anything', '/api/deliveries'];
const pages = [
  '/console/',
  '/console/conventions/',
  '/console/avenants/?q=anything',
  '/console/conventions/?waiting_for=ada',
  '/console/deliveries/',
];

describe('Given a list whose statement takes longer than it may', () => {
  const service = useService({ configuration: { databaseListTimeout: 1 } });

  test('Then programs get 503 with Retry-After and words', async () => {
    await whileLocked(service, async () => {
      const answers = await Promise.all(lists.map((path) => service.institution.get(path)));

      for (const { status, headers, body } of answers) {
        expect([status, headers['retry-after'], body.title]).toEqual([503, '5', 'Took too long']);
        expect(body.detail).toContain('was ended');
      }
    });
  });

  test('Then people get a page that says so, in their language', async () => {
    const staff = await signIn(service, 'reader');
    await whileLocked(service, async () => {
      const answers = await Promise.all(pages.map((path) => staff.get(path).set('Accept-Language', 'fr')));

      for (const { status, headers, text } of answers) {
        expect([status, headers['retry-after']]).toEqual([503, '5']);
        expect(text).toMatch(/took too long|a pris trop de temps/);
      }
    });
  });

  test('Then the history is no exception', async () => {
    const { id } = await givenInSigning(service);
    const client = await service.sql.connect();
    try {
      await client.query('begin; lock table history in access exclusive mode');
      const { status } = await service.institution.get(`/api/conventions/${id}/history`);
      expect(status).toBe(503);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('Given a list whose statement is under way', () => {
  const service = useService();

  test.each(lists)('%s: When the client leaves, Then its statement is cancelled', async (path) => {
    await whileLocked(service, async () => {
      const leaving = new AbortController();
      const answer = fetch(new URL(path, service.url), {
        headers: { Authorization: `Bearer ${managementToken}` },
        signal: leaving.signal,
      }).catch(() => 'left');
      await eventually(async () => expect(await waiting(service)).toBe(1));

      leaving.abort();

      expect(await answer).toBe('left');
      await eventually(async () => expect(await waiting(service)).toBe(0));
    });
  });

  test.each(pages)('%s: When the reader leaves, Then its statement is cancelled', async (path) => {
    const staff = await signIn(service, 'reader');
    await whileLocked(service, async () => {
      const leaving = new AbortController();
      const answer = fetch(new URL(path, service.url), {
        headers: { Cookie: staff.cookies },
        signal: leaving.signal,
      }).catch(() => 'left');
      await eventually(async () => expect(await waiting(service)).toBe(1));

      leaving.abort();

      expect(await answer).toBe('left');
      await eventually(async () => expect(await waiting(service)).toBe(0));
    });
  });
});
