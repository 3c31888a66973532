import { type MountedRoute, routesOf } from '@campus/testing';
import { consoleRoutes } from '../../src/http/console/console-routes.ts';
import { managementApi } from '../../src/http/management-api/management-api.ts';
import { publicApi } from '../../src/http/public-api.ts';

/**
 * Every route of the doors, as each has them below where it is mounted.
 *
 * @param given.sessions  whose routes are those of one's own account; without it they are left out
 */
export function routesOfDoors(
  given: { sessions?: object } = {},
): Record<'publicApi' | 'management' | 'console', MountedRoute[]> {
  const deps = { sessions: anything, publicTokens: [], managementTokens: [], ...given } as never;
  return {
    publicApi: routesOf(publicApi(deps)),
    management: routesOf(managementApi(deps)),
    console: routesOf(consoleRoutes(deps)),
  };
}

/** Stands in for what the routers are given: only their tables are read. */
const anything: never = new Proxy(() => anything, {
  get: (_target, name) => (name === Symbol.iterator ? function* () {} : anything),
}) as never;
