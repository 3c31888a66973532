import type { SigningMetadata } from '../../signing/signable.ts';
import type { MetadataInput } from '../wire/inputs.ts';

/** The contract's Metadata object in our words. */
export function readMetadata({ companyname, signatory, watchers, ...same }: MetadataInput): SigningMetadata {
  return {
    ...same,
    companyName: companyname,
    signatories: signatory.map(({ givenname, ...rest }) => ({ ...rest, givenName: givenname })),
    watchers: watchers.map(({ mail }) => mail),
  };
}
