import { sendRaw } from '@campus/testing';
import { oddHeads } from '@campus/testing/hostile';
import { describe, expect, test } from '@jest/globals';
import { useService } from '../support/service.ts';

const paths = [
  '/console/',
  '/console/account/login/',
  '/console/conventions/',
  '/api/conventions',
  '/public/api/conventions/1',
  '/public/problems',
  '/',
];

describe('Whoever has no credentials', () => {
  const service = useService();

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

  test.each(['/Console/', '/CONSOLE/account/login/', '/Api/conventions', '/PUBLIC/api/conventions/1'])(
    'finds nothing at %s: paths are case-sensitive',
    async (path) => {
      const { status } = await sendRaw(service.url, [`GET ${path} HTTP/1.1`, 'Host: localhost']);
      expect(status).toBe(404);
    },
  );

  test('is led on by the path alone of a request line with a whole address', async () => {
    const line = 'GET http://evil.example/console/ HTTP/1.1';
    const { status, head } = await sendRaw(service.url, [line, 'Host: localhost']);

    expect(status).toBe(302);
    expect(head).toContain('next=%2Fconsole%2F');
    expect(head).not.toContain('evil');
  });
});
