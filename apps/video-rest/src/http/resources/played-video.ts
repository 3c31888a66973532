import type { Row } from '@campus/rest';
import { closingColumns } from '../../videos/who-may-watch.ts';
import type { PlayedVideo } from '../media/media-urls.ts';

/** What a row of a video must hold for `playedVideo`. */
export const playedVideoColumns = [
  ...['id', 'encodingId', 'encoding.outputs', 'thumbnailId', 'thumbnail.storedFile'],
  ...closingColumns,
];

/** What there is to play of a video, out of its row. */
export function playedVideo(row: Row): PlayedVideo {
  const outputs = row['encoding.outputs'];
  return { ...row, outputs, thumbnailFile: row['thumbnail.storedFile'] } as PlayedVideo;
}
