import { isIPv6 } from 'node:net';

/**
 * What counts as one client among addresses: an IPv4 address, also where it is written as IPv6, or the first 64 bits
 * of an IPv6 address, since everybody who has one has all addresses of that block.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const withoutZone = address.replace(/%.*$/, '');
  if (!isIPv6(withoutZone)) return address;
  // `::` stands for as many zeros as are missing to eight groups; a dotted end counts for two.
  const [start = '', end] = withoutZone
    .toLowerCase()
    .replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
    .split('::');
  const [before, after] = [start, end ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const missing = 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array<string>(missing).fill('0'), ...(after ?? [])];
  const block = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(':')}::/64`;
}
