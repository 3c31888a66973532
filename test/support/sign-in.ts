import { cookieJar } from '@campus/testing';

/**
 * Signs in as a browser would, and gives the page of the account.
 *
 * @param door  address of the account's page, which leads to the sign-in
 */
export async function signIn(
  door: string,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const jar = cookieJar();
  const visit = async (address: string, body?: URLSearchParams) => {
    const init = { redirect: 'manual', headers: { Accept: 'text/html', cookie: jar.header() } } as const;
    const answer = await fetch(address, body === undefined ? init : { ...init, method: 'POST', body });
    jar.keep(answer);
    return answer;
  };
  const page = await (await visit(`${door}login/`)).text();
  const [, csrfmiddlewaretoken = ''] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page) ?? [];
  await visit(`${door}login/`, new URLSearchParams({ csrfmiddlewaretoken, username, password }));
  return (await visit(door)).text();
}
