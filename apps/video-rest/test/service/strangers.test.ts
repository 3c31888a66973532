import { sendRaw } from '@campus/testing';
import { testStrangers } from '@campus/testing/hostile';
import { describe, expect, test } from '@jest/globals';
import { useService } from '../support/service.ts';

describe('Whoever has no credentials', () => {
  const service = useService();

  testStrangers(service, {
    paths: [
      '/accounts/login/',
      '/accounts/',
      '/rest/',
      '/rest/videos/',
      '/admin/',
      '/video/',
      '/media/x/',
      '/',
    ],
    misspelled: ['/Accounts/login/', '/REST/', '/Video/', '/Admin/', '/Media/x/'],
    page: '/rest/videos/?format=api',
  });

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
});
