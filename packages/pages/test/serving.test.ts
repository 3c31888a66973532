import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { createSite, type Site, securityHeaders } from '../src/index.ts';

/** Serves by these handlers until the test is over. */
async function serve(...handlers: RequestHandler[]): Promise<{ url: string; server: Server }> {
  const server = express()
    .use(...handlers)
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return { url: `http://127.0.0.1:${address.port}`, server };
}

let servers: Server[];
beforeEach(() => {
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
});

describe('Style sheets and scripts', () => {
  let folder: string;
  let site: Site;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), '.pages-'));
    const file = path.join(folder, 'player.js');
    await writeFile(file, 'export {};');
    await writeFile(path.join(folder, 'secret.txt'), 'secret');
    site = siteWith({ 'player.js': file, 'made.css': { content: 'b {}' } });
  });
  afterAll(() => rm(folder, { recursive: true }));

  function siteWith(files: Parameters<typeof createSite>[0]['files']): Site {
    const links = { legal: undefined, accessibility: undefined };
    const name = { en: 'Videos', fr: 'Vidéos' };
    const brand = { brandName: undefined, brandColour: '#2457a6', brandLogo: undefined };
    return createSite({ name, brand, home: '/', timeZone: 'UTC', links, assetsPath: '/static', files });
  }

  test('are kept by browsers for ever, since their address changes with what is in them', async () => {
    const { url } = await serve(express.Router().use('/static', site.assets));
    const before = site.asset('site.css');

    for (const [name, type] of [
      ['site.css', 'text/css'],
      ['player.js', 'text/javascript'],
      ['made.css', 'text/css'],
      ['icon.svg', 'image/svg+xml'],
    ] as const) {
      const { status, headers } = await fetch(`${url}${site.asset(name)}`, { method: 'HEAD' });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain(type);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    await writeFile(path.join(folder, 'player.js'), 'export const other = 1;');
    expect(siteWith({ 'player.js': path.join(folder, 'player.js') }).asset('site.css')).not.toBe(before);
    expect(siteWith({ 'made.css': { content: 'i {}' } }).asset('made.css')).not.toBe(
      siteWith({ 'made.css': { content: 'b {}' } }).asset('made.css'),
    );
  });

  test('come compressed to whoever takes that', async () => {
    const { url } = await serve(express.Router().use('/static', site.assets));
    const address = `${url}${site.asset('site.css')}`;
    const plain = await fetch(address, { headers: { 'Accept-Encoding': 'identity' } });
    const small = await fetch(address, { headers: { 'Accept-Encoding': 'gzip' } });

    expect([plain, small].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(small.headers.get('vary')).toContain('Accept-Encoding');
    expect(Number(small.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 2,
    );
    expect(await small.text()).toBe(await plain.text());
  });

  test('are the only files that are served, by their names of now', async () => {
    const { url } = await serve(express.Router().use('/static', site.assets));
    const version = site.asset('site.css').split('/')[2] ?? '';

    for (const address of [
      `/static/${version}/unknown.css`,
      '/static/0123456789abcdef/site.css',
      `/static/${version}/..%2fsrc%2fsite.ts`,
      `/static/${version}/%2e%2e%2fpackage.json`,
      `/static/${version}/secret.txt`,
      `/static/${version}/__proto__`,
      `/static/${version}/`,
      '/static/',
    ]) {
      const { status } = await fetch(`${url}${address}`);
      expect({ address, status }).toEqual({ address, status: 404 });
    }
    expect(() => site.asset('unknown.css')).toThrow('no asset is called unknown.css');
  });
});

describe('Browsers are told', () => {
  async function headersOf(handler: RequestHandler): Promise<{ policy: string[]; headers: Headers }> {
    const { url } = await serve(handler, (_request, response) => void response.send('a page'));
    const { headers } = await fetch(url);
    return { policy: headers.get('content-security-policy')?.split(';') ?? [], headers };
  }

  test('to run and show what is ours alone, and to be framed by nobody', async () => {
    const { policy, headers } = await headersOf(securityHeaders());

    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('to let others frame what is made for it', async () => {
    const { policy, headers } = await headersOf(securityHeaders({ frames: 'anyone' }));

    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("script-src 'self'");
    expect(headers.get('x-frame-options')).toBeNull();
  });

  test('to take inline styles, and never inline scripts, where there is no other way', async () => {
    const { policy } = await headersOf(securityHeaders({ inlineStyles: true }));

    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("script-src 'self'");
  });
});
