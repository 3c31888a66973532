import { idempotencyKeyIn, idempotencyKeyRule } from '@campus/service';
import type { Request } from 'express';
import type { KnownRequest } from './engine.ts';
import { Refusal } from './errors.ts';
import type { Resource, Room } from './resource.ts';
import type { Route } from './route.ts';
import type { Row } from './store.ts';

/** How large a file of this request may be, as its resource says; undefined: as large as any. */
export async function roomFor<Services>(
  known: Pick<KnownRequest<Services>, 'engine' | 'caller' | 'request'> & { route: Route<Services> },
  row: Row | null,
): Promise<Room | undefined> {
  const { route, engine, caller, request } = known;
  if (route.kind !== 'list' && route.kind !== 'object') return undefined;
  const key = row === null ? repeatKeyOf(route.resource, request) : undefined;
  return route.resource.hooks?.room?.(row, { services: engine.services, caller, key });
}

/**
 * By what a creation is told from itself sent again; undefined: the client says nothing, or the resource takes nothing.
 *
 * @throws Refusal  400
 */
export function repeatKeyOf<Services>(
  { isRepeatable }: Pick<Resource<Services>, 'isRepeatable'>,
  request: Request | undefined,
): string | undefined {
  const key = isRepeatable && request !== undefined ? idempotencyKeyIn(request) : undefined;
  if (key !== null) return key;
  throw new Refusal('malformed_request', {
    values: { reason: `Idempotency-Key must be ${idempotencyKeyRule}` },
  });
}
