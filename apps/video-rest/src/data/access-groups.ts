import type { Database } from './open-database.ts';

/** Who is to be in which access groups, or no more: every one of these in each of those. */
export interface Membership {
  codeNames: readonly string[];
  usernames: readonly string[];
}

type Deps = Pick<Database, 'pool'>;

/** The group with this code name; undefined when there is none. */
export function accessGroupNamed(db: Deps, codeName: string): Promise<number | undefined> {
  return idOf(db, 'select id from access_groups where code_name = $1', codeName);
}

/** The owner that a user is; undefined when nobody has this user name. */
export function ownerNamed(db: Deps, username: string): Promise<number | undefined> {
  return idOf(
    db,
    'select o.id from owners o join users u on u.id = o.user_id where u.username = $1',
    username,
  );
}

/** Puts users into groups; names that nobody has are passed over, and so is who is in there. */
export async function addMembers({ pool }: Deps, { codeNames, usernames }: Membership): Promise<void> {
  await pool.query(
    `insert into "_AccessGroupToOwner" ("A", "B")
     select g.id, o.id from access_groups g, owners o join users u on u.id = o.user_id
      where g.code_name = any($1) and u.username = any($2)
      order by g.id, o.id
     on conflict do nothing`,
    [codeNames, usernames],
  );
}

/** Takes users out of groups; names that nobody has are passed over. */
export async function removeMembers({ pool }: Deps, { codeNames, usernames }: Membership): Promise<void> {
  await pool.query(
    `delete from "_AccessGroupToOwner" m using access_groups g, owners o, users u
      where m."A" = g.id and m."B" = o.id and u.id = o.user_id
        and g.code_name = any($1) and u.username = any($2)`,
    [codeNames, usernames],
  );
}

/** The ids of the access groups that an account is in. */
export async function accessGroupsOf({ pool }: Deps, accountId: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'access_groups_of',
    text: `select m."A" as id from "_AccessGroupToOwner" m join owners o on o.id = m."B" where o.user_id = $1`,
    values: [accountId],
  });
  return rows.map(({ id }) => id);
}

async function idOf({ pool }: Deps, sql: string, name: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>(sql, [name]);
  return rows[0]?.id;
}
