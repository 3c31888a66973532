import { leaveWhileLocked, whileLocked } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { signIn } from '../../support/console.ts';
import { givenInSigning } from '../../support/records.ts';
import { managementToken, useService } from '../../support/service.ts';

/** Sign-in reads none of them. */
const tables = ['signables', 'deliveries'];

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
    await whileLocked(service.sql, tables, async () => {
      const answers = await Promise.all(lists.map((path) => service.institution.get(path)));

      for (const { status, headers, body } of answers) {
        expect([status, headers['retry-after'], body.title]).toEqual([503, '5', 'Took too long']);
        expect(body.detail).toContain('was ended');
      }
    });
  });

  test('Then people get a page that says so, in their language', async () => {
    const staff = await signIn(service, 'reader');
    await whileLocked(service.sql, tables, async () => {
      const answers = await Promise.all(pages.map((path) => staff.get(path).set('Accept-Language', 'fr')));

      for (const { status, headers, text } of answers) {
        expect([status, headers['retry-after']]).toEqual([503, '5']);
        expect(text).toMatch(/took too long|a pris trop de temps/);
      }
    });
  });

  test('Then the history is no exception', async () => {
    const { id } = await givenInSigning(service);
    await whileLocked(service.sql, ['history'], async () => {
      const { status } = await service.institution.get(`/api/conventions/${id}/history`);
      expect(status).toBe(503);
    });
  });
});

describe('Given a list whose statement is under way', () => {
  const service = useService();

  test.each(lists)('%s: When the client leaves, Then its statement is cancelled', async (path) => {
    await leaveWhileLocked(service.sql, tables, {
      url: new URL(path, service.url),
      headers: { Authorization: `Bearer ${managementToken}` },
    });
  });

  test.each(pages)('%s: When the reader leaves, Then its statement is cancelled', async (path) => {
    const staff = await signIn(service, 'reader');
    await leaveWhileLocked(service.sql, tables, {
      url: new URL(path, service.url),
      headers: { Cookie: staff.cookies },
    });
  });
});
