import { setTimeout } from 'node:timers/promises';
import { type ManagementAccess, readAgreement, sendForSignature, takeBack } from './management-api.ts';
import { sampleAgreements } from './sample-agreements.ts';
import { furtherInternships } from './samples/further-internships.ts';

/**
 * Lets each sample meet its fate, once: one that has been sent before is left alone.
 *
 * @param ids  of the agreements, in the order of the samples
 * @returns those that are signed in a minute, as nobody refuses, or lets others wait for them
 */
export async function sendSamples(access: ManagementAccess, ids: readonly number[]): Promise<number[]> {
  const soonSigned: number[] = [];
  for (const [index, { fate, metadata }] of sampleAgreements.entries()) {
    const id = ids[index];
    if (fate === 'registered' || id === undefined) continue;
    if ((await readAgreement(access, id)).round > 0) continue;
    await sendForSignature(access, id);
    if (fate === 'taken back') await takeBack(access, id, 'Le tuteur de stage a changé.');
    if (fate === 'sent' && !/^(waits|refuses)-/.test(metadata.workflowId)) soonSigned.push(id);
  }
  return soonSigned;
}

/** Waits until all of these are signed, or a minute is over. */
export async function untilSigned(
  access: ManagementAccess,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (const id of ids) {
    while ((await readAgreement(access, id)).state !== 'signed' && Date.now() < deadline) {
      await setTimeout(1000, undefined, { signal });
    }
  }
}

/** What the samples are called that make the demo look like an office, in their order. */
export const titlesOfOffice: readonly string[] = furtherInternships.map(({ metadata }) => metadata.title);

/** The documents whose calls the signing application is to refuse, on a database that began with the samples. */
export function refusedCalls(): string {
  const refused = sampleAgreements.flatMap(({ fate }, index) => (fate === 'refused' ? [index + 1] : []));
  return refused.map((id) => `conventions/${id}:503`).join(',');
}
