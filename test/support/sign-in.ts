/**
 * Signs in as a browser would, and gives the page of the account.
 *
 * @param door  address of the account's page, which leads to the sign-in
 */
export async function signIn(
  door: string,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (address: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = { redirect: 'manual', headers: { Accept: 'text/html', cookie } } as const;
    const answer = await fetch(address, body === undefined ? init : { ...init, method: 'POST', body });
    for (const given of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const page = await (await visit(`${door}login/`)).text();
  const [, csrfmiddlewaretoken = ''] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page) ?? [];
  await visit(`${door}login/`, new URLSearchParams({ csrfmiddlewaretoken, username, password }));
  return (await visit(door)).text();
}
