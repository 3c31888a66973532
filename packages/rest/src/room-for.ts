import type { KnownRequest } from './engine.ts';
import type { Room } from './resource.ts';
import type { Route } from './route.ts';
import type { Row } from './store.ts';

/** How large a file of this request may be, as its resource says; undefined: as large as any. */
export async function roomFor<Services>(
  { route, engine, caller }: Pick<KnownRequest<Services>, 'engine' | 'caller'> & { route: Route<Services> },
  row: Row | null,
): Promise<Room | undefined> {
  if (route.kind !== 'list' && route.kind !== 'object') return undefined;
  return route.resource.hooks?.room?.(row, { services: engine.services, caller });
}
