import { eventually, suspendDatabase } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pino from 'pino';
import { useService } from '../support/service.ts';
import { signedIn } from '../support/visitor.ts';

const lines: { level: number; msg: string; err?: object }[] = [];
const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
const service = useService({}, { log });

test('Given a database that is away, Then programs and people are told to come back, the log stays short, and afterwards all is well', async () => {
  service.sql.on('error', () => {});
  const root = await signedIn(service, { username: 'root', password: 'root-password' });
  const resume = await suspendDatabase({ url: service.databaseUrl });
  try {
    const french = 'La base de données n’est pas joignable';
    const { body } = await service.root.client.get('/rest/types/').expect(503).expect('Retry-After', '5');
    expect(body).toEqual({
      detail: 'The database cannot be reached at the moment. Try again in a few seconds.',
    });
    for (const path of ['/', '/rest/types/', '/video/', '/admin/users/']) {
      const page = await root.get(path, { 'Accept-Language': 'fr' });
      expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(page.text.replaceAll('&#39;', '’')).toContain(french);
    }
  } finally {
    await resume();
  }

  await service.root.client.get('/rest/types/').expect(200);
  expect(await root.get('/admin/users/')).toMatchObject({ status: 200 });
  const told = (start: string) => lines.filter(({ msg }) => msg.startsWith(start));
  await eventually(() => told('the database answers again').length === 1);
  expect(lines.filter(({ err, level }) => err !== undefined || level >= 50)).toEqual([]);
});
