import { type Queryable, sql } from '@campus/database';
import { notLeaving } from './leaving.ts';

/** A device whose stream browsers can play. */
export interface LiveBroadcaster {
  slug: string;
  name: string;
  description: string;
  buildingName: string;
  /** Of HLS, as it was registered: it may hold a password. */
  streamUrl: string;
  isOnAir: boolean;
  isRestricted: boolean;
  posterId: number | null;
  /** Name of the picture as it was sent. */
  posterFile: string | null;
}

/** Whom something is for: staff has the restricted ones too. */
interface ForWhom {
  isForStaff: boolean;
}

// Its host stands in the content policy of its page, in which others than these mean something else.
const live = ({ isForStaff }: ForWhom) => sql`
  select b.slug, b.name, b.description, p.name as building_name, b.stream_url, b.status as is_on_air,
         b.is_restricted, b.poster_id, i.stored_file as poster_file
  from broadcasters b
  join buildings p on p.id = b.building_id
  left join images i on ${sql.all([sql`i.id = b.poster_id`, ...notLeaving('images', sql`i.id`)])}
  where b.stream_url ~* '^https?://([^/?#]*@)?[\\w.-]+(:\\d{1,5})?/[^?#]*\\.m3u8([?#]|$)' and (${isForStaff} or not b.is_restricted)`;

/** The one with this slug; undefined: there is none for this reader. */
export async function findLive(
  db: Queryable,
  { slug, ...whom }: ForWhom & { slug: string },
): Promise<LiveBroadcaster | undefined> {
  const [row] = await sql<LiveBroadcaster>`${live(whom)} and b.slug = ${slug}`.rows(db);
  return row;
}

/** Those that are on air, by their names. */
export function findOnAir(
  db: Queryable,
  { limit, ...whom }: ForWhom & { limit: number },
): Promise<LiveBroadcaster[]> {
  return sql<LiveBroadcaster>`${live(whom)} and b.status order by b.name limit ${limit}`.rows(db);
}
