import type { KnownRequest } from './engine.ts';
import { repeatKeyOf } from './repeat-key.ts';
import type { Room } from './resource.ts';
import type { Route } from './route.ts';
import type { Row } from './store.ts';

/** How large a file of this request may be, as its resource says; undefined: as large as any. */
export async function roomFor<Services>(
  {
    route,
    engine,
    caller,
    request,
  }: Pick<KnownRequest<Services>, 'engine' | 'caller' | 'request'> & { route: Route<Services> },
  row: Row | null,
): Promise<Room | undefined> {
  if (route.kind !== 'list' && route.kind !== 'object') return undefined;
  const key = row === null ? repeatKeyOf(route.resource, request) : undefined;
  return route.resource.hooks?.room?.(row, { services: engine.services, caller, key });
}
