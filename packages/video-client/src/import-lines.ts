import { answerOf, pause } from '@campus/client-core';
import type { Api, Run } from './api.ts';
import type { SendOptions } from './upload.ts';

export interface ImportOptions extends Omit<SendOptions, 'resume' | 'onBegun'> {
  /** How lines stand in the file. */
  as: 'jsonl' | 'csv';
  /** What they are of, where they do not say: the name of a resource. */
  resource?: string;
  /** `all`, the default, writes nothing when any line has a problem, `lines` every line that has none. */
  write?: 'all' | 'lines';
  /** Writes nothing, and reports what would be. */
  dryRun?: boolean;
  /** Hears how far it is, each time that is asked. */
  onImported?: (run: Run) => void;
}

const everyMs = 1_000;

/** Imports what was sent, and waits for the end. @throws ApiError, the reason of `signal` */
export async function importLines(
  api: Api,
  upload: string,
  { as, resource, write, dryRun, onImported, signal }: ImportOptions,
): Promise<Run> {
  const sent = signal === undefined ? {} : { signal };
  const query = {
    upload,
    as,
    dry_run: dryRun ?? false,
    ...(resource && { resource }),
    ...(write && { write }),
  };
  const params = { query, header: { Prefer: 'respond-async' } };
  // Of the two types of its answer the one of those who wait was not asked for.
  let run = (await answerOf(api.POST('/rest/import/', { params, ...sent }))) as Run;
  for (;;) {
    onImported?.(run);
    if (run.state !== 'waiting' && run.state !== 'running') return run;
    await pause(everyMs, signal);
    run = await answerOf(api.GET('/rest/runs/{id}/', { params: { path: { id: String(run.id) } }, ...sent }));
  }
}
