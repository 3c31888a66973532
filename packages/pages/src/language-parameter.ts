import { ParameterError } from '@campus/config';
import { isLanguage, type Language, languages } from './language/language.ts';

/** Value parser of a configuration parameter: one of our languages. */
export function languageCode(given: string): Language {
  const code = given.trim().toLowerCase();
  if (isLanguage(code)) return code;
  throw new ParameterError(`must be ${languages.join(' or ')}`);
}
