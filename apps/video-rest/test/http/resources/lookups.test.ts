import { whileLocked } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { lockedLists, lockedTables } from '../../support/locked-lists.ts';
import { useService } from '../../support/service.ts';

describe('Given a list whose statement takes longer than it may', () => {
  const service = useService({ databaseListTimeout: 1 });

  test('Then the answer is 503 with Retry-After and words, in the language that is asked for', async () => {
    await whileLocked(service.sql, lockedTables, async () => {
      const answers = await Promise.all(
        lockedLists.map((path) => service.staff.client.get(path).set('Accept-Language', 'fr')),
      );

      for (const { status, headers, body } of answers) {
        expect([status, headers['retry-after']]).toEqual([503, '5']);
        expect(body.detail).toContain('Cela a pris trop de temps');
      }
    });
  });
});
