/**
 * Where a sign-in leads afterwards: the path of an address that was asked for, when it is one of ours. What
 * a browser would take for another host (`//host`, `/\host`, any scheme) is not.
 */
export function safePath(given: unknown): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('/')) return undefined;
  const here = 'http://here.invalid';
  if (!URL.canParse(given, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(given, here);
  // `/.//host` is a path of ours until it is written down again without its dot.
  if (origin !== here || pathname.startsWith('//')) return undefined;
  return `${pathname}${search}${hash}`;
}
