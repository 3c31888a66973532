import { randomUUID } from 'node:crypto';
import { hashPassword } from '@campus/accounts';
import { formWith, type Page, type PageElement, readPage } from '@campus/testing/markup';
import request from 'supertest';
import type { Role } from '../../src/domain/roles.ts';
import type { TestService } from './service.ts';

/** Somebody in the console with a browser that keeps cookies and runs no scripts. */
export interface PersonInConsole {
  username: string;
  password: string;
  /** A page; redirects are not followed. */
  get(path: string): request.Test;
  /** A page that is there, as it is read. */
  page(path: string): Promise<Page>;
  /**
   * Sends a plain form with the token that its page would hold. A member that is a list is a field that occurs
   * several times.
   */
  post(path: string, fields?: Record<string, string | readonly string[]>): request.Test;
  /** Sends a form with files: the token stands first; fields and files are added to the answer. */
  postMultipart(path: string): request.Test;
  /** What the browser holds, for requests by hand; the token fits to it. */
  cookies: string;
  csrfToken: string;
}

const csrfField = 'csrfmiddlewaretoken';

export const passwordInConsole = 'open sesame';

/** Makes an account, and signs it in as a browser does. */
export async function signIn(
  service: Pick<TestService, 'url' | 'sql'>,
  role: Role,
  {
    username = `${role}-${randomUUID().slice(0, 8)}`,
    fullName = '',
    language = 'en',
  }: { username?: string; fullName?: string; language?: 'en' | 'fr' } = {},
): Promise<PersonInConsole> {
  await givenAccount(service, { username, role, fullName });
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = ({ headers }: request.Response) => {
    const given: unknown = headers['set-cookie'];
    for (const cookie of Array.isArray(given) ? given : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(cookie)) ?? [];
      jar.set(name, value);
    }
  };
  const page = async (path: string) => {
    const answer = await request(service.url).get(path).set('Cookie', cookies());
    keep(answer);
    return formWith(readPage(answer.text), csrfField).field(csrfField).value ?? '';
  };

  const login = '/console/account/login/';
  const token = await page(login);
  const answer = await request(service.url)
    .post(login)
    .set('Cookie', cookies())
    .type('form')
    .send({ [csrfField]: token, username, password: passwordInConsole })
    .expect(303);
  keep(answer);
  const csrfToken = await page('/console/account/');

  const by = (call: request.Test) => call.set('Cookie', cookies()).set('Accept-Language', language);
  const get = (path: string) => by(request(service.url).get(path));
  return {
    username,
    password: passwordInConsole,
    cookies: cookies(),
    csrfToken,
    get,
    async page(path) {
      const { text } = await get(path)
        .expect(200)
        .expect('Content-Type', /^text\/html/);
      return readPage(text);
    },
    post(path, fields = {}) {
      const form = new URLSearchParams({ [csrfField]: csrfToken });
      for (const [name, value] of Object.entries(fields))
        for (const each of [value].flat()) form.append(name, String(each));
      return by(request(service.url).post(path)).type('form').send(form.toString());
    },
    postMultipart: (path) => by(request(service.url).post(path)).field(csrfField, csrfToken),
  };
}

/** Where the links within lead, in their order. */
export function hrefsIn(within: PageElement): (string | undefined)[] {
  return within.all('link').map((link) => link.attribute('href'));
}

/** An account whose password is `passwordInConsole`. */
export async function givenAccount(
  { sql }: Pick<TestService, 'sql'>,
  { username, role, fullName = '' }: { username: string; role: Role; fullName?: string },
): Promise<void> {
  await sql.query(
    'insert into accounts (username, role, full_name, password_hash) values ($1, $2::account_role, $3, $4)',
    [username, role, fullName, await hashPassword(passwordInConsole)],
  );
}
