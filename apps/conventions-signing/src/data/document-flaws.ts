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
  const rows = await sql<{ count: number }>`select count(*)::int as count from documents`.rows(db);
  return rows[0]?.count ?? 0;
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
  const rows = await sql<DocumentFlaw>`
    select h.position::float8 as position, s.kind::text, s.number, p.version
    from documents d
    left join deposits p on p.document_id = d.id
    join signables s on s.id = p.signable_id or s.document_id = d.id
      or s.id = (select signable_id from deposits where registered_document_id = d.id limit 1)
    left join history h on h.signable_id = s.id and h.detail->>'sha256' = d.sha256
    where d.id = ${documentId} order by h.position limit 1`.rows(db);
  return rows[0] ?? { position: null, kind: 'document', number: documentId, version: null };
}
