import type { Requester } from '@campus/database';
import type { Database } from './open-database.ts';
import { query } from './prepared.ts';
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

const translated = `json_build_object('en', p.title_en, 'fr', p.title_fr) as titles,
  json_build_object('en', p.description_en, 'fr', p.description_fr) as description`;
const plain = (title: string) => `json_build_object('en', p.${title}, 'fr', p.${title}) as titles,
  json_build_object('en', p.description, 'fr', p.description) as description`;
const eitherTitle = 'coalesce(p.title_en, p.title_fr)';

const kinds: Record<Place, { head: string; table: string; where: string; order: string }> = {
  channels: { head: plain('title'), table: 'channels', where: 'p.visible', order: 'p.title' },
  themes: {
    head: plain('title'),
    table: 'themes',
    where: 'exists (select 1 from channels c where c.id = p.channel_id and c.visible)',
    order: 'p.title',
  },
  types: { head: translated, table: 'video_types', where: 'true', order: eitherTitle },
  disciplines: { head: translated, table: 'disciplines', where: 'true', order: eitherTitle },
  playlists: {
    head: plain('name'),
    table: 'playlists',
    where: `p.visibility = 'public'`,
    order: 'p.name',
  },
};

/** Those of a kind that hold a public video, by their titles. */
function placesWithVideos(kind: Place, { where = 'true', limit }: { where?: string; limit: number }): string {
  const { head, table, where: isOpen, order } = kinds[kind];
  return `(select '${kind}' as kind, p.id, ${head} from ${table} p
    where ${isOpen} and ${where} and ${holdsPublicVideo(kind, 'p.id')}
    order by ${order}, p.id limit ${limit})`;
}

async function ask<Result>(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  [text, ...values]: [string, ...unknown[]],
): Promise<Result[]> {
  return await lookups.withClient(requester, (client) =>
    query<Result & Record<string, unknown>>(client, text, values),
  );
}

/**
 * What can be looked into and is not empty, by kind and title.
 *
 * @param wanted.limit  of each kind; all others are found by their address
 */
export function findOpenPlaces(
  db: Pick<Database, 'lookups'>,
  requester: Requester,
  wanted: { kinds: readonly Place[]; limit: number },
): Promise<OpenPlace[]> {
  return ask(db, requester, [wanted.kinds.map((kind) => placesWithVideos(kind, wanted)).join(' union all ')]);
}

/** The one with this id, if everybody may look into it. */
export async function findOpenPlace(
  db: Pick<Database, 'lookups'>,
  requester: Requester,
  { kind, id }: { kind: Place; id: number },
): Promise<OpenPlace | undefined> {
  const { head, table, where } = kinds[kind];
  const text = `select '${kind}' as kind, p.id, ${head} from ${table} p where p.id = $1 and ${where}`;
  const [found] = await ask<OpenPlace>(db, requester, [text, id]);
  return found;
}

/** The themes at the top of a channel, or right below a theme, that are not empty; of other places none. */
export function findThemesIn(
  db: Pick<Database, 'lookups'>,
  requester: Requester,
  { kind, id }: NamedPlace,
): Promise<OpenPlace[]> {
  if (kind !== 'channels' && kind !== 'themes') return Promise.resolve([]);
  const where = kind === 'channels' ? 'p.channel_id = $1 and p.parent_id is null' : 'p.parent_id = $1';
  return ask(db, requester, [placesWithVideos('themes', { where, limit: 200 }), id]);
}

/** What a theme is in: its channel, and the themes from there to it; of other places nothing. */
export function findAbove(
  db: Pick<Database, 'lookups'>,
  requester: Requester,
  { kind, id }: NamedPlace,
): Promise<NamedPlace[]> {
  if (kind !== 'themes') return Promise.resolve([]);
  const text = `with recursive above as (
      select id, title, channel_id, parent_id, 0 as steps from themes where id = $1
      union all select t.id, t.title, t.channel_id, t.parent_id, steps + 1 from above a join themes t on t.id = a.parent_id)
    select kind, id, json_build_object('en', title, 'fr', title) as titles from (
      select 'channels' as kind, c.id, c.title, null::int as steps from channels c join themes t on t.channel_id = c.id where t.id = $1
      union all select 'themes', id, title, steps from above where steps > 0) p
    order by steps desc nulls first`;
  return ask(db, requester, [text, id]);
}
