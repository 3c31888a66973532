/**
 * Signs somebody in as a browser does.
 *
 * @param login  address of the page with the form
 * @returns the header `Cookie` of what the browser asks for from then on
 */
export async function signIn(login: URL, account: { username: string; password: string }): Promise<string> {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = ({ headers }: Response) => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  const page = await fetch(login);
  keep(page);
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const answer = await fetch(login, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: header() },
    body: new URLSearchParams({ ...account, csrfmiddlewaretoken: token }),
  });
  if (answer.status !== 303) throw new Error(`${account.username} cannot sign in: ${answer.status}`);
  keep(answer);
  return header();
}
