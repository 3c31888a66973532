import type { Language, Translated } from '@campus/language';
import type { z } from 'zod';

/** What was wrong with the fields of a form: a sentence each, by the name of the field. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/**
 * What a schema of `wire/inputs.ts` has found, for people: the rules stand there, their sentences for a page here.
 *
 * @param base  stands before each issue's path
 * @returns sentences by path, its keys joined with `-`: `signatory-0-mail`
 */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  { language, base = [] }: { language: Language; base?: readonly PropertyKey[] },
): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = [...base, ...issue.path].map(String).join('-');
    problems[name] = [...(problems[name] ?? []), sentenceOf(issue)[language]];
  }
  return problems;
}

/** What the API says in English, as sentences on a page. */
const sentences: Readonly<Record<string, Translated>> = {
  'must not be empty': { en: 'This is required.', fr: 'Ce champ est obligatoire.' },
  'must be well-formed Unicode': {
    en: 'This holds characters that cannot be stored.',
    fr: 'Ceci contient des caractères qui ne peuvent être enregistrés.',
  },
  'must not contain control characters or line breaks': {
    en: 'This must not contain line breaks or control characters.',
    fr: 'Ceci ne doit contenir ni saut de ligne ni caractère de contrôle.',
  },
  'must be a mail address such as name@example.org, without blanks or accents': {
    en: 'This must be a mail address such as name@example.org, without blanks or accents.',
    fr: 'Ce doit être une adresse électronique comme nom@example.org, sans espaces ni accents.',
  },
  'must be a whole number': { en: 'This must be a whole number.', fr: 'Ce doit être un nombre entier.' },
  'must be 1 or more; 1 signs first': {
    en: 'This must be 1 or more; 1 signs first.',
    fr: 'Ce doit être 1 ou plus ; 1 signe en premier.',
  },
  'must name at least one signatory': {
    en: 'There must be at least one signatory.',
    fr: 'Il faut au moins un signataire.',
  },
};

function sentenceOf(issue: z.core.$ZodIssue): Translated {
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    if (issue.origin === 'string')
      return { en: `At most ${most} characters.`, fr: `Au plus ${most} caractères.` };
    if (issue.origin === 'array') return { en: `At most ${most} entries.`, fr: `Au plus ${most} entrées.` };
    return { en: `At most ${most}.`, fr: `Au plus ${most}.` };
  }
  const earlier = /^has the order and mail of signatory (\d+)/.exec(issue.message)?.[1];
  if (earlier !== undefined) {
    // The API counts from 0, people from 1.
    const number = Number(earlier) + 1;
    return {
      en: `Signatory ${number} has the same order and mail address; together they must be unique.`,
      fr: `Le signataire ${number} a le même ordre et la même adresse ; ensemble, ils doivent être uniques.`,
    };
  }
  return sentences[issue.message] ?? { en: `This ${issue.message}.`, fr: `Ceci n'est pas valable.` };
}
