import type { Requester } from '@campus/database';
import type { Place } from './found-videos.ts';
import type { Database } from './open-database.ts';
import { query } from './prepared.ts';

/** A type, a channel, a discipline or a playlist that everybody may look into. */
export interface OpenPlace {
  kind: Place;
  id: number;
  /** In each language, as far as it is there; what is not translated says the same in both. */
  titles: { en: string | null; fr: string | null };
  /** Plain text or HTML, as its author wrote it. */
  description: { en: string | null; fr: string | null };
}

/** Of each kind as many as people look through; all others are found by their address. */
const shownOfKind = 60;

const translated = `json_build_object('en', p.title_en, 'fr', p.title_fr) as titles,
  json_build_object('en', p.description_en, 'fr', p.description_fr) as description`;
const plain = (title: string) => `json_build_object('en', p.${title}, 'fr', p.${title}) as titles,
  json_build_object('en', p.description, 'fr', p.description) as description`;

const kinds: Record<Place, { head: string; table: string; where: string; order: string }> = {
  channels: { head: plain('title'), table: 'channels', where: 'p.visible', order: 'p.title' },
  types: {
    head: translated,
    table: 'video_types',
    where: 'true',
    order: 'coalesce(p.title_en, p.title_fr)',
  },
  disciplines: {
    head: translated,
    table: 'disciplines',
    where: 'true',
    order: 'coalesce(p.title_en, p.title_fr)',
  },
  playlists: {
    head: plain('name'),
    table: 'playlists',
    where: `p.visibility = 'public'`,
    order: 'p.name',
  },
};

/** What can be looked into, by kind and title. */
export async function findOpenPlaces(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
): Promise<OpenPlace[]> {
  const parts = Object.entries(kinds).map(
    ([kind, { head, table, where, order }]) =>
      `(select '${kind}' as kind, p.id, ${head} from ${table} p where ${where} order by ${order}, p.id limit ${shownOfKind})`,
  );
  return await lookups.withClient(requester, (client) =>
    query<OpenPlace & Record<string, unknown>>(client, parts.join(' union all '), []),
  );
}

/** The one with this id, if everybody may look into it. */
export async function findOpenPlace(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  { kind, id }: { kind: Place; id: number },
): Promise<OpenPlace | undefined> {
  const { head, table, where } = kinds[kind];
  const [found] = await lookups.withClient(requester, (client) =>
    query<OpenPlace & Record<string, unknown>>(
      client,
      `select '${kind}' as kind, p.id, ${head} from ${table} p where p.id = $1 and ${where}`,
      [id],
    ),
  );
  return found;
}
