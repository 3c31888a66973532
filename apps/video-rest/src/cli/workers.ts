/** `npm run workers -w apps/video-rest -- ...`: the processes that encode, for whoever changes machines. */
import { minute, type Program, say, textTable } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import { findWorkers } from '../data/workers.ts';
import { workerStateAt } from '../domain/worker-state.ts';
import { drainWorkers } from '../videos/drain-workers.ts';
import { runWithDatabase } from './with-database.ts';
import { readWorkersCommand, usage, type WorkersCommand } from './workers-command.ts';

const program: Program<WorkersCommand, Database> = {
  usage,
  read: readWorkersCommand,
  run: async (command) => async (database) => {
    if (command.verb === 'list') return listWorkers(database);
    const isDraining = command.verb === 'drain';
    const told = await drainWorkers(database, { which: command.which, isDraining });
    const does = isDraining ? 'takes up nothing new' : 'takes up encodings again';
    for (const name of told) say(`${name} ${does}.`);
  },
};

const headings = ['NAME', 'STATE', 'AT WORK', 'MACHINE', 'CORES', 'VERSION', 'STARTED', 'SEEN'];

/** Those of the last day, as a table of text; instants in UTC to the minute. */
async function listWorkers({ pool }: Database): Promise<void> {
  const { now, workers } = await findWorkers(pool, { hours: 24, limit: 1000 });
  const rows = workers.map((worker) => [
    worker.name,
    workerStateAt(now, worker),
    `${worker.encodings.length} of ${worker.concurrency}`,
    worker.host,
    String(worker.cores),
    worker.version,
    minute(worker.startedAt),
    minute(worker.seenAt),
  ]);
  say(textTable(headings, rows));
}

await runWithDatabase(program);
