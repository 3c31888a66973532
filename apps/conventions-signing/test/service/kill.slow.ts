import { createTestDatabase, runDeliveries, startRecordingServer } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from '../support/process.ts';
import { givenDraft } from '../support/records.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test.each([
  { processes: 1, kills: 20 },
  { processes: 2, kills: 8 },
])(
  '%j: killed at random moments while records are sent, no accepted sending loses its call, and no other makes one',
  async (options) => {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const receiver = await startRecordingServer();
    closing.push(() => receiver.stop());
    const sql = new pg.Pool({ connectionString: database.url, max: 1 });
    closing.push(() => sql.end());
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...webhookEnv(receiver.url) };

    const { owed, acknowledged, told, twiceAtOnce, repeated } = await runDeliveries<ServiceProcess>(
      {
        receiver,
        async start() {
          const service = await startServiceProcess(env);
          closing.push(() => service.kill('SIGKILL'));
          return service;
        },
        kill: (service) => service.kill('SIGKILL'),
        async cause(service) {
          const { id } = await givenDraft(service);
          await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
          return String(id);
        },
        about: ({ url }) => url.split('=').at(-1) ?? '',
        async owed() {
          const { rows } = await sql.query<{ id: string; state: string; delivered: boolean }>(
            `select number::text as id, exists (select from deliveries d where d.signable_id = s.id and d.state = 'delivered') as delivered
             from signables s where state = 'signing' order by number`,
          );
          return rows.every(({ delivered }) => delivered) ? rows.map(({ id }) => id) : null;
        },
      },
      options,
    );

    expect(acknowledged.length).toBeGreaterThan(options.kills);
    expect(owed).toEqual(expect.arrayContaining(acknowledged));
    expect(told.toSorted()).toEqual(owed.toSorted());
    expect(twiceAtOnce).toEqual([]);
    process.stdout.write(`${JSON.stringify({ ...options, owed: owed.length, repeated })}\n`);
  },
  600_000,
);
