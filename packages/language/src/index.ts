export { colon } from './colon.ts';
export { fill, type MessageValues } from './fill.ts';
export { fallbackOrder, isLanguage, type Language, languages, type Translated } from './language.ts';
export { languageOf } from './language-of.ts';
export { TranslatedError } from './translated-error.ts';
