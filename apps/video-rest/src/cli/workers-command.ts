import {
  declareProgram,
  minute,
  option,
  say,
  textTable,
  UsageError,
  type Verb,
} from '@campus/service/command-line';
import type { Database } from '../data/open-database.ts';
import { findWorkers } from '../data/workers.ts';
import { workerStateAt } from '../domain/worker-state.ts';
import { drainWorkers } from '../videos/drain-workers.ts';

const options = { host: option('<machine>', 'all workers of a machine') };

/** The processes that encode, for whoever changes machines. */
export const workers = declareProgram<typeof options, Database>({
  call: 'npm run workers -w apps/video-rest',
  about: 'Shows the processes that encode, and drains them, beside a running service.',
  options,
  verbs: {
    list: { read: () => listWorkers },
    drain: draining({ isDraining: true }),
    undrain: draining({ isDraining: false }),
  },
  notes: `A drained worker takes up nothing new, finishes what it has, and ends with status 0. A service that encodes stays, and
encodes again once it is undrained.`,
});

function draining({ isDraining }: { isDraining: boolean }): Verb<typeof options, Database> {
  const what = 'the name of one worker, or --host';
  return {
    form: '<name> | --host <machine>',
    words: [0, 1, what],
    read([name], { host }) {
      if ((name === undefined) === (host === undefined))
        throw new UsageError(`${isDraining ? 'drain' : 'undrain'} needs ${what}`);
      const which = host === undefined ? { name: String(name) } : { host };
      return async (database) => {
        const told = await drainWorkers(database, { which, isDraining });
        const does = isDraining ? 'takes up nothing new' : 'takes up encodings again';
        for (const one of told) say(`${one} ${does}.`);
      };
    },
  };
}

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
