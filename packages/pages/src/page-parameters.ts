import { httpUrl, ParameterError, parameter, text } from '@campus/config';
import type { Hex } from './brand/colour.ts';
import { type Logo, logoFile } from './brand/logo.ts';
import { isLanguage, type Language, languages } from './language/language.ts';

/** Links at the foot of every page, and what makes the pages an institution's own, under the same names in every service. */
export const frameParameters = {
  legalUrl: parameter(
    'pages.legal-url',
    'address of the legal notice, linked at the foot of every page',
    httpUrl,
  ),
  accessibilityUrl: parameter(
    'pages.accessibility-url',
    'address of an accessibility statement of the institution, linked at the foot of every page in place of ours',
    httpUrl,
  ),
  accessibilityContact: parameter(
    'pages.accessibility-contact',
    'whom people tell what is not accessible to them, in our statement: mail address, or address of a page',
    contact,
  ),
  securityContact: parameter(
    'pages.security-contact',
    'whom people tell of a vulnerability, in `/.well-known/security.txt`: mail address, or https address of a page; absent: there is no such file',
    contact,
  ),
  brandName: parameter('brand.name', 'name of the institution, in the header of every page', text),
  brandColour: parameter(
    'brand.colour',
    'colour of the institution, such as `#0b57a4`: links and buttons have it where it is read well (4.5:1), else the nearest darker or, in the dark, brighter one of its hue',
    colour,
    { default: '#2457a6' },
  ),
  brandLogo: parameter(
    'brand.logo',
    'file with the logo, shown in the header: SVG with a `viewBox`, or PNG; at most 100 kB',
    logoFile,
  ),
};

/** As a URI: of a page, or `mailto:`. */
function contact(given: string): string {
  const trimmed = given.trim();
  if (/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(trimmed)) return `mailto:${trimmed}`;
  if (trimmed.startsWith('https://')) return httpUrl(trimmed);
  throw new ParameterError('must be a mail address, or an address that begins with https://');
}

function colour(given: string): Hex {
  const trimmed = given.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(trimmed)) return trimmed;
  throw new ParameterError('must be a colour of six hexadecimal digits, such as #0b57a4');
}

/** What the pages are made of that says whose they are. */
export interface Brand {
  brandName: string | undefined;
  brandColour: Hex;
  brandLogo: Logo | undefined;
  /** Whom people tell what is not accessible, or not secure: `mailto:` or a page. */
  accessibilityContact?: string | undefined;
  securityContact?: string | undefined;
}

/** Value parser of a configuration parameter: one of our languages. */
export function languageCode(given: string): Language {
  const code = given.trim().toLowerCase();
  if (isLanguage(code)) return code;
  throw new ParameterError(`must be ${languages.join(' or ')}`);
}
