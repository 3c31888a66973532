import { describe, expect, test } from '@jest/globals';
import { sampleAgreements } from '../src/sample-agreements.ts';

const documents = sampleAgreements.flatMap(({ metadata, amendments }) => [
  metadata,
  ...amendments.map((amendment) => amendment.metadata),
]);

describe('The sample agreements', () => {
  test('are thirty, and the second has an amendment', () => {
    expect(sampleAgreements.map(({ amendments }) => amendments.length)).toEqual([0, 1, ...Array(28).fill(0)]);
  });

  test('begin with three that nobody has sent, and go on with every fate', () => {
    const fates = sampleAgreements.map(({ fate }) => fate);

    expect(fates.slice(0, 3)).toEqual(['registered', 'registered', 'registered']);
    expect(new Set(fates.slice(3))).toEqual(new Set(['registered', 'sent', 'taken back', 'refused']));
  });

  test('have titles that differ, since a start finds them by title', () => {
    expect(new Set(documents.map(({ title }) => title)).size).toBe(documents.length);
  });

  test.each(documents)('"$title" has exactly the fields of the contract', (document) => {
    expect(Object.keys(document)).toEqual([
      'title',
      'companyname',
      'school',
      'workflowId',
      'signatory',
      'watchers',
    ]);
    for (const signatory of document.signatory) {
      expect(Object.keys(signatory).toSorted()).toEqual(['givenname', 'mail', 'name', 'order', 'phone']);
    }
  });

  test.each(documents)('"$title" has plain mail addresses in domains reserved for examples', (document) => {
    for (const { mail } of [...document.signatory, ...(document.watchers ?? [])]) {
      expect(mail).toMatch(/^[a-z.]+@example\.(org|com|edu)$/);
    }
  });

  test('differ in shape: parallel signatories, a missing telephone number, no watchers', () => {
    const orders = documents.map(({ signatory }) => signatory.map(({ order }) => order));

    expect(orders.slice(0, 5)).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 2, 3, 4],
      [1, 2, 2, 3, 4],
      [1, 2, 3, 4],
      [1, 2, 3],
    ]);
    expect(documents.some(({ signatory }) => signatory.some(({ phone }) => phone === null))).toBe(true);
    expect(documents.slice(0, 4).map(({ watchers }) => watchers?.length)).toEqual([1, 2, 2, 0]);
  });

  test('run from a Monday to a Friday', () => {
    for (const { agreement } of sampleAgreements) {
      expect(new Date(agreement.internship.startsOn).getUTCDay()).toBe(1);
      expect(new Date(agreement.internship.endsOn).getUTCDay()).toBe(5);
    }
  });
});
