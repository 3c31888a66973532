import { httpUrl, parameter } from '@campus/config';

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
