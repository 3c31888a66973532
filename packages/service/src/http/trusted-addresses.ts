import proxyaddr from 'proxy-addr';

/** More than there are proxies; clients whose addresses they forward come and go. */
const maxRemembered = 1000;
/** Of IPv6 with IPv4 inside and a zone; what is longer is none, and was made to fill memory. */
const maxLength = 64;

/**
 * Whether an address is one whose forwarded headers are believed, as Express's `trust proxy` takes it. Remembered, since
 * Express asks four times a request, and reading an address anew takes 2 µs each time.
 *
 * @param proxies  addresses, networks, and names of networks such as `loopback`
 */
export function trustedAddresses(proxies: string[]): (address: string | undefined, hop: number) => boolean {
  const isTrusted = proxyaddr.compile(proxies);
  const remembered = new Map<string, boolean>();
  return (address, hop) => {
    // Node has none of a connection that was reset.
    if (address === undefined) return false;
    if (address.length > maxLength) return isTrusted(address, hop);
    const known = remembered.get(address);
    if (known !== undefined) return known;
    if (remembered.size >= maxRemembered) remembered.clear();
    const answer = isTrusted(address, hop);
    remembered.set(address, answer);
    return answer;
  };
}
