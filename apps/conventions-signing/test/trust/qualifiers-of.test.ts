import { expect, test } from '@jest/globals';
import { type Criteria, qualifiersOf } from '../../src/trust/qualifiers-of.ts';

const traits = {
  keyUsage: new Set(['nonRepudiation']),
  policies: new Set(['1.2.3', '1.2.4']),
  purposes: new Set(['1.3.6.1.5.5.7.3.4']),
  subjectAttributes: new Set(['2.5.4.3']),
};

const criteria = (given: Partial<Criteria>): Criteria => ({
  assert: 'all',
  keyUsages: [],
  policies: [],
  purposes: [],
  subjectAttributes: [],
  nested: [],
  hasUnknown: false,
  ...given,
});

test.each<[string, Partial<Criteria>, boolean]>([
  ['all of nothing', {}, true],
  ['a policy that it has', { policies: [['1.2.3']] }, true],
  ['a set of policies of which it lacks one', { policies: [['1.2.3', '1.2.9']] }, false],
  ['a bit that is set', { keyUsages: [{ nonRepudiation: true, digitalSignature: false }] }, true],
  ['a bit that must not be set', { keyUsages: [{ nonRepudiation: false }] }, false],
  ['a purpose that it has not', { purposes: [['1.3.6.1.5.5.7.3.1']] }, false],
  ['an attribute of its subject', { subjectAttributes: [['2.5.4.3']] }, true],
  ['one of two', { assert: 'atLeastOne', policies: [['9'], ['1.2.4']] }, true],
  ['one of none', { assert: 'atLeastOne' }, false],
  ['none of those that it has not', { assert: 'none', policies: [['9']] }, true],
  ['none of those of which it has one', { assert: 'none', policies: [['9'], ['1.2.3']] }, false],
  ['criteria within criteria', { nested: [criteria({ assert: 'none', policies: [['9']] })] }, true],
  ['something unknown', { hasUnknown: true, policies: [['1.2.3']] }, false],
  [
    'something unknown, or what it has',
    { assert: 'atLeastOne', hasUnknown: true, policies: [['1.2.3']] },
    true,
  ],
  ['none of something unknown', { assert: 'none', hasUnknown: true }, false],
])('Criteria for %s', (_name, given, isMet) => {
  const found = qualifiersOf([{ qualifiers: ['QCWithQSCD'], criteria: criteria(given) }], traits);

  expect(found).toEqual(isMet ? ['QCWithQSCD'] : []);
});
