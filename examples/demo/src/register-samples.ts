import { answerOf, type NewRecord, type SigningClient } from '@campus/signing-client';
import { agreementPdf, amendmentPdf } from './agreement-pdf.ts';
import type { SampleAgreement } from './sample-agreement.ts';
import { sampleAgreements } from './sample-agreements.ts';

/**
 * Registers the sample agreements and their amendments through the management API, each only when none of its
 * title is there: a start that was interrupted halfway is completed by the next.
 *
 * @returns the ids of the agreements, in the order of the samples
 * @throws ApiError when an answer is not the expected one
 */
export async function registerSamples(client: SigningClient): Promise<number[]> {
  const agreements: { id: number; title: string }[] = [];
  for await (const agreement of client.all('/api/conventions')) agreements.push(agreement);
  const known = idsByTitle(agreements);
  const ids: number[] = [];
  // One after the other, so that on an empty database the ids follow the order of the samples.
  for (const sample of sampleAgreements) {
    const id = known.get(sample.metadata.title) ?? (await registerAgreement(client, sample));
    await registerAmendments(client, id, sample);
    ids.push(id);
  }
  return ids;
}

async function registerAgreement(
  { api }: SigningClient,
  { agreement, metadata }: SampleAgreement,
): Promise<number> {
  const body = await bodyOf(metadata, agreement.reference, agreementPdf(agreement));
  return (await answerOf(api.POST('/api/conventions', { body, headers: ownConnection }))).id;
}

async function registerAmendments(
  { api }: SigningClient,
  agreementId: number,
  { amendments }: SampleAgreement,
): Promise<void> {
  if (amendments.length === 0) return;
  const params = { path: { id: agreementId } };
  const known = idsByTitle((await answerOf(api.GET('/api/conventions/{id}', { params }))).avenants ?? []);
  for (const { amendment, metadata } of amendments) {
    if (known.has(metadata.title)) continue;
    const body = await bodyOf(metadata, amendment.reference, amendmentPdf(amendment));
    await answerOf(api.POST('/api/conventions/{id}/avenants', { params, body, headers: ownConnection }));
  }
}

/** While a PDF is drawn, the service may close a connection that is kept, unseen by the next request. */
const ownConnection = { Connection: 'close' };

async function bodyOf(metadata: NewRecord, reference: string, pdf: Promise<Buffer>) {
  return { metadata, reference, doc: new Blob([new Uint8Array(await pdf)], { type: 'application/pdf' }) };
}

/** When a title occurs twice, the smallest id counts: samples are registered before anything else. */
function idsByTitle(registered: readonly { id: number; title: string }[]): Map<string, number> {
  const descending = registered.toSorted((one, other) => other.id - one.id);
  return new Map(descending.map(({ id, title }) => [title, id]));
}
