import type { NewRecord } from '@campus/signing-client';
import type { Signatory } from './agreement.ts';

interface SignedDocument {
  title: string;
  companyname: string;
  school: string;
  signatories: readonly Signatory[];
}

/**
 * The metadata of a document: its signatories without their French roles, which the contract has no field for.
 *
 * @param watchers  mail addresses of those who receive the document read-only
 */
export function signingMetadata(
  { title, companyname, school, signatories }: SignedDocument,
  { workflowId, watchers }: { workflowId: string; watchers: readonly string[] },
): NewRecord {
  return {
    title,
    companyname,
    school,
    workflowId,
    signatory: signatories.map(({ role: _, ...signatory }) => signatory),
    watchers: watchers.map((mail) => ({ mail })),
  };
}
