import { sql } from '@campus/database';
import { playedParts } from '../ffmpeg/plays.ts';
import type { Span, Trim } from '../ffmpeg/timeline.ts';
import { notLeaving } from './leaving.ts';
import type { Database } from './open-database.ts';

/** What the page of a video has beside the player. */
export interface BesideVideo {
  tracks: (StoredFile & { kind: 'subtitles' | 'captions'; lang: string })[];
  chapters: { title: string; startSeconds: number }[];
  documents: (StoredFile & { name: string })[];
}

/** A file that somebody keeps, by its row and its name on disk. */
interface StoredFile {
  id: number;
  file: string;
  /** What plays of the source, in whose times it is; absent: all. */
  plays?: readonly Span[];
}

/** The most of each that a page has room for. */
const maxOfEach = 200;

/** What there is beside the video of this id, at the times at which it plays. */
export async function findBesideVideo({ pool }: Pick<Database, 'pool'>, id: number): Promise<BesideVideo> {
  const stored = sql`'id', f.id, 'file', f.stored_file`;
  const isThere = sql.all(notLeaving('files', sql`f.id`));
  const most = sql.literal(maxOfEach);
  const [row] = await sql<BesideVideo & { trim: Trim | null }>`
    select (select e.outputs -> 'trim' from videos v join encodings e on e.id = v.encoding_id where v.id = ${id}) as trim,
    array(select json_build_object(${stored}, 'kind', t.kind, 'lang', t.lang)
          from tracks t join files f on f.id = t.src_id
          where t.video_id = ${id} and ${isThere} order by t.kind, t.lang limit ${most}) as tracks,
    array(select json_build_object('title', c.title, 'startSeconds', c.start_seconds)
          from chapters c
          where c.video_id = ${id} order by c.start_seconds, c.id limit ${most}) as chapters,
    array(select json_build_object(${stored}, 'name', f.name)
          from documents d join files f on f.id = d.document_id
          where d.video_id = ${id} and ${isThere} order by d.id limit ${most}) as documents`.rows(pool);
  if (row === undefined) return { tracks: [], chapters: [], documents: [] };
  const { trim, ...beside } = row;
  if (trim === null) return beside;
  const { plays } = trim;
  return {
    ...beside,
    tracks: beside.tracks.map((track) => ({ ...track, plays })),
    chapters: playedParts(beside.chapters, trim),
  };
}
