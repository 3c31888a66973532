import { eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { type TestService, useService } from '../../support/service.ts';

/** What stands still while this is done; whoever calls with a token is found without it. */
async function whileLocked(service: TestService, work: () => Promise<void>): Promise<void> {
  const client = await service.sql.connect();
  try {
    await client.query('begin; lock table videos, video_types, broadcasters in access exclusive mode');
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

const lists = [
  '/rest/videos/',
  '/rest/videos/?search=anything',
  '/rest/videos/?is_draft=true&ordering=title',
  '/rest/videos/?page=last',
  '/rest/types/',
  '/rest/broadcasters/?search=anything',
  '/rest/dublincore/',
];

describe('Given a list whose statement takes longer than it may', () => {
  const service = useService({ databaseListTimeout: 1 });

  test('Then the answer is 503 with Retry-After and words, in the language that is asked for', async () => {
    await whileLocked(service, async () => {
      const answers = await Promise.all(
        lists.map((path) => service.staff.client.get(path).set('Accept-Language', 'fr')),
      );

      for (const { status, headers, body } of answers) {
        expect([status, headers['retry-after']]).toEqual([503, '5']);
        expect(body.detail).toContain('Cela a pris trop de temps');
      }
    });
  });
});

describe('Given a list whose statement is under way', () => {
  const service = useService();

  test.each(lists)('%s: When the client leaves, Then its statement is cancelled', async (path) => {
    await whileLocked(service, async () => {
      const leaving = new AbortController();
      const answer = fetch(new URL(path, service.url), {
        headers: { Authorization: `Token ${service.staff.token}` },
        signal: leaving.signal,
      }).catch(() => 'left');
      await eventually(async () => expect(await waiting(service)).toBe(1));

      leaving.abort();

      expect(await answer).toBe('left');
      await eventually(async () => expect(await waiting(service)).toBe(0));
    });
  });
});
