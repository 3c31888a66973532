import { boolean, parameter, type Values } from '@campus/config';
import type { CasServer } from './connect-cas.ts';
import { providerUrl } from './provider-url.ts';

/** Parameters of the sign-in by CAS. */
export const casParameters = {
  casUrl: parameter({
    name: 'cas.url',
    meaning:
      'address of the CAS server (protocol 3) for people with a browser, such as https://cas.example.edu/cas; absent: nobody signs in by CAS',
    parse: providerUrl,
  }),
  casRenew: parameter({
    name: 'cas.renew',
    meaning: 'whether people prove there who they are at every sign-in, also when they have just done so',
    parse: boolean,
    default: { value: false, text: 'false' },
  }),
};

/** How the server is reached; undefined while it is not configured. */
export function casServerOf({ casUrl, casRenew }: Values<typeof casParameters>): CasServer | undefined {
  return casUrl === undefined ? undefined : { url: casUrl, renew: casRenew };
}
