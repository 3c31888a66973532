import type { Database } from './open-database.ts';

/** The accounts that have these user names, exactly as written, in the order of their ids. */
export async function accountsNamed(
  { pool }: Pick<Database, 'pool'>,
  usernames: readonly string[],
): Promise<{ id: number; username: string; isActive: boolean }[]> {
  const { rows } = await pool.query<{ id: number; username: string; isActive: boolean }>({
    name: 'accounts_named',
    text: 'select id, username, is_active as "isActive" from users where username = any($1) order by id',
    values: [usernames],
  });
  return rows;
}

/** The user names of these accounts, in their order. */
export async function usernamesOf(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ username: string }>({
    name: 'usernames_of',
    text: 'select username from users where id = any($1) order by username',
    values: [ids],
  });
  return rows.map(({ username }) => username);
}
