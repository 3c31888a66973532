import { httpUrl, ParameterError } from '@campus/config';

/** Value parser: the address of an identity provider, to which others are added; without TLS only on this machine. */
export function providerUrl(given: string): string {
  const address = httpUrl(given);
  const { protocol, hostname, search } = new URL(address);
  if (search !== '') throw new ParameterError('must be a URL without a query');
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  if (protocol === 'http:' && !isHere) throw new ParameterError('must begin with https://');
  return address;
}
