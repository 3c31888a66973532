import { type Queryable, sql } from '@campus/database';

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
