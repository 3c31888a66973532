import { type Queryable, type Sql, sql } from '@campus/database';
import type { Prisma } from '../../generated/client.ts';
import type { NamedScope, Scope } from '../domain/scope.ts';
import { generated } from './open-database.ts';

/** What must hold of a record `s` for it to be in the scope, as `isInScope` tells; nothing where everything is. */
export function scopeConditions(scope: Scope): Sql[] {
  if (scope === 'everything') return [];
  const { departments, workflows } = scope;
  return [sql`(s.department = any(${departments}::text[]) or s.workflow_id = any(${workflows}::text[]))`];
}

/** The same of the record that a delivery `d` is about. */
export function isOfScope(scope: Scope): Sql {
  const [inScope] = scopeConditions(scope);
  if (inScope === undefined) return sql`true`;
  return sql`exists (select from signables s where s.id = d.signable_id and ${inScope})`;
}

/** What has a scope, as `scopeColumn` gives it. */
export interface Scoped {
  scope: Scope;
}

/** The scope of an account or a token; null is everything, as for those made by versions that know no scopes. */
export const scopeColumn = sql`coalesce(scope, '"everything"') as scope`;

/** The scope that an account has now. */
export async function findScopeOfAccount(db: Queryable, accountId: number): Promise<Scope> {
  const found = await sql<Scoped>`select ${scopeColumn} from accounts where id = ${accountId}`.row(db);
  return found?.scope ?? { departments: [], workflows: [] };
}

/** What is written for a scope by Prisma. */
export function storedScope(scope: Scope): Prisma.InputJsonObject | typeof Prisma.DbNull {
  return scope === 'everything' ? generated().Prisma.DbNull : { ...scope };
}

/** The scope that Prisma has read. */
export function scopeOf(stored: Prisma.JsonValue): Scope {
  return stored === null ? 'everything' : (stored as unknown as NamedScope);
}
