import type { Row } from '@campus/rest';
import type { LatestRun } from '../../videos/encoding-step.ts';

const columns = {
  state: 'latestEncoding.state',
  percent: 'latestEncoding.percent',
  error: 'latestEncoding.error',
};

/** What a row of a video must hold for `latestRun`. */
export const latestRunColumns = Object.values(columns);

/** The latest run of a video, out of its row. */
export function latestRun(row: Row): LatestRun {
  return {
    state: row[columns.state] ?? null,
    percent: row[columns.percent] ?? null,
    error: row[columns.error] ?? null,
  } as LatestRun;
}
