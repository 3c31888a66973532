import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstFree, maxSlugLength, shortSlug, slugify } from '../src/make-slug.ts';

test.each([
  ['Algèbre linéaire', 'algebre-lineaire'],
  ['  Cours n°1 : introduction  ', 'cours-n1-introduction'],
  ['a - b -- c', 'a-b-c'],
  ['_private_', 'private'],
  ['snake_case', 'snake_case'],
  ['数学', ''],
  ['Œuvre', 'uvre'],
  ['ﬁn', 'fin'],
  ['--', ''],
])('slugify(%j) is %j', (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

test('A slug never needs encoding in an address, and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const slug = slugify(text);
      expect(slug).toMatch(/^[a-z0-9_-]*$/);
      expect(slugify(slug)).toBe(slug);
    }),
  );
});

test('A slug that would be too long ends with a whole word', () => {
  const words = fc.array(fc.stringMatching(/^[a-z㎯é_]{1,60}$/u), { maxLength: 30 });
  fc.assert(
    fc.property(words, (given) => {
      const whole = slugify(given.join(' '));
      const slug = shortSlug(given.join(' '));
      expect(slug.length).toBeLessThanOrEqual(maxSlugLength);
      expect(whole.startsWith(slug)).toBe(true);
      if (whole.length <= maxSlugLength) expect(slug).toBe(whole);
      else if (whole.slice(0, maxSlugLength + 1).includes('-', 1))
        expect(whole.slice(slug.length)).toMatch(/^_*-/);
    }),
  );
  expect(shortSlug('㎯'.repeat(200))).toBe('rads2'.repeat(40));
});

test('A slug that is taken gets the first free number', () => {
  expect(firstFree('amphi', new Set())).toBe('amphi');
  expect(firstFree('amphi', new Set(['amphi']))).toBe('amphi-2');
  expect(firstFree('amphi', new Set(['amphi', 'amphi-2', 'amphi-4']))).toBe('amphi-3');
});
