import { setTimeout } from 'node:timers/promises';
import { answerOf, type SigningClient } from '@campus/signing-client';
import { sampleAgreements } from './sample-agreements.ts';
import { furtherInternships } from './samples/further-internships.ts';

/**
 * Lets each sample meet its fate, once: one that has been sent before is left alone.
 *
 * @param ids  of the agreements, in the order of the samples
 * @returns those that are signed in a minute, as nobody refuses, or lets others wait for them
 */
export async function sendSamples(client: SigningClient, ids: readonly number[]): Promise<number[]> {
  const soonSigned: number[] = [];
  for (const [index, { fate, metadata }] of sampleAgreements.entries()) {
    const id = ids[index];
    if (fate === 'registered' || id === undefined) continue;
    if ((await agreementOf(client, id)).round > 0) continue;
    const params = { path: { id } };
    await answerOf(client.api.POST('/api/conventions/{id}/signature', { params }));
    const reason = 'Le tuteur de stage a changé.';
    if (fate === 'taken back')
      await answerOf(client.api.DELETE('/api/conventions/{id}/signature', { params, body: { reason } }));
    if (fate === 'sent' && !/^(waits|refuses)-/.test(metadata.workflowId)) soonSigned.push(id);
  }
  return soonSigned;
}

/** Waits until all of these are signed, or a minute is over. */
export async function untilSigned(
  client: SigningClient,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (const id of ids) {
    while ((await agreementOf(client, id)).state !== 'signed' && Date.now() < deadline) {
      await setTimeout(1000, undefined, { signal });
    }
  }
}

function agreementOf({ api }: SigningClient, id: number) {
  return answerOf(api.GET('/api/conventions/{id}', { params: { path: { id } } }));
}

/** What the samples are called that make the demo look like an office, in their order. */
export const titlesOfOffice: readonly string[] = furtherInternships.map(({ metadata }) => metadata.title);

/** The documents whose calls the signing application is to refuse, on a database that began with the samples. */
export function refusedCalls(): string {
  const refused = sampleAgreements.flatMap(({ fate }, index) => (fate === 'refused' ? [index + 1] : []));
  return refused.map((id) => `conventions/${id}:503`).join(',');
}
