import type { Agreement, Amendment } from './agreement.ts';
import { type SigningMetadata, signingMetadata } from './signing-metadata.ts';

/** A sample agreement with its amendments: for each what the contract says about it, and the terms for its PDF. */
export interface SampleAgreement {
  metadata: SigningMetadata;
  agreement: Agreement;
  amendments: readonly { metadata: SigningMetadata; amendment: Amendment }[];
}

/**
 * Adds to the terms what the contract says about them, so that each name and address is written once.
 *
 * @param watchers  mail addresses of those who receive agreement and amendments read-only
 */
export function sampleAgreement({
  agreement,
  amendments = [],
  workflowId,
  watchers,
}: {
  agreement: Agreement;
  amendments?: readonly Amendment[];
  workflowId: string;
  watchers: readonly string[];
}): SampleAgreement {
  const parties = { companyname: agreement.host.name, school: agreement.school.name };
  const handling = { workflowId, watchers };
  return {
    metadata: signingMetadata({ ...agreement, ...parties }, handling),
    agreement,
    amendments: amendments.map((amendment) => ({
      metadata: signingMetadata({ ...amendment, ...parties }, handling),
      amendment,
    })),
  };
}
