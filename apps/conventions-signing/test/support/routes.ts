import type { Router } from 'express';
import { consoleRoutes } from '../../src/http/console/console-routes.ts';
import { managementApi } from '../../src/http/management-api/management-api.ts';
import { publicApi } from '../../src/http/public-api.ts';

/** A route as its router has it, below where that is mounted. */
export interface MountedRoute {
  method: string;
  /** With its parameters as `:id`, and no slash at its end. */
  path: string;
}

/** What Express keeps of a router; its types do not tell. */
interface Layer {
  rawPath?: unknown;
  route?: { path: string; stack: { method?: string }[] };
  handle: { stack?: unknown };
}

/** Every route of the doors, as each has them below where it is mounted. */
export function routesOfDoors(): Record<'publicApi' | 'management' | 'console', MountedRoute[]> {
  const deps = { sessions: anything, publicTokens: [], managementTokens: [] } as never;
  return {
    publicApi: routesOf(publicApi(deps) as Router),
    management: routesOf(managementApi(deps) as Router),
    console: routesOf(consoleRoutes(deps)),
  };
}

/** Stands in for what the routers are given: only their tables are read. */
const anything: never = new Proxy(() => anything, {
  get: (_target, name) => (name === Symbol.iterator ? function* () {} : anything),
}) as never;

/** Every route of a router and of those within it, once each. */
function routesOf(router: Router, mount = ''): MountedRoute[] {
  const found = (router.stack as unknown as Layer[]).flatMap((layer) => layerRoutes(layer, mount));
  const keys = new Set<string>();
  return found.filter(({ method, path }) => {
    const key = `${method} ${path}`;
    return !keys.has(key) && Boolean(keys.add(key));
  });
}

function layerRoutes({ rawPath, route, handle }: Layer, mount: string): MountedRoute[] {
  if (route !== undefined) {
    const path = joined(mount, route.path);
    return route.stack.flatMap(({ method }) =>
      method === undefined || method === 'options' ? [] : [{ method, path }],
    );
  }
  return !Array.isArray(handle.stack)
    ? []
    : routesOf(handle as unknown as Router, joined(mount, String(rawPath ?? '/')));
}

function joined(mount: string, path: string): string {
  return `${mount}/${path}`.replace(/\/+/g, '/').replace(/\/$/, '') || '/';
}
