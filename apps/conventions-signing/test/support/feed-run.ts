import path from 'node:path';
import { createEmptyDatabase, type FeedRun, runFeed } from '@campus/testing';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './process.ts';
import { givenDraft } from './records.ts';
import { managementToken } from './service.ts';

/** Writers, readers and two replicas of the service, as `runFeed` has them. */
export async function runOwnFeed(options: Parameters<typeof runFeed>[1]): Promise<FeedRun> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const database = await createEmptyDatabase();
    closing.push(() => database.drop());
    const sql = new pg.Pool({ connectionString: database.url, max: 4 });
    closing.push(() => sql.end());
    const start = async () => {
      const { dataDir, remove } = await makeDataDir();
      closing.push(remove);
      const replica = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
      closing.push(() => replica.kill('SIGKILL'));
      return replica;
    };
    let late: number | undefined;
    return await runFeed<ServiceProcess>(
      {
        ...{ sql, start },
        async prepare(replica) {
          const { id } = await givenDraft(replica);
          late ??= id;
          const path = `/api/conventions/${id}/signature`;
          return async ({ institution }) => {
            await institution.post(path).expect(({ status }) => isDone(status));
            await institution.delete(path).expect(({ status }) => isDone(status));
          };
        },
        changeLate: (client) =>
          client.query(
            `insert into history (signable_id, at, event, actor, detail)
             select id, now(), 'redelivered', 'service', '{}' from signables where kind = 'agreement' and number = $1`,
            [late],
          ),
        program: path.resolve(import.meta.dirname, '../../../../examples/changes-consumer/consumer.ts'),
        env: { SIGNING_TOKEN: managementToken },
        show: ({ cursor, event, recordId }) => `${String(cursor).split('-')[0]} ${event} ${recordId}`,
        happened: () => allOf(sql),
      },
      options,
    );
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** What was asked of a replica that was killed may have been done: then it is refused as what is so already. */
function isDone(status: number): void {
  if (![200, 202, 409].includes(status)) throw new Error(`answered ${status}`);
}

/** All that happened; null: some of it is not sealed yet. */
async function allOf(sql: pg.Pool): Promise<string[] | null> {
  const { rows } = await sql.query<{ line: string; position: string | null }>(
    `select position, position || ' ' || event || ' ' || number as line from history order by position`,
  );
  return rows.every(({ position }) => position !== null) ? rows.map(({ line }) => line) : null;
}
