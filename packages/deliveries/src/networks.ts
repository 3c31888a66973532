import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

/** The blocks of IPv4 and of the global range of IPv6 that lead nowhere in the Internet, or to nobody in particular. */
const special = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  // 6to4: the address of IPv4 within may be any.
  '2002::/16',
  '3fff::/20',
]);

/** What of IPv6 is given out at all: loopback, local, mapped, translated and multicast addresses are outside. */
const global = blockList(['2000::/3']);

/**
 * The networks of a list such as `10.1.0.0/16`.
 *
 * @throws when one is no address with the length of its prefix
 */
export function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [, address = '', prefix] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(network) ?? [];
    if (prefix === undefined) throw new RangeError(`"${network}" is no network such as 10.1.0.0/16`);
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Whether an address may be called: one of the Internet, or of the networks that are allowed beside it. */
export function mayBeCalled(address: string, allowed: BlockList): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (allowed.check(address, family)) return true;
  return !special.check(address, family) && (family === 'ipv4' || global.check(address, family));
}

/** No address of a host may be called. */
export class ClosedNetworkError extends Error {
  readonly host: string;

  constructor(host: string) {
    super(`${host} is in a closed network`);
    this.name = 'ClosedNetworkError';
    this.host = host;
  }
}

/**
 * Whether a host is an address that may not be called: no name is looked up for it, and what one of a name may be is only
 * known when it is.
 *
 * @param host  of a URL, which writes each address of IPv4 in one way
 */
export function isClosedHost(host: string, allowed: BlockList): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && !mayBeCalled(address, allowed);
}

/**
 * Looks names up for a connection, and gives it only addresses that may be called: what is checked is what is connected
 * to, whatever the name says a moment later.
 */
export function lookupWithin(allowed: BlockList): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first, ...others] = (found ?? []).filter(({ address }) => mayBeCalled(address, allowed));
      if (error !== null) callback(error, []);
      else if (first === undefined) callback(new ClosedNetworkError(host), []);
      else if (options.all) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    });
  };
}
