import type { AccountRole } from '../../generated/client.ts';
import type { Scope } from '../domain/scope.ts';
import { serviceActor, systemUserOf, usernameOf } from './history.ts';
import type { Writing } from './open-database.ts';
import { scopeColumn } from './stored-scope.ts';

/** What an actor may do now. */
interface ActorRights {
  /** Of a person; null for programs, which may do whatever their API offers. */
  role: AccountRole | null;
  scope: Scope;
}

const everything: ActorRights = { role: null, scope: 'everything' };

/**
 * What an actor of the history may do at an instant; null for an account that is disabled, and for a token that was
 * revoked, has expired or is configured no more. Tokens of the configuration and the service itself see everything.
 *
 * @param options.configured  fingerprints of the tokens that the configuration lets in
 */
export async function findActorRights(
  tx: Writing,
  actor: string,
  { at, configured }: { at: Date; configured: ReadonlySet<string> },
): Promise<ActorRights | null> {
  if (actor === serviceActor || systemUserOf(actor) !== undefined || configured.has(actor)) return everything;
  const username = usernameOf(actor);
  if (username !== undefined) {
    const { rows } = await tx.query<ActorRights>({
      name: 'rights-of-person',
      text: `select role, ${scopeColumn} from accounts where username = $1 and is_active`,
      values: [username],
    });
    return rows[0] ?? null;
  }
  const { rows } = await tx.query<ActorRights & { isOver: boolean }>({
    name: 'rights-of-token',
    text: `
      select null as role, ${scopeColumn}, revoked_at is not null or coalesce(expires_at <= $2, false) as "isOver"
      from tokens where fingerprint = $1`,
    values: [actor, at],
  });
  const [token] = rows;
  return token === undefined || token.isOver ? null : { role: null, scope: token.scope };
}
