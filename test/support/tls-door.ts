import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';

const run = promisify(execFile);

/** How long the certificate of a door holds at first. */
export const doorDays = 60;

/** Something that answers TLS at an address, as a web server before a service does. */
export async function startTlsDoor(folder: string): Promise<{
  url: string;
  /** Folder of its first certificate. */
  certificates: string;
  /** Shows another one from now on, which ends after so many days. */
  renew(days: number): Promise<void>;
  stop(): Promise<unknown>;
}> {
  const openssl = await requireTool('openssl');
  async function make(days: number, into: string) {
    await mkdir(into, { recursive: true });
    const [key, cert] = [path.join(folder, 'door.key'), path.join(into, `door-${days}.pem`)];
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key];
    await run(openssl, ['req', '-x509', ...kind, ...names, '-days', String(days), '-out', cert]);
    return { key: await readFile(key), cert: await readFile(cert) };
  }
  const certificates = path.join(folder, 'certificates');
  const server = createServer(await make(doorDays, certificates), (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificates,
    renew: async (days) => server.setSecureContext(await make(days, path.join(folder, 'renewed'))),
    stop: async () => server.close(),
  };
}
