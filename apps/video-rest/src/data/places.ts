import { type Queryable, type Sql, sql } from '@campus/database';
import { notLeaving } from './leaving.ts';
import { holdsPublicVideo, type Place } from './within-place.ts';

/** A place by its name. */
export interface NamedPlace {
  kind: Place;
  id: number;
  /** In each language, as far as it is there; what is not translated says the same in both. */
  titles: { en: string | null; fr: string | null };
}

/** A type, a channel, a theme, a discipline or a playlist that everybody may look into. */
export interface OpenPlace extends NamedPlace {
  /** Plain text or HTML, as its author wrote it. */
  description: { en: string | null; fr: string | null };
}

/** One that is looked into. */
export interface ShownPlace extends OpenPlace {
  /** Its picture; null: it has none. */
  headband: { id: number; file: string } | null;
}

const translated = sql`
  json_build_object('en', p.title_en, 'fr', p.title_fr) as titles,
  json_build_object('en', p.description_en, 'fr', p.description_fr) as description`;
const plain = (title: Sql) => sql`
  json_build_object('en', ${title}, 'fr', ${title}) as titles,
  json_build_object('en', p.description, 'fr', p.description) as description`;
const [title, name, eitherTitle] = [
  sql`p.title`,
  sql`p.name`,
  sql`coalesce(p.title_en, p.title_fr)`,
] as const;

const kinds: Record<Place, { head: Sql; table: Sql; where: Sql; order: Sql }> = {
  channels: { head: plain(title), table: sql`channels`, where: sql`p.visible`, order: title },
  themes: {
    head: plain(title),
    table: sql`themes`,
    where: sql`exists (select 1 from channels c where c.id = p.channel_id and c.visible)`,
    order: title,
  },
  types: { head: translated, table: sql`video_types`, where: sql`true`, order: eitherTitle },
  disciplines: { head: translated, table: sql`disciplines`, where: sql`true`, order: eitherTitle },
  playlists: { head: plain(name), table: sql`playlists`, where: sql`p.visibility = 'public'`, order: name },
};

/** That a place is not being removed. */
const isThere = (kind: Place) => notLeaving(kind === 'types' ? 'video_types' : kind, sql`p.id`);

/** Those of a kind that hold a public video, by their titles. */
function placesWithVideos(
  kind: Place,
  { where = sql`true`, limit }: { where?: Sql; limit: number },
): Sql<OpenPlace> {
  const { head, table, where: isOpen, order } = kinds[kind];
  return sql<OpenPlace>`(
    select ${sql.literal(kind)} as kind, p.id, ${head} from ${table} p
    where ${sql.all([isOpen, where, ...isThere(kind), holdsPublicVideo(kind, sql`p.id`)])}
    order by ${order}, p.id limit ${sql.literal(limit)})`;
}

/**
 * What can be looked into and is not empty, by kind and title.
 *
 * @param wanted.limit  of each kind; all others are found by their address
 */
export function findOpenPlaces(
  db: Queryable,
  wanted: { kinds: readonly Place[]; limit: number },
): Promise<OpenPlace[]> {
  const each = wanted.kinds.map((kind) => placesWithVideos(kind, wanted));
  return sql<OpenPlace>`${sql.join(each, ' union all ')}`.rows(db);
}

/** Those of these that everybody may look into, by their titles. */
export function findPlacesAt(
  db: Queryable,
  { kind, ids }: { kind: Place; ids: readonly number[] },
): Promise<ShownPlace[]> {
  const { head, table, where, order } = kinds[kind];
  const headband =
    kind === 'channels' || kind === 'themes'
      ? sql`(select json_build_object('id', i.id, 'file', i.stored_file) from images i where i.id = p.headband_id)`
      : sql`null::json`;
  return sql<ShownPlace>`
    select ${sql.literal(kind)} as kind, p.id, ${head}, ${headband} as headband from ${table} p
    where ${sql.all([sql`p.id = any(${ids}::int[])`, where, ...isThere(kind)])} order by ${order}, p.id`.rows(
    db,
  );
}

/** The themes at the top of a channel, or right below a theme, that are not empty; of other places none. */
export function findThemesIn(db: Queryable, { kind, id }: NamedPlace): Promise<OpenPlace[]> {
  if (kind !== 'channels' && kind !== 'themes') return Promise.resolve([]);
  const where =
    kind === 'channels' ? sql`p.channel_id = ${id} and p.parent_id is null` : sql`p.parent_id = ${id}`;
  return placesWithVideos('themes', { where, limit: 200 }).rows(db);
}

/** What a theme is in: its channel, and the themes from there to it; of other places nothing. */
export function findAbove(db: Queryable, { kind, id }: NamedPlace): Promise<NamedPlace[]> {
  if (kind !== 'themes') return Promise.resolve([]);
  return sql<NamedPlace>`
    with recursive above as (
      select id, title, channel_id, parent_id, 0 as steps from themes where id = ${id}
      union all
      select t.id, t.title, t.channel_id, t.parent_id, steps + 1 from above a join themes t on t.id = a.parent_id)
    select kind, id, json_build_object('en', title, 'fr', title) as titles from (
      select 'channels' as kind, c.id, c.title, null::int as steps
      from channels c join themes t on t.channel_id = c.id where t.id = ${id}
      union all select 'themes', id, title, steps from above where steps > 0) p
    order by steps desc nulls first`.rows(db);
}
