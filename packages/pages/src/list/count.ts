import type { Language } from '../language/language.ts';
import { pageWords } from '../page-words.ts';

/** How many there are; an estimate is read as one. */
export interface Count {
  count: number;
  isEstimate?: boolean | undefined;
}

/** `12,345`, `about 12,000`. */
export function countText({ count, isEstimate = false }: Count, language: Language): string {
  const number = new Intl.NumberFormat(language).format(count);
  return isEstimate ? pageWords[language].about(number) : number;
}
