import type { Caller, Row } from '@campus/rest';
import type { LatestRun } from '../../videos/encoding-step.ts';
import { owns } from './rights.ts';

const columns = {
  state: 'latestEncoding.state',
  percent: 'latestEncoding.percent',
  error: 'latestEncoding.error',
};

/** What a row of a video must hold for `latestRun`. */
export const latestRunColumns = Object.values(columns);

/** The latest run of a video, out of its row. Why it failed may tell what is where on our disks: it is for the owners. */
export function latestRun(row: Row, caller: Caller): LatestRun {
  return {
    state: row[columns.state] ?? null,
    percent: row[columns.percent] ?? null,
    error: owns(caller, row) ? (row[columns.error] ?? null) : null,
  } as LatestRun;
}
