import { boolean, parameter, type Values } from '@campus/config';
import type { CasServer } from './connect-cas.ts';
import { providerUrl } from './provider-url.ts';

/** Parameters of the sign-in by CAS. */
export const casParameters = {
  casUrl: parameter({
    name: 'cas.url',
    meaning:
      'address of the CAS server (protocol 3) for people with a browser, such as https://cas.example.edu/cas; needs `server.base-url`; absent: nobody signs in by CAS',
    parse: providerUrl,
  }),
  casRenew: parameter({
    name: 'cas.renew',
    meaning: 'whether people prove there who they are at every sign-in, also when they have just done so',
    parse: boolean,
    default: { value: false, text: 'false' },
  }),
};

/**
 * The rule beside them: the public address is configured. Taken from the header `Host` it would be what the sender says,
 * and another service could sign somebody in here with a ticket that it was given for itself.
 */
export function checkCas({ casUrl, baseUrl }: { casUrl: string | undefined; baseUrl: string | undefined }) {
  if (casUrl === undefined || baseUrl !== undefined) return [];
  const message = `server.base-url is required with cas.url, since tickets are held against it; set it to the public address, such as https://service.example.org`;
  return [{ parameters: ['casUrl', 'baseUrl'], message }] as const;
}

/** How the server is reached; undefined while it is not configured. */
export function casServerOf({ casUrl, casRenew }: Values<typeof casParameters>): CasServer | undefined {
  return casUrl === undefined ? undefined : { url: casUrl, renew: casRenew };
}
