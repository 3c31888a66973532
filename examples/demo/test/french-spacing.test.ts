import { expect, test } from '@jest/globals';
import { frenchSpacing } from '../src/french-spacing.ts';

// Underscores stand for no-break spaces.
test.each([
  ['les suivantes : un ; deux !', 'les suivantes_: un_; deux_!'],
  ['dit « oui »', 'dit «_oui_»'],
  ['articles L. 124-1 à L. 124-20', 'articles_L._124-1 à L._124-20'],
  ['convention n° 2027-0143', 'convention n°_2027-0143'],
  ['9 € par jour, soit 35 heures', '9_€ par jour, soit 35_heures'],
  ['à 9 h 30', 'à 9_h 30'],
  ['SIRET 000 000 001 00012', 'SIRET 000_000_001 00012'],
  ['4,50\u202f€', '4,50_€'],
])('"%s" breaks at no space where French forbids it', (text, expected) => {
  expect(frenchSpacing(text)).toBe(expected.replaceAll('_', '\u00a0'));
});
