import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { demoVideoToken } from '../src/video-token.ts';

describe('demoVideoToken', () => {
  let dataDir: string;
  let server: Server;
  let baseUrl: string;
  let accepted: string[];

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'demo-video-token-'));
    accepted = [];
    server = createServer(({ headers: { authorization } }, response) => {
      const isAccepted = accepted.some((token) => authorization === `Token ${token}`);
      const body = isAccepted ? { url: `${baseUrl}/rest/users/1/` } : { detail: 'Invalid token.' };
      response.writeHead(isAccepted ? 200 : 401).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dataDir, { recursive: true });
  });

  /** Each token that the service makes is a new one. */
  function demoToken(): Promise<string> {
    const create = async () => {
      accepted = [`token-${accepted.length + 1}-of-${crypto.randomUUID()}`];
      return accepted[0] ?? '';
    };
    return demoVideoToken({ dataDir, baseUrl, create });
  }

  test('Given no file, Then a token is made and kept where only its owner can read it', async () => {
    const token = await demoToken();

    const file = path.join(dataDir, 'demo-token');
    expect(await readFile(file, 'utf8')).toBe(`${token}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('Given a token that works, Then it stays', async () => {
    const token = await demoToken();

    expect(await demoToken()).toBe(token);
  });

  test('Given a token that was revoked, Then another takes its place', async () => {
    const revoked = await demoToken();
    accepted = [];

    const token = await demoToken();

    expect(token).not.toBe(revoked);
    expect(await demoToken()).toBe(token);
  });
});
