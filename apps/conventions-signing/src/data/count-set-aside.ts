import { type Queryable, sql } from '@campus/database';
import type { SignableKind } from '../domain/signable.ts';

/** What new rounds of some records would set aside, altogether. */
export interface SetAsideCounts {
  signatures: number;
  documents: number;
  /** Calls that are still to be made. */
  calls: number;
}

/** Counts what the rounds hold that count of these records of a kind. */
export function countSetAside(
  db: Queryable,
  kind: SignableKind,
  numbers: readonly number[],
): Promise<SetAsideCounts> {
  return sql<SetAsideCounts>`
    with chosen as (
      select id, round from signables
      where kind = ${kind}::signable_kind and number = any (${numbers}) and state in ('signing', 'refused', 'signed'))
    select
      (select count(*)::int from chosen join signatories o on o.signable_id = chosen.id
       where o.signature_date is not null) as signatures,
      (select count(*)::int from chosen join deposits d on d.signable_id = chosen.id and d.round = chosen.round
      ) as documents,
      (select count(*)::int from chosen join deliveries d on d.signable_id = chosen.id and d.state = 'pending'
      ) as calls`.one(db);
}
