import { sql } from '@campus/database';
import { refuseInUse } from './conflicts.ts';
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

/** Removes a site; false when there is none with this id. @throws InUseError */
export async function deleteSite(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  id: number,
): Promise<boolean> {
  const { count } = await refuseInUse({ pool, id }, () => prisma.site.deleteMany({ where: { id } }));
  return count === 1;
}
