import { type Queryable, sql } from '@campus/database';

/** What an authority has certified. */
export interface TimeStamp {
  /** DER (RFC 3161 §2.4.2). */
  token: Uint8Array;
  at: Date;
  /** Name of whoever signed it, as in RFC 4514. */
  authority: string;
}

/** A time stamp of a head of the history. */
export interface StampedHead extends TimeStamp {
  /** Of the head. */
  position: number;
  /** What was stamped: the head, in hexadecimal. */
  hash: string;
}

const columns = sql`position::float8 as position, hash, token, stamped_at as at, authority`;

/** Keeps a time stamp; another one of the same head is as good. */
export async function insertStamp(
  db: Queryable,
  { position, token, at, authority }: TimeStamp & { position: number },
): Promise<void> {
  await sql`
    insert into history_stamps (position, token, stamped_at, authority)
    values (${position}, ${Buffer.from(token)}, ${at}, ${authority})
    on conflict do nothing`.run(db);
}

/** The stamp of the newest head that has one. */
export async function findNewestStamp(db: Queryable): Promise<StampedHead | null> {
  return sql<StampedHead>`
    select ${columns} from history_stamps join history_heads using (position)
    order by position desc limit 1`.row(db);
}

/** All stamps, by position; one a day. */
export async function findStamps(db: Queryable): Promise<StampedHead[]> {
  return sql<StampedHead>`
    select ${columns} from history_stamps join history_heads using (position) order by position`.rows(db);
}
