import { cookieJar } from '../cookie-jar.ts';

const mostSteps = 10;

/** Follows the provider's pages with cookies of its own, until they lead away from the provider: there it stops. */
export async function signInByHttp(issuer: string, start: URL, subject: string | null): Promise<URL> {
  const jar = cookieJar();
  let url = start;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < mostSteps; step++) {
    const response: Response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      headers: { cookie: jar.header() },
      redirect: 'manual',
    });
    jar.keep(response);
    const location = response.headers.get('location');
    const said = await response.text();
    if (location !== null) {
      url = new URL(location, url);
      form = null;
      if (url.origin !== issuer) return url;
    } else if (response.ok && form === null) {
      form = new URLSearchParams({ subject: subject ?? '' });
    } else {
      throw new Error(`the OpenID provider answers ${response.status} at ${url}: ${said}`);
    }
  }
  throw new Error(`the OpenID provider leads nowhere in ${mostSteps} steps, at last to ${url}`);
}
