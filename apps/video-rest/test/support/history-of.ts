import type { TestService } from './service.ts';

/** What the administration history has about an account, the oldest first. */
export async function historyOf({ sql }: Pick<TestService, 'sql'>, account: string) {
  const { rows } = await sql.query(
    'select event, actor, address, detail from administration_history where account = $1 order by id',
    [account],
  );
  return rows;
}
