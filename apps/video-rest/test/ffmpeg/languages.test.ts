import { expect, test } from '@jest/globals';
import { languageOfTag, nameOfLanguage, titleOfTag } from '../../src/ffmpeg/languages.ts';

test.each([
  ['fra', 'fr'],
  ['fre', 'fr'],
  ['ENG', 'en'],
  ['pt-BR', 'pt'],
  ['zh_Hant', 'zh'],
  ['ger', 'de'],
  ['und', null],
  ['French', null],
  ['\0\0\0', null],
  ['', null],
  [undefined, null],
])('The language of a stream tagged %j is %j', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});

test('A language is called as its speakers call it, and a title has nothing that a playlist cannot hold', () => {
  expect([nameOfLanguage('fr'), nameOfLanguage('en')]).toEqual(['Français', 'English']);
  expect(titleOfTag('Voix "off"\r\n#EXTM3U\0')).toBe('Voix off #EXTM3U');
  expect(titleOfTag(' \n')).toBeUndefined();
  expect(titleOfTag('é'.repeat(500))).toHaveLength(60);
});

test('A title that is cut off ends with a whole character', () => {
  expect(titleOfTag(`a${'🎓'.repeat(100)}`)).toBe(`a${'🎓'.repeat(59)}`);
});
