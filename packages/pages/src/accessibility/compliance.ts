import type { Language } from '../language/language.ts';
import { type Audited, criteria } from './criteria-words.ts';
import { statementWords } from './statement-words.ts';

/** Where a service has its accessibility statement, by the language of the page. */
export const statementPaths = { en: '/accessibility/', fr: '/accessibilite/' } as const;

/** How many criteria are met and not met, the share of those that apply in whole percent, and what the law calls that. */
export function compliance(audited: Audited) {
  const count = (result: string) =>
    Object.values(criteria).filter(([, , results]) => results[audited] === result).length;
  const [met, unmet] = [count('met'), count('unmet')];
  const percent = Math.floor((100 * met) / (met + unmet));
  return {
    met,
    unmet,
    percent,
    state: percent === 100 ? 'fully' : percent >= 50 ? 'partly' : 'not',
  } as const;
}

/** What the foot of every page has to say (decree no. 2019-768), and the way to the statement. */
export function statementLink(audited: Audited, language: Language) {
  return { text: statementWords[language].footer[compliance(audited).state], href: statementPaths[language] };
}
