import { type Queryable, type Sql, sql } from '@campus/database';

/** A file or an image that a video or an event shows, though its folder belongs to none of their owners. */
export interface ForeignLink {
  /** What links: the object of the API, and its field. */
  table: Relation['table'];
  id: number;
  field: string;
  /** Slug of the video or the event, and the user name of its owner. */
  shownBy: string;
  shownByOwner: string;
  /** What is linked. */
  kept: Relation['kept'];
  keptId: number;
  name: string;
  /** User name of who owns its folder. */
  folderOwner: string;
}

/** A relation by which people link what is in folders. */
interface Relation {
  /** The table, which is also the path of the resource. */
  table: 'documents' | 'tracks' | 'enrichments' | 'videos' | 'events';
  field: string;
  column: string;
  kept: 'files' | 'images';
  /** Whose owners may link: what it is a part of, or it itself. */
  whole: 'videos' | 'events';
  /** Whether it is nothing without what it links, and goes with that. */
  goes?: true;
}

/** All others are staff's to write. */
export const relations: readonly Relation[] = [
  {
    table: 'documents',
    field: 'document',
    column: 'document_id',
    kept: 'files',
    whole: 'videos',
    goes: true,
  },
  { table: 'tracks', field: 'src', column: 'src_id', kept: 'files', whole: 'videos', goes: true },
  { table: 'enrichments', field: 'document', column: 'document_id', kept: 'files', whole: 'videos' },
  { table: 'enrichments', field: 'image', column: 'image_id', kept: 'images', whole: 'videos' },
  { table: 'videos', field: 'thumbnail', column: 'thumbnail_id', kept: 'images', whole: 'videos' },
  { table: 'events', field: 'thumbnail', column: 'thumbnail_id', kept: 'images', whole: 'events' },
];

/** By relation and id. What the encoder has taken out of the source of the same video is none. */
export async function findForeignLinks(db: Queryable): Promise<ForeignLink[]> {
  const found: ForeignLink[] = [];
  for (const relation of relations) found.push(...(await foreignIn(relation).rows(db)));
  return found;
}

/** Ends links, unless they hold something else by now: what is nothing without them goes, and files and images stay. */
export async function endLinks(tx: Queryable, links: readonly ForeignLink[]): Promise<void> {
  for (const relation of relations) {
    const [table, column] = [sql.identifier(relation.table), sql.identifier(relation.column)];
    const ended = links.filter(({ table, field }) => table === relation.table && field === relation.field);
    const change = relation.goes ? sql`delete from ${table}` : sql`update ${table} set ${column} = null`;
    const [ids, keptIds] = [ended.map(({ id }) => id), ended.map(({ keptId }) => keptId)];
    await sql`${change}
      where (id, ${column}) in (select * from unnest(${ids}::int[], ${keptIds}::int[]))`.run(tx);
  }
}

/** Who owns them besides: the table of the relation, its column of the object, that of the account. */
const furtherOwners = {
  videos: { owners: '_AdditionalOwners', object: 'B', account: 'A' },
  events: { owners: '_EventAdditionalOwners', object: 'A', account: 'B' },
} as const;

function foreignIn({ table, field, column, kept, whole }: Relation): Sql<ForeignLink> {
  const { owners, object, account } = furtherOwners[whole];
  const { identifier } = sql;
  const takenOut = kept === 'files' ? sql`k.taken_from is not distinct from w.source_file` : sql`false`;
  return sql<ForeignLink>`
    select ${table}::text as table, l.id, ${field}::text as field, w.slug as shown_by, o.username as shown_by_owner,
      ${kept}::text as kept, k.id as kept_id, k.name, h.username as folder_owner
    from ${identifier(table)} l
      join ${identifier(whole)} w on w.id = l.${identifier(table === whole ? 'id' : 'video_id')}
      join users o on o.id = w.owner_id
      join ${identifier(kept)} k on k.id = l.${identifier(column)}
      join folders f on f.id = k.folder_id join users h on h.id = f.owner_id
    where f.owner_id <> w.owner_id and not ${takenOut}
      and not exists (
        select from ${identifier(owners)} a
        where a.${identifier(object)} = w.id and a.${identifier(account)} = f.owner_id)
    order by l.id`;
}
