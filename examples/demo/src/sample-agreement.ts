import type { NewRecord } from '@campus/signing-client';
import type { Agreement, Amendment } from './agreement.ts';
import { signingMetadata } from './signing-metadata.ts';

/** A sample agreement with its amendments: for each what the contract says about it, and the terms for its PDF. */
export interface SampleAgreement {
  metadata: NewRecord;
  agreement: Agreement;
  amendments: readonly { metadata: NewRecord; amendment: Amendment }[];
  /**
   * What the demo does with it besides registering it: `sent` for signature, sent and `taken back`, or sent to a signing
   * application that has `refused` the call.
   */
  fate: 'registered' | 'sent' | 'taken back' | 'refused';
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
  fate = 'registered',
}: {
  agreement: Agreement;
  amendments?: readonly Amendment[];
  workflowId: string;
  watchers: readonly string[];
  fate?: SampleAgreement['fate'];
}): SampleAgreement {
  const parties = { companyname: agreement.host.name, school: agreement.school.name };
  const handling = { workflowId, watchers };
  return {
    metadata: signingMetadata({ ...agreement, ...parties }, handling),
    agreement,
    fate,
    amendments: amendments.map((amendment) => ({
      metadata: signingMetadata({ ...amendment, ...parties }, handling),
      amendment,
    })),
  };
}
