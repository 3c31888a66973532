/** An address of a CAS server, such as that of its sign-out. */
export function casAddress(url: string, path: string): string {
  return `${url.replace(/\/+$/, '')}/${path}`;
}
