/** A route as its router has it, below where that is mounted. */
export interface MountedRoute {
  /** In lower case. */
  method: string;
  /** With its parameters as `:id`, and no slash at its end. */
  path: string;
}

/** What a router of Express tells; its types do not know it yet. */
interface Listing {
  listRoutes(): { path: string | RegExp; methods: string[] | undefined; router: Listing | undefined }[];
}

/** Every route of a router and of those within it, once each; what takes any method is none. */
export function routesOf(router: object): MountedRoute[] {
  const routes = listed(router as Listing, '');
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

function listed(router: Listing, mount: string): MountedRoute[] {
  return router.listRoutes().flatMap(({ path, methods = [], router: within }) => {
    const whole = `${mount}/${path}`.replace(/\/+/g, '/').replace(/\/$/, '') || '/';
    if (within !== undefined) return listed(within, whole);
    const own = methods.filter((method) => !['HEAD', 'OPTIONS', '*'].includes(method));
    return own.map((method) => ({ method: method.toLowerCase(), path: whole }));
  });
}
