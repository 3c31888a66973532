import { type Sql, sql } from '@campus/database';
import type { Database } from './open-database.ts';

/** Who is to be in which access groups, or no more: every one of these in each of those. */
interface Membership {
  codeNames: readonly string[];
  usernames: readonly string[];
}

type Deps = Pick<Database, 'pool'>;

/** The group with this code name; undefined when there is none. */
export function accessGroupNamed(db: Deps, codeName: string): Promise<number | undefined> {
  return idOf(db, sql<{ id: number }>`select id from access_groups where code_name = ${codeName}`);
}

/** The owner that a user is; undefined when nobody has this user name. */
export function ownerNamed(db: Deps, username: string): Promise<number | undefined> {
  return idOf(
    db,
    sql<{
      id: number;
    }>`select o.id from owners o join users u on u.id = o.user_id where u.username = ${username}`,
  );
}

/** Puts users into groups; names that nobody has are passed over, and so is who is in there. */
export async function addMembers({ pool }: Deps, { codeNames, usernames }: Membership): Promise<void> {
  await sql`
    insert into "_AccessGroupToOwner" ("A", "B")
    select g.id, o.id from access_groups g, owners o join users u on u.id = o.user_id
     where g.code_name = any(${codeNames}) and u.username = any(${usernames})
     order by g.id, o.id
    on conflict do nothing`.run(pool);
}

/** Takes users out of groups; names that nobody has are passed over. */
export async function removeMembers({ pool }: Deps, { codeNames, usernames }: Membership): Promise<void> {
  await sql`
    delete from "_AccessGroupToOwner" m using access_groups g, owners o, users u
    where m."A" = g.id and m."B" = o.id and u.id = o.user_id
      and g.code_name = any(${codeNames}) and u.username = any(${usernames})`.run(pool);
}

/** The ids of the access groups that an account is in. */
export async function accessGroupsOf({ pool }: Deps, accountId: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select m."A" as id from "_AccessGroupToOwner" m join owners o on o.id = m."B"
    where o.user_id = ${accountId}`.rows(pool);
  return rows.map(({ id }) => id);
}

async function idOf({ pool }: Deps, statement: Sql<{ id: number }>): Promise<number | undefined> {
  return (await statement.row(pool))?.id;
}
