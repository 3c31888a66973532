import { type Queryable, sql } from '@campus/database';

/** A document that is not what the history says of it. */
export interface DocumentFlaw {
  /** Of the entry that speaks of it; null when none does. */
  position: number | null;
  kind: string;
  number: number;
  /** Of the signed document; null of a registered one. */
  version: number | null;
}

const deposits = sql`('deposited', 'superseded-deposited')`;
const registrations = sql`('registered', 'replaced')`;

/**
 * The first entry that speaks of a signed document which is not there, or is another one; or a document of which no entry
 * speaks. Entries of early versions do not say what they are about.
 */
export async function findDocumentFlaw(db: Queryable): Promise<DocumentFlaw | null> {
  return sql<DocumentFlaw>`
    (select h.position::float8 as position, h.kind::text, h.number, (h.detail->>'version')::int as version
     from history h
     where h.event in ${deposits} and h.signable_id is not null and h.detail ? 'version'
       and not exists (
         select from deposits p join documents d on d.id = p.document_id
         where p.signable_id = h.signable_id and p.version = (h.detail->>'version')::int
           and d.sha256 = coalesce(h.detail->>'sha256', d.sha256))
     order by h.position limit 1)
    union all
    (select null, s.kind::text, s.number, p.version
     from deposits p join signables s on s.id = p.signable_id
     where not exists (
       select from history h
       where h.signable_id = p.signable_id and h.event in ${deposits}
         and (h.detail->>'version')::int = p.version)
     limit 1)
    union all
    (select null, s.kind::text, s.number, null
     from signables s join documents d on d.id = s.document_id
     where not exists (
       select from history h
       where h.signable_id = s.id and h.event in ${registrations}
         and coalesce(h.detail->>'sha256', d.sha256) = d.sha256)
     limit 1)
    limit 1`.row(db);
}

/** How many documents there are. */
export async function countDocuments(db: Queryable): Promise<number> {
  return (await sql<{ count: number }>`select count(*)::int as count from documents`.one(db)).count;
}

/** So many are hashed by one statement. */
const hashedAtOnce = 20;

/** Reads every document in the database, and gives for each whether its bytes are those that were stored. */
export async function* checkDocumentBytes(
  db: Queryable,
): AsyncGenerator<{ isWhole: true } | ({ isWhole: false } & DocumentFlaw)> {
  for (let after = 0; ; ) {
    const rows = await sql<{ id: number; isWhole: boolean }>`
      select id, encode(sha256(bytes), 'hex') = sha256 and length(bytes) = size as is_whole
      from documents where id > ${after} order by id limit ${sql.literal(hashedAtOnce)}`.rows(db);
    for (const { id, isWhole } of rows)
      yield isWhole ? { isWhole } : { isWhole: false, ...(await ownerOf(db, id)) };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function ownerOf(db: Queryable, documentId: number): Promise<DocumentFlaw> {
  const flaw = await sql<DocumentFlaw>`
    select h.position::float8 as position, s.kind::text, s.number, p.version
    from documents d
    left join deposits p on p.document_id = d.id
    join signables s on s.id = p.signable_id or s.document_id = d.id
      or s.id = (select signable_id from deposits where registered_document_id = d.id limit 1)
    left join history h on h.signable_id = s.id and h.detail->>'sha256' = d.sha256
    where d.id = ${documentId} order by h.position limit 1`.row(db);
  return flaw ?? { position: null, kind: 'document', number: documentId, version: null };
}

/** An entry whose own hash holds, and which is still not what it should be. */
interface EntryFlaw {
  position: number;
  what: EntryFlawKind;
}

export type EntryFlawKind =
  /** Its number within its record, the record's entry before it, or the record's key is another one than it says. */
  | 'link'
  /** It is shown with another record than it is of, or with none although its own is there. */
  | 'elsewhere'
  /** Its record is gone, and no entry says that it was deleted. */
  | 'left';

/**
 * The first sealed entry that does not belong where it is. What a record is shown with is no part of what is hashed;
 * entries that earlier versions sealed have no link, and are counted as others are.
 */
export async function findEntryFlaw(db: Queryable): Promise<EntryFlaw | null> {
  return sql<EntryFlaw>`
    select e.position::float8 as position,
      case when not e.is_linked then 'link' when s.id is null then 'left' else 'elsewhere' end as what
    from (
      select position, kind, number, signable_id, bool_or(event = 'deleted') over whole as was_deleted,
        ordinal is null or ordinal = row_number() over so_far
          and previous = coalesce(lag(hash) over so_far, repeat('0', 64))
          and record_key = min(record_key) over whole as is_linked
      from history
      window whole as (partition by kind, number), so_far as (partition by kind, number order by position)) e
    left join signables s on s.kind = e.kind and s.number = e.number
    where e.position is not null
      and (not e.is_linked or e.signable_id is distinct from s.id or s.id is null and not e.was_deleted)
    order by e.position limit 1`.row(db);
}
