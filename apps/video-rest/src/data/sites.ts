import { sql } from '@campus/database';
import type { Database } from './open-database.ts';

/** The site that stands for this instance: the first, which a migration has made. */
export const currentSiteId = 1;

/** The domain that the migration gives it, which knows no other. */
const unnamed = 'localhost';

/** Names the current site once, as the instance is called; what somebody has given it stays. */
export async function nameCurrentSite(
  { pool }: Pick<Database, 'pool'>,
  { name, domain }: { name: string; domain: string },
): Promise<void> {
  await sql`
    update sites set name = left(${name}, 50), domain = ${domain}
    where id = ${currentSiteId} and domain = ${unnamed} and length(${domain}::text) <= 100
      and not exists (select from sites where domain = ${domain})`.run(pool);
}
