import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import type { Metrics } from './create-metrics.ts';

/** Shows how much room the disks of some folders have, by what the folders hold. */
export function watchDisks(metrics: Metrics, folders: Record<string, string>): void {
  const declare = (name: string, help: string, count: 'bavail' | 'blocks') =>
    metrics.gauge({
      name,
      help,
      labels: ['folder'],
      ofSeveral: 'min',
      read: async () =>
        fulfilled(
          Object.entries(folders).map(async ([folder, path]) => {
            const facts = await statfs(path);
            return { labels: { folder }, value: facts[count] * facts.bsize };
          }),
        ),
    });
  declare('disk_free_bytes', 'Room on the disk of a folder that the service may use.', 'bavail');
  declare('disk_size_bytes', 'Size of the disk of a folder.', 'blocks');
}

/** Shows when certificates end, by what they are for; one that cannot be had is left out. */
export function watchCertificates(metrics: Metrics, ends: Record<string, () => Promise<Date>>): void {
  metrics.gauge({
    name: 'certificate_end_timestamp_seconds',
    help: 'When a certificate ends, as Unix time.',
    labels: ['certificate'],
    ofSeveral: 'min',
    read: () =>
      fulfilled(
        Object.entries(ends).map(async ([certificate, readEnd]) => ({
          labels: { certificate },
          value: (await readEnd()).getTime() / 1000,
        })),
      ),
  });
}

const handshakeWithinMs = 1_500;

/** When the certificate ends that whoever goes to an https address is shown. Rejects when nobody answers there. */
export async function endOfCertificate(address: string): Promise<Date> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    // Whether it is believed is for those who go there; of one that is not, the end counts too.
    rejectUnauthorized: false,
    ...(!/^[\d.]+$|:/.test(host) && { servername: host }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(handshakeWithinMs) });
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

async function fulfilled<Value>(asked: Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(asked);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
