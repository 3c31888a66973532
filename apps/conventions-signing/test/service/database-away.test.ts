import { eventually, suspendDatabase } from '@campus/testing';
import { expect, test } from '@jest/globals';
import pino from 'pino';
import { signIn } from '../support/console.ts';
import { useService } from '../support/service.ts';

const lines: { level: number; msg: string; err?: object }[] = [];
const service = useService({
  log: pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) }),
});

test('Given a database that is away, Then programs and people are told to come back, the log stays short, and afterwards all is well', async () => {
  service.sql.on('error', () => {});
  const sender = await signIn(service, 'sender', { language: 'fr' });
  const resume = await suspendDatabase({ url: service.databaseUrl });
  try {
    const { body } = await service.vendor
      .get('/public/api/conventions/1')
      .expect(503)
      .expect('Retry-After', '5')
      .expect('Content-Type', /problem\+json/);
    expect(body).toMatchObject({ type: '/public/problems#unavailable', status: 503 });
    await service.institution.get('/api/conventions/1').expect(503);
    const page = await sender.get('/console/').expect(503).expect('Retry-After', '5');
    expect(page.text).toContain('La base de données n’est pas joignable pour le moment.');
  } finally {
    await resume();
  }

  await service.vendor.get('/public/api/conventions/1').expect(404);
  await sender.get('/console/').expect(200);
  const told = (start: string) => lines.filter(({ msg }) => msg.startsWith(start));
  await eventually(() => told('the database answers again').length === 1);
  expect(lines.filter(({ err, level }) => err !== undefined || level >= 50)).toEqual([]);
});
