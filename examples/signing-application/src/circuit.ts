/**
 * One round of signing, from the document as registered to the signed PDF.
 *
 * Here seconds pass between the signatures; in a real application weeks do.
 */
import { setTimeout } from 'node:timers/promises';
import type { DocumentRef, Signatory } from './document.ts';
import type { Institution } from './institution.ts';
import { type Signer, signPdf } from './sign-pdf.ts';
import { stepsOf } from './steps-of.ts';

interface CircuitTools {
  institution: Institution;
  /** A certificate and key in the name of the signatory. */
  signerFor: (signatory: Signatory) => Promise<Signer>;
  secondsBetweenSignatures: number;
  log: (line: string) => void;
}

/**
 * Fetches, lets one step of signatories sign after the other and reports their dates at once, deposits the PDF when it
 * is complete. A refusal ends it.
 *
 * @throws Error  what the institution's service said against it, or that the signal has stopped it
 */
export async function runCircuit(tools: CircuitTools, ref: DocumentRef, signal: AbortSignal): Promise<void> {
  const { institution, signerFor, secondsBetweenSignatures, log } = tools;
  const { title, pdf, signatories, workflow } = await institution.fetchDocument(ref, signal);
  log(`fetched "${title}", ${pdf.byteLength} bytes, signatories: ${signatories.length}`);

  const course = courseOf(workflow);
  let signedPdf = pdf;
  let submissionDate = new Date();
  for (const [index, step] of stepsOf(signatories).entries()) {
    const isHeldUp = index >= course.steps;
    const seconds = isHeldUp && course.next === 'wait' ? secondsOfWaiting : secondsBetweenSignatures;
    await setTimeout(seconds * 1000, undefined, { signal });
    const [first] = step;
    if (isHeldUp && course.next === 'refuse' && first !== undefined) {
      const { mail, order } = first;
      const reason = 'Les dates du stage ne sont pas les bonnes.';
      await institution.reportRefusal(ref, { mail, order, date: new Date(), reason }, signal);
      log(`refused by ${order}. ${mail}`);
      return;
    }
    // Also those who sign in parallel sign one revision of the file after the other.
    for (const signatory of step) {
      const signatureDate = new Date();
      signedPdf = await signPdf(signedPdf, await signerFor(signatory), signatureDate);
      const { mail, order } = signatory;
      await institution.reportDates(ref, [{ mail, order, signatureDate, submissionDate }], signal);
      log(`signed by ${order}. ${mail}`);
    }
    submissionDate = new Date();
  }

  await institution.depositPdf(ref, signedPdf, signal);
  log(`deposited ${signedPdf.byteLength} bytes`);
}

const secondsOfWaiting = 3600;

/**
 * What becomes of a circuit, by the name of its workflow: `waits-after-2` stops after two steps, for an hour each,
 * `refuses-after-2` ends there, as whoever is next does not sign; any other goes on to its end.
 */
function courseOf(workflow: string): { steps: number; next: 'wait' | 'refuse' } {
  const [, what, steps] = /^(waits|refuses)-after-(\d+)$/.exec(workflow) ?? [];
  if (what === undefined) return { steps: Number.POSITIVE_INFINITY, next: 'wait' };
  return { steps: Number(steps), next: what === 'waits' ? 'wait' : 'refuse' };
}
