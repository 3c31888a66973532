import { testPdf } from './test-pdf.ts';

/** The combined document object of an agreement that two people sign, one after the other (contract §2). */
export function testAgreement() {
  const title = 'Test agreement of the vendor check';
  const signatory = [
    { name: 'Martin', givenname: 'Ada', mail: 'ada.martin@example.org', phone: '+33612345678', order: 1 },
    { name: 'Durand', givenname: 'Paul', mail: 'paul.durand@example.org', phone: null, order: 2 },
  ];
  const people = signatory.map(
    ({ order, givenname, name, mail }) => `${order}. ${givenname} ${name}, ${mail}`,
  );
  const pdf = testPdf([
    title,
    '',
    'This document is a test and commits nobody. To be signed by',
    '',
    ...people,
  ]);
  const metadata = {
    title,
    companyname: 'Example Industries',
    school: 'Example University',
    workflowId: 'vendor-check',
    signatory,
    watchers: [{ mail: 'internships@example.edu' }],
  };
  return { pdf64: pdf.toString('base64'), metadata };
}
