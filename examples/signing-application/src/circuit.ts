/**
 * One round of signing, from the document as registered to the last date reported.
 *
 * Here everybody signs at once. In a real application weeks pass between the signatures: send the dates of each
 * signatory when they are known, and the PDF when it is complete.
 */
import { setTimeout } from 'node:timers/promises';
import type { DocumentRef, Signatory } from './document.ts';
import type { Institution, SignatureDates } from './institution.ts';
import { type Signer, signPdf } from './sign-pdf.ts';
import { stepsOf } from './steps-of.ts';

export interface CircuitTools {
  institution: Institution;
  /** A certificate and key in the name of the signatory. */
  signerFor: (signatory: Signatory) => Promise<Signer>;
  secondsBetweenSignatures: number;
  log: (line: string) => void;
}

/**
 * Fetches, signs once for every signatory, deposits, reports the dates one step after the other.
 *
 * @throws Error  what the institution's service said against it, or that the signal has stopped it
 */
export async function runCircuit(tools: CircuitTools, ref: DocumentRef, signal: AbortSignal): Promise<void> {
  const { institution, signerFor, secondsBetweenSignatures, log } = tools;
  const { title, pdf, signatories } = await institution.fetchDocument(ref, signal);
  log(`fetched "${title}", ${pdf.byteLength} bytes, signatories: ${signatories.length}`);

  let signedPdf = pdf;
  let submissionDate = new Date();
  const steps: SignatureDates[][] = [];
  for (const step of stepsOf(signatories)) {
    const dates: SignatureDates[] = [];
    // Also those who sign in parallel sign one revision of the file after the other.
    for (const signatory of step) {
      const signatureDate = new Date();
      signedPdf = await signPdf(signedPdf, await signerFor(signatory), signatureDate);
      dates.push({ mail: signatory.mail, order: signatory.order, signatureDate, submissionDate });
    }
    steps.push(dates);
    submissionDate = new Date();
  }

  await institution.depositPdf(ref, signedPdf, signal);
  log(`deposited ${signedPdf.byteLength} bytes`);

  for (const dates of steps) {
    await setTimeout(secondsBetweenSignatures * 1000, undefined, { signal });
    for (const entry of dates) {
      await institution.reportDates(ref, [entry], signal);
      log(`signed by ${entry.order}. ${entry.mail}`);
    }
  }
}
