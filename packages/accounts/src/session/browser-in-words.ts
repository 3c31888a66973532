import type { Language } from '@campus/pages';
import { sessionWords } from './session-words.ts';

/** The first that is found counts: most browsers also call themselves by the names of those further down. */
const browsers: readonly [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [sign: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A browser as people call it, such as “Firefox on Windows”; it may call itself whatever it likes.
 *
 * @param agent  its header `User-Agent`; undefined: it has sent none
 */
export function browserInWords(agent: string | undefined, language: Language): string {
  const say = sessionWords[language];
  const named = (names: typeof browsers) => names.find(([sign]) => sign.test(agent ?? ''))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser === undefined) return system ?? say.unknownBrowser;
  return system === undefined ? browser : say.on(browser, system);
}
