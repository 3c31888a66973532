import { cookieJar, eventually } from '@campus/testing';
import type { Told } from '@campus/testing/faults';
import type { Door } from './door.ts';
import type { Internships } from './internships.ts';

/** Somebody of the internship office, in a browser. */
export interface OfficeWorker {
  /** Reminds those who are next to sign of the newest ten agreements. */
  remind(): Promise<void>;
  /** Of how many agreements somebody was reminded. */
  reminded(): number;
}

export function createOfficeWorker(door: Door, books: Internships, password: string): OfficeWorker {
  const jar = cookieJar();
  let reminded = 0;

  async function visit(path: string, fields?: [string, string][]): Promise<Told> {
    const headers = { Cookie: jar.header(), Accept: 'text/html' };
    const form = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) };
    const told = await door.ask(path, { headers, ...form });
    jar.keep(told);
    return told;
  }

  /** Sends a form with the token that a page holds. */
  async function send(path: string, { page, fields }: { page: string; fields: [string, string][] }) {
    const { body } = await visit(page);
    const [, token = ''] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(body.toString()) ?? [];
    return visit(path, [['csrfmiddlewaretoken', token], ...fields]);
  }

  return {
    reminded: () => reminded,
    async remind() {
      const page = '/console/account/login/';
      const fields: [string, string][] = [
        ['username', 'root'],
        ['password', password],
      ];
      await send(page, { page, fields });
      const inSigning = [...books.values()].filter(
        ({ state, path }) => state === 'signing' && path.startsWith('/api/conventions/'),
      );
      const chosen = inSigning
        .slice(-10)
        .map(({ path }): [string, string] => ['conventions', path.split('/').at(-1) ?? '']);
      if (chosen.length === 0) return;
      const told = await send('/console/remind/', { page: '/console/account/', fields: chosen });
      // Nobody is awaited any more, or all have had their letter.
      if (told.status === 409) return;
      const [operation] = /[0-9a-f-]{36}/.exec(told.headers.get('location') ?? '') ?? [];
      if (operation === undefined) throw new Error(`answered ${told.status}, and no operation began`);
      const ended = await eventually(async () => {
        const seen = await door.tell<{ state: string; done: number }>(`/api/operations/${operation}`);
        return seen.state === 'ended' && seen;
      });
      reminded += ended.done;
    },
  };
}
