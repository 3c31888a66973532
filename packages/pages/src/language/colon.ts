import type { Language } from './language.ts';

/** What stands between a label and its value: French puts a no-break space before its colon. */
export function colon(language: Language): string {
  return language === 'fr' ? '\u00a0: ' : ': ';
}
