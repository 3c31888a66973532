import { expect, test } from '@jest/globals';
import { inEachLanguage } from '../src/language/in-each-language.ts';

const words = inEachLanguage({
  title: ['Rounds', 'Tours'],
  round: (number: number) => [`Round ${number}`, `Tour ${number}`],
  states: { open: ['open', 'ouvert'], of: { nobody: () => ['nobody’s', 'à personne'] } },
  mood: [
    { mood: 'good', text: 'Done.' },
    { mood: 'good', text: 'Fait.' },
  ],
});

test('Given texts beside their translations, When one language is chosen, Then each says its own at its place', () => {
  expect(words.en).toMatchObject({ title: 'Rounds', states: { open: 'open' }, mood: { text: 'Done.' } });
  expect(words.fr).toMatchObject({ title: 'Tours', states: { open: 'ouvert' }, mood: { text: 'Fait.' } });
});

test('Given a text that is made of something, When it is asked for, Then it is made in the chosen language', () => {
  expect([words.en.round(2), words.fr.round(3)]).toEqual(['Round 2', 'Tour 3']);
  expect([words.en.states.of.nobody(), words.fr.states.of.nobody()]).toEqual(['nobody’s', 'à personne']);
});

test('Given a text without its translation, When types are checked, Then it does not compile', () => {
  expect([
    // @ts-expect-error  a text alone
    inEachLanguage<{ title: string }>,
    // @ts-expect-error  a pair of one
    inEachLanguage<{ title: [string] }>,
    // @ts-expect-error  what is made, alone
    inEachLanguage<{ round: (number: number) => string }>,
  ]).toHaveLength(3);
});
