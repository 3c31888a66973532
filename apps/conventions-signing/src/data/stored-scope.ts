import { sql } from '@campus/database';
import { Prisma } from '../../generated/client.ts';
import type { NamedScope, Scope } from '../domain/scope.ts';

/** The scope of an account or a token; null is everything, as for those made by versions that know no scopes. */
export const scopeColumn = sql`coalesce(scope, '"everything"') as scope`;

/** What is written for a scope by Prisma. */
export function storedScope(scope: Scope): Prisma.InputJsonObject | typeof Prisma.DbNull {
  return scope === 'everything' ? Prisma.DbNull : { ...scope };
}

/** The scope that Prisma has read. */
export function scopeOf(stored: Prisma.JsonValue): Scope {
  return stored === null ? 'everything' : (stored as unknown as NamedScope);
}
