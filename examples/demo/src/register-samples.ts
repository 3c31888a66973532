import { agreementPdf, amendmentPdf } from './agreement-pdf.ts';
import {
  createAgreement,
  createAmendment,
  listAgreements,
  listAmendments,
  type ManagementAccess,
  type Registered,
} from './management-api.ts';
import type { SampleAgreement } from './sample-agreement.ts';
import { sampleAgreements } from './sample-agreements.ts';

/**
 * Registers the sample agreements and their amendments through the management API, each only when none of its
 * title is there: a start that was interrupted halfway is completed by the next.
 *
 * @returns the ids of the agreements, in the order of the samples
 * @throws Error when an answer is not the expected one; it names the request, the status and the answer
 */
export async function registerSamples(access: ManagementAccess): Promise<number[]> {
  const known = idsByTitle(await listAgreements(access));
  const ids: number[] = [];
  // One after the other, so that on an empty database the ids follow the order of the samples.
  for (const sample of sampleAgreements) {
    const id = known.get(sample.metadata.title) ?? (await registerAgreement(access, sample));
    await registerAmendments(access, id, sample);
    ids.push(id);
  }
  return ids;
}

async function registerAgreement(
  access: ManagementAccess,
  { agreement, metadata }: SampleAgreement,
): Promise<number> {
  const { reference } = agreement;
  return await createAgreement(access, { metadata, reference, pdf: await agreementPdf(agreement) });
}

async function registerAmendments(
  access: ManagementAccess,
  agreementId: number,
  { amendments }: SampleAgreement,
): Promise<void> {
  if (amendments.length === 0) return;
  const known = idsByTitle(await listAmendments(access, agreementId));
  for (const { amendment, metadata } of amendments) {
    if (known.has(metadata.title)) continue;
    const { reference } = amendment;
    await createAmendment(access, agreementId, { metadata, reference, pdf: await amendmentPdf(amendment) });
  }
}

/** When a title occurs twice, the smallest id counts: samples are registered before anything else. */
function idsByTitle(registered: readonly Registered[]): Map<string, number> {
  const descending = registered.toSorted((one, other) => other.id - one.id);
  return new Map(descending.map(({ id, title }) => [title, id]));
}
