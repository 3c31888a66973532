import { httpUrl, ParameterError, parameter } from '@campus/config';
import { isLanguage, type Language, languages } from './language/language.ts';

/** Parameters of the links at the foot of every page, under the same names in every service. */
export const footerParameters = {
  legalUrl: parameter({
    name: 'pages.legal-url',
    meaning: 'address of the legal notice, linked at the foot of every page',
    parse: httpUrl,
  }),
  accessibilityUrl: parameter({
    name: 'pages.accessibility-url',
    meaning: 'address of the accessibility statement, linked at the foot of every page',
    parse: httpUrl,
  }),
};

/** Value parser of a configuration parameter: one of our languages. */
export function languageCode(given: string): Language {
  const code = given.trim().toLowerCase();
  if (isLanguage(code)) return code;
  throw new ParameterError(`must be ${languages.join(' or ')}`);
}
