import { createTestDatabase, runDeliveries, startRecordingServer } from '@campus/testing';
import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { newName } from '../support/given-records.ts';
import { clientWith } from '../support/service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const rootPassword = 'a password of the first superuser';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const asRoot = ({ url }: ServiceProcess) =>
  clientWith(url, { Authorization: `Basic ${Buffer.from(`root:${rootPassword}`).toString('base64')}` });

test.each([
  { processes: 1, kills: 20 },
  { processes: 2, kills: 8 },
])(
  '%j: killed at random moments while things happen, all of it is told, in order, and nothing else',
  async (options) => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const receiver = await startRecordingServer();
    closing.push(() => receiver.stop());
    const sql = new pg.Pool({ connectionString: database.url, max: 1 });
    closing.push(() => sql.end());
    let given: Promise<unknown> | undefined;
    const giveWebhook = async (service: ServiceProcess) => {
      const webhook = { address: `${receiver.url}/hook`, events: ['buildings.created'] };
      await asRoot(service).post('/rest/webhooks/').send(webhook).expect(201);
    };

    const { owed, acknowledged, told, twiceAtOnce, repeated } = await runDeliveries<ServiceProcess>(
      {
        receiver,
        async start() {
          const env = { WEBHOOK_NETWORKS: '127.0.0.0/8' };
          const service = await startServiceProcess({
            databaseUrl: database.url,
            dataDir,
            rootPassword,
            env,
          });
          closing.push(() => service.kill('SIGKILL'));
          given ??= giveWebhook(service);
          await given;
          return service;
        },
        async kill(service) {
          await service.kill('SIGKILL');
          // Of one process: what the next one would wait for.
          if (options.processes === 1) await sql.query('update webhooks set served_until = now()');
        },
        cause: async (service) =>
          String(
            (await asRoot(service).post('/rest/buildings/').send({ name: newName() }).expect(201)).body.id,
          ),
        about: ({ body }) => String(JSON.parse(body.toString()).data.id),
        async owed() {
          const { rows } = await sql.query<{ id: string; isTold: boolean }>(
            `select object_id::text as id, coalesce(position <= (select position from webhooks), false) as "isTold"
             from changes where table_name = 'buildings' and kind = 'created' order by position`,
          );
          return rows.every(({ isTold }) => isTold) ? rows.map(({ id }) => id) : null;
        },
      },
      options,
    );

    expect(acknowledged.length).toBeGreaterThan(options.kills);
    expect(owed).toEqual(expect.arrayContaining(acknowledged));
    expect(told).toEqual(owed);
    expect(twiceAtOnce).toEqual([]);
    expect(repeated).toBeLessThanOrEqual(options.kills);
    process.stdout.write(`${JSON.stringify({ ...options, owed: owed.length, repeated })}\n`);
  },
  600_000,
);
