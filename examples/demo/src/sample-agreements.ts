import type { SampleAgreement } from './sample-agreement.ts';
import { archiveInternship } from './samples/archive-internship.ts';
import { laboratoryInternship } from './samples/laboratory-internship.ts';
import { webInternship } from './samples/web-internship.ts';

/**
 * The agreements of the demo. Every person, organisation, number and address is invented: mails end in the
 * domains reserved for examples (RFC 2606), telephone numbers are from the ranges that France keeps for fiction.
 */
export const sampleAgreements: readonly SampleAgreement[] = [
  webInternship,
  laboratoryInternship,
  archiveInternship,
];
