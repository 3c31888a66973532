import { sql } from '@campus/database';
import type { EncodingState } from '../domain/encoding-states.ts';
import type { Watchable } from '../domain/who-may-watch.ts';
import type { Outputs } from '../ffmpeg/outputs.ts';
import { notLeaving } from './leaving.ts';
import type { Database } from './open-database.ts';

/** The columns of a `Watchable`, for the head of a select from `videos v`. */
export const watchableColumns = sql`
  v.owner_id, v.is_draft, v.is_restricted, v.is_for_groups, v.password_hash,
  array(select l."A" from "_AdditionalOwners" l where l."B" = v.id) as additional_owners,
  array(select l."A" from "_AccessGroupToVideo" l where l."B" = v.id) as restrict_access_to_groups`;

/** Joins the image `i` that a video `v` shows before it plays. */
export const thumbnailOfVideo = sql`
  left join images i on ${sql.all([sql`i.id = v.thumbnail_id`, ...notLeaving('images', sql`i.id`)])}`;

/** A video as its page shows it. */
export interface WatchedVideo extends Watchable {
  id: number;
  slug: string;
  title: string;
  /** Plain text or HTML, as its author wrote it. */
  description: string;
  ownerUsername: string;
  /** First and last name; may be empty. */
  ownerName: string;
  typeTitles: { en: string | null; fr: string | null };
  dateAdded: Date;
  /** `YYYY-MM-DD` */
  dateEvt: string | null;
  mainLang: string;
  allowDownloading: boolean;
  /** Whether whoever sees it may have the source: not where something is left out of it. */
  hasOpenSource: boolean;
  licence: string | null;
  mediaKind: 'video' | 'audio';
  durationSeconds: number;
  sourceFile: string;
  /** The run whose outputs are on air; null: nothing to play yet. */
  encodingId: number | null;
  outputs: Outputs | null;
  /** The image that is shown before it plays, and the name of its file; null: that of the encoding. */
  thumbnailId: number | null;
  thumbnailFile: string | null;
  /** Which picture of the encoding, from 1. */
  thumbnailChoice: number;
  /** A picture that is shown while nothing is on air; null: none. */
  earlyPoster: string | null;
  /** The run asked for last, whatever became of it; its state is null when there was none. */
  latest: {
    state: EncodingState | null;
    percent: number | null;
    etaSeconds: number | null;
    /** Why it failed, as it is stored. */
    failure: unknown;
    error: string | null;
  };
}

/** The video with this slug, else the one with this id. */
export async function findWatchedVideo(
  { pool }: Pick<Database, 'pool'>,
  { slug, id }: { slug: string; id: number | null },
): Promise<WatchedVideo | undefined> {
  const [row] = await sql<WatchedVideo>`
    select v.id, v.slug, v.title, v.description, o.username as owner_username,
           trim(o.first_name || ' ' || o.last_name) as owner_name,
           json_build_object('en', t.title_en, 'fr', t.title_fr) as type_titles,
           v.date_added, to_char(v.date_evt, 'YYYY-MM-DD') as date_evt,
           v.main_lang, ${watchableColumns},
           v.allow_downloading, v.allow_downloading and v.plays = '' as has_open_source, v.licence, v.media_kind,
           v.duration_seconds, v.source_file,
           v.encoding_id, e.outputs, v.thumbnail_id,
           i.stored_file as thumbnail_file, v.thumbnail_choice,
           v.early_poster,
           json_build_object('state', l.state, 'percent', l.percent, 'etaSeconds', l.eta_seconds,
                             'failure', l.failure, 'error', l.error) as latest
    from videos v
    join users o on o.id = v.owner_id
    join video_types t on t.id = v.type_id
    left join encodings e on e.id = v.encoding_id
    ${thumbnailOfVideo}
    left join encodings l on l.id = v.latest_encoding_id
    where v.slug = ${slug} or v.id = ${id}
    order by v.slug = ${slug} desc
    limit 1`.rows(pool);
  return row;
}
