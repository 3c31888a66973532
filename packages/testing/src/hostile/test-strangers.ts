import { expect, test } from '@jest/globals';
import { sendRaw } from '../send-raw.ts';
import { oddHeads } from './odd-heads.ts';

/** Makes the tests of what holds at every service for whoever has no credentials. */
export function testStrangers(
  service: { url: string },
  {
    paths,
    misspelled,
    page,
  }: {
    /** Of what is there, one of each door at least. */
    paths: readonly string[];
    /** The same in other letters. */
    misspelled: readonly string[];
    /** The address of a page from which a stranger is sent to sign in. */
    page: string;
  },
): void {
  test('finds no error of ours, by whatever cookie, host or spelling of a path', async () => {
    const failures: unknown[] = [];
    for (const path of paths) {
      await Promise.all(
        oddHeads(path).map(async (lines) => {
          const { status, head } = await sendRaw(service.url, lines);
          if (!(status >= 200 && status < 500)) failures.push([lines, head]);
        }),
      );
    }
    expect(failures).toEqual([]);
  });

  test.each(misspelled)('finds nothing at %s: paths are case-sensitive', async (path) => {
    const { status } = await sendRaw(service.url, [`GET ${path} HTTP/1.1`, 'Host: localhost']);
    expect(status).toBe(404);
  });

  test('is led on by the path alone of a request line with a whole address', async () => {
    const line = `GET http://evil.example${page} HTTP/1.1`;
    const { status, head } = await sendRaw(service.url, [line, 'Host: localhost']);

    expect(status).toBe(302);
    expect(head).toContain(`next=${encodeURIComponent(page)}`);
    expect(head).not.toContain('evil');
  });
}
