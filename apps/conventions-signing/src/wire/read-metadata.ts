import { metadataTextNames } from '../domain/registered-texts.ts';
import type { SigningMetadata } from '../domain/signable.ts';
import type { MetadataInput } from './inputs.ts';
import { fromWire } from './registration-fields.ts';

/** The contract's Metadata object in our words. */
export function readMetadata({ signatory, watchers, ...texts }: MetadataInput): SigningMetadata {
  return {
    ...fromWire(metadataTextNames, texts),
    signatories: signatory.map(({ givenname, ...rest }) => ({ ...rest, givenName: givenname })),
    watchers: watchers.map(({ mail }) => mail),
  };
}
