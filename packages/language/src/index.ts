export { fallbackOrder, isLanguage, type Language, languages, type Translated } from './language.ts';
export { languageOf } from './language-of.ts';
