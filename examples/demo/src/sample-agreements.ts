import type { SampleAgreement } from './sample-agreement.ts';
import { archiveInternship } from './samples/archive-internship.ts';
import { furtherInternships } from './samples/further-internships.ts';
import { laboratoryInternship } from './samples/laboratory-internship.ts';
import { webInternship } from './samples/web-internship.ts';

/**
 * The agreements of the demo: three to try things with, then those that make it look like an office. Every person, organisation, number and address is invented: mails end in the
 * domains reserved for examples (RFC 2606), telephone numbers are from the ranges that France keeps for fiction.
 */
export const sampleAgreements: readonly SampleAgreement[] = [
  webInternship,
  laboratoryInternship,
  archiveInternship,
  ...furtherInternships,
];
