import { sendRaw } from '@campus/testing';
import { oddHeads } from '@campus/testing/hostile';
import { describe, expect, test } from '@jest/globals';
import { useService } from '../support/service.ts';

const paths = [
  '/accounts/login/',
  '/accounts/',
  '/rest/',
  '/rest/videos/',
  '/admin/',
  '/video/',
  '/media/x/',
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

  test.each(['/Accounts/login/', '/REST/', '/Video/', '/Admin/', '/Media/x/'])(
    'finds nothing at %s: paths are case-sensitive',
    async (path) => {
      const { status } = await sendRaw(service.url, [`GET ${path} HTTP/1.1`, 'Host: localhost']);
      expect(status).toBe(404);
    },
  );

  test.each(['[', 'a:99999', '<b>'])(
    'is refused by the host %j also where links name another',
    async (host) => {
      const { status, body } = await sendRaw(service.url, ['GET /rest/ HTTP/1.1', `Host: ${host}`]);
      expect([status, body]).toEqual([400, expect.stringContaining('it names no valid host')]);
    },
  );

  test('is told by probes how the service does, whatever the host', async () => {
    const { status } = await sendRaw(service.url, ['GET /healthz HTTP/1.1', 'Host: [']);
    expect(status).toBe(200);
  });

  test('is led on by the path alone of a request line with a whole address', async () => {
    const line = 'GET http://evil.example/rest/videos/?format=api HTTP/1.1';
    const { status, head } = await sendRaw(service.url, [line, 'Host: localhost']);

    expect(status).toBe(302);
    expect(head).toContain('next=%2Frest%2F');
    expect(head).not.toContain('evil');
  });
});
