import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Demo, startDemo } from './support/start-demo.ts';

describe('npm start on a machine where nothing is configured', () => {
  let demo: Demo;

  beforeAll(async () => {
    demo = await startDemo();
  }, 90_000);

  afterAll(async () => {
    await demo.killGroup('SIGKILL');
    await demo.removeData();
  });

  function ask(pathname: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${demo.url}${pathname}`, { ...init, headers: { Authorization: `Bearer ${demo.token}` } });
  }

  test('has three sample agreements, one with an amendment', async () => {
    const { results } = (await (await ask('/api/conventions')).json()) as { results: { id: number }[] };
    const amendments = (await (await ask('/api/avenants')).json()) as { results: unknown[] };

    expect(results).toHaveLength(3);
    expect(amendments.results).toHaveLength(1);
  });

  test.each(['conventions', 'avenants'])(
    'Given a sample of %s, When it is sent for signature, Then the sample application signs it and it ends as signed',
    async (kind) => {
      const registered = Buffer.from(await (await asVendor(`/public/api/${kind}/1/pdf`)).arrayBuffer());

      expect((await ask(`/api/${kind}/1/signature`, { method: 'POST' })).status).toBe(202);

      const record = await eventually(
        async () => {
          const current = (await (await ask(`/api/${kind}/1`)).json()) as SignedRecord;
          return current.state === 'signed' && current;
        },
        { timeoutMs: 30_000, intervalMs: 200 },
      );
      expect(record.signatory.every(({ signatureDate }) => signatureDate !== null)).toBe(true);
      expect(record.deliveries).toMatchObject([{ state: 'delivered', reference: expect.any(String) }]);
      const signed = Buffer.from(await (await ask(`/api/${kind}/1/signed-pdf`)).arrayBuffer());
      expect(signed.subarray(0, registered.length).equals(registered)).toBe(true);
      expect(signed.toString('latin1').match(/\/ByteRange/g)).toHaveLength(record.signatory.length);
    },
    60_000,
  );

  async function asVendor(pathname: string): Promise<Response> {
    const tokens = JSON.parse(await readFile(path.join(demo.dataDir, 'demo-tokens.json'), 'utf8'));
    return fetch(`${demo.url}${pathname}`, { headers: { Authorization: `Bearer ${tokens.public}` } });
  }

  test('keeps its tokens where only their owner can read them', async () => {
    const { mode } = await stat(path.join(demo.dataDir, 'demo-tokens.json'));

    expect(mode & 0o777).toBe(0o600);
  });

  test('Ctrl-C ends it with exit code 0 and leaves no PostgreSQL behind, and the next start finds everything', async () => {
    const [pid = ''] = (await readFile(path.join(demo.dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    );

    const { code } = await demo.killGroup('SIGINT');

    expect(code).toBe(0);
    await expect(stat(`/proc/${pid}`)).rejects.toThrow();
    const again = await startDemo({ dataDir: demo.dataDir });
    try {
      const answer = await fetch(`${again.url}/api/conventions`, {
        headers: { Authorization: `Bearer ${again.token}` },
      });
      expect(again.token).toBe(demo.token);
      expect(((await answer.json()) as { results: unknown[] }).results).toHaveLength(3);
    } finally {
      await again.killGroup('SIGINT');
    }
  }, 90_000);
});

interface SignedRecord {
  state: string;
  signatory: { signatureDate: string | null }[];
  deliveries: unknown[];
}
