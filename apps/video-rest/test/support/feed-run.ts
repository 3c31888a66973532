import path from 'node:path';
import { serviceItself } from '@campus/accounts';
import { type FeedRun, runFeed } from '@campus/testing';
import { createToken } from '../../src/accounts/tokens.ts';
import { newName } from './given-records.ts';
import { startReplicas } from './replicas.ts';
import { clientWith } from './service.ts';
import type { ServiceProcess } from './service-process.ts';

/** Writers, readers and two replicas of the service, as `runFeed` has them. */
export async function runOwnFeed(options: Parameters<typeof runFeed>[1]): Promise<FeedRun> {
  const replicas = await startReplicas();
  try {
    const { db } = replicas;
    const { key } = await createToken(db, { by: serviceItself, username: 'root' });
    const started = [...replicas.api];
    let late: number | undefined;
    return await runFeed<ServiceProcess>(
      {
        sql: db.pool,
        async start() {
          const first = started.shift();
          if (first !== undefined) return first;
          await replicas.startApi();
          return replicas.api.at(-1) as ServiceProcess;
        },
        async prepare({ url }) {
          const building = { name: newName() };
          const { body } = await asRoot(url).post('/rest/buildings/').send(building).expect(201);
          late ??= body.id;
          return (replica) =>
            asRoot(replica.url)
              .patch(`/rest/buildings/${body.id}/`)
              .send({ name: newName() })
              .expect(({ status }) => {
                if (status !== 200) throw new Error(`answered ${status}`);
              });
        },
        changeLate: (client) =>
          client.query('update buildings set gmapurl = $2 where id = $1', [late, newName()]),
        program: path.join(import.meta.dirname, 'feed-reader.ts'),
        env: { VIDEO_TOKEN: key },
        show: ({ cursor, event, id }) => `${String(cursor).split('-')[0]} ${event} ${id}`,
        async happened() {
          const { rows } = await db.pool.query<{ line: string; position: string | null }>(
            `select position, position || ' ' || kind || ' ' || object_id as line from changes order by position`,
          );
          return rows.every(({ position }) => position !== null) ? rows.map(({ line }) => line) : null;
        },
      },
      options,
    );

    function asRoot(url: string) {
      return clientWith(url, { Authorization: `Token ${key}` });
    }
  } finally {
    await replicas.close();
  }
}
