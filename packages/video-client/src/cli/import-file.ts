import { constants, openAsBlob } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '@campus/config';
import { say, showProgress, textTable } from '@campus/service/command-line';
import type { ImportOptions, Run, VideoClient } from '../index.ts';

/** Imports a file, and tells what came of it. @throws OperatorError  unless each line was taken */
export async function importFile(
  client: VideoClient,
  file: string,
  { json, ...options }: Pick<ImportOptions, 'as' | 'resource' | 'write' | 'dryRun'> & { json: boolean },
): Promise<void> {
  await access(file, constants.R_OK);
  let progress: ReturnType<typeof showProgress> | undefined;
  const { state, failure, report } = await client.imported({
    file: await openAsBlob(file),
    filename: path.basename(file),
    ...options,
    onImported({ total, done }) {
      progress ??= showProgress('MB imported', total / 1_000_000);
      progress.reach(done / 1_000_000);
    },
  });
  progress?.end();
  if (report !== null) {
    if (json) say(JSON.stringify(report));
    else tell(report);
  }
  if (state !== 'ended')
    throw new OperatorError(`The import has ${state}: ${failure ?? 'no reason is told'}.`);
  if (report !== null && report.refused > 0)
    throw new OperatorError(
      report.written ? 'The lines that were refused were not written.' : 'Nothing was written.',
    );
}

function tell({ written, created, updated, unchanged, refused, problems }: NonNullable<Run['report']>): void {
  const would = written ? '' : 'would be ';
  say(`${would}created: ${created}, updated: ${updated}, unchanged: ${unchanged}, refused: ${refused}`);
  if (problems.length === 0) return;
  const rows = problems.map(({ line, field, value, message }) => [String(line), field, value, message]);
  say(textTable(['LINE', 'FIELD', 'VALUE', 'PROBLEM'], rows));
}
