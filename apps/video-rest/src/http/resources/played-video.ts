import type * as rest from '@campus/rest';
import { closingColumns } from '../../domain/who-may-watch.ts';
import type { LatestRun } from '../../videos/encoding-step.ts';
import type { PlayedVideo } from '../media/media-urls.ts';
import { owns } from './rights.ts';

/** What a row of a video must hold for `playedVideo`. */
export const playedVideoColumns = [
  ...[
    'id',
    'encodingId',
    'encoding.outputs',
    'thumbnailId',
    'thumbnail.storedFile',
    'thumbnailChoice',
    'earlyPoster',
  ],
  ...closingColumns,
];

/** What there is to play of a video, out of its row. */
export function playedVideo(row: rest.Row): PlayedVideo {
  // Only these: copying whole rows took a third of the time in which a page of them is shown.
  const played: Record<keyof PlayedVideo, unknown> = {
    id: row.id,
    encodingId: row.encodingId,
    earlyPoster: row.earlyPoster,
    thumbnailId: row.thumbnailId,
    thumbnailChoice: row.thumbnailChoice,
    isDraft: row.isDraft,
    isRestricted: row.isRestricted,
    isForGroups: row.isForGroups,
    passwordHash: row.passwordHash,
    outputs: row['encoding.outputs'],
    thumbnailFile: row['thumbnail.storedFile'],
  };
  return played as PlayedVideo;
}

const columns = {
  state: 'latestEncoding.state',
  percent: 'latestEncoding.percent',
  error: 'latestEncoding.error',
};

/** What a row of a video must hold for `latestRun`. */
export const latestRunColumns = Object.values(columns);

/** The latest run of a video, out of its row. Why it failed may tell what is where on our disks: it is for the owners. */
export function latestRun(row: rest.Row, caller: rest.Caller): LatestRun {
  return {
    state: row[columns.state] ?? null,
    percent: row[columns.percent] ?? null,
    error: owns(caller, row) ? (row[columns.error] ?? null) : null,
  } as LatestRun;
}
