/** The cookies of a browser without JavaScript. */
interface CookieJar {
  /** By their names, whatever their paths. */
  cookies: Map<string, string>;
  /** The header `Cookie` of the next request. */
  header(): string;
  /** Takes what an answer sets, and drops what it empties. */
  keep(answer: Pick<Response, 'headers'>): void;
}

/** An empty one. */
export function cookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    cookies,
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep({ headers }) {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}
