import { findObject, Refusal, type Resource, type Row, requesterOf } from '@campus/rest';
import type { Services } from '../../resources/services.ts';
import type { EditedVideo } from './edited-video.ts';

/** The most of a kind that a page has room for; the API has the others. */
const maxParts = 200;

/**
 * What of a kind belongs to a video, ascending by a column.
 *
 * @param more  columns that a row is to hold beside those of its resource
 */
export async function partsOf(
  resource: Resource<Services>,
  { known, video }: EditedVideo,
  column: string,
  more: readonly string[] = [],
): Promise<readonly Row[]> {
  const { rows } = await known.engine.storeOf(resource.table).list(
    {
      columns: [...resource.columns, ...more],
      conditions: [{ columns: ['videoId'], operator: 'equals', value: video.id }],
      order: [column, 'id'].map((name) => ({ columns: [name], descending: false })),
      offset: 0,
      limit: maxParts,
    },
    requesterOf(known),
  );
  return rows;
}

/** One of them, by its id. @throws Refusal  404, of one of another video too */
export async function partOf(
  resource: Resource<Services>,
  { known, video }: EditedVideo,
  id: string,
): Promise<Row> {
  const part = await findObject(resource, known, { key: id, toChange: true });
  if (part.videoId !== video.id) throw new Refusal('not_found');
  return part;
}
