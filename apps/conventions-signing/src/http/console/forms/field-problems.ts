import type { Language, Translated } from '@campus/pages';
import type { z } from 'zod';
import type { RepeatedSignatory } from '../../wire/inputs.ts';
import { type InputMessage, inputMessages } from '../../wire/text.ts';

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
const sentences = {
  [inputMessages.empty]: { en: 'This is required.', fr: 'Ce champ est obligatoire.' },
  [inputMessages.notUnicode]: {
    en: 'This holds characters that cannot be stored.',
    fr: 'Ceci contient des caractères qui ne peuvent être enregistrés.',
  },
  [inputMessages.controlCharacters]: {
    en: 'This must not contain line breaks or control characters.',
    fr: 'Ceci ne doit contenir ni saut de ligne ni caractère de contrôle.',
  },
  [inputMessages.notMail]: {
    en: 'This must be a mail address such as name@example.org, without blanks or accents.',
    fr: 'Ce doit être une adresse électronique comme nom@example.org, sans espaces ni accents.',
  },
  [inputMessages.notWhole]: { en: 'This must be a whole number.', fr: 'Ce doit être un nombre entier.' },
  [inputMessages.belowOne]: {
    en: 'This must be 1 or more; 1 signs first.',
    fr: 'Ce doit être 1 ou plus ; 1 signe en premier.',
  },
  [inputMessages.noSignatory]: {
    en: 'There must be at least one signatory.',
    fr: 'Il faut au moins un signataire.',
  },
} satisfies Record<InputMessage, Translated>;

const sentencesByMessage = new Map<string, Translated>(Object.entries(sentences));

function sentenceOf(issue: z.core.$ZodIssue): Translated {
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum);
    if (issue.origin === 'string')
      return { en: `At most ${most} characters.`, fr: `Au plus ${most} caractères.` };
    if (issue.origin === 'array') return { en: `At most ${most} entries.`, fr: `Au plus ${most} entrées.` };
    return { en: `At most ${most}.`, fr: `Au plus ${most}.` };
  }
  const earlier = repeatedOf(issue);
  if (earlier !== undefined) {
    // The API counts from 0, people from 1.
    const number = earlier + 1;
    return {
      en: `Signatory ${number} has the same order and mail address; together they must be unique.`,
      fr: `Le signataire ${number} a le même ordre et la même adresse ; ensemble, ils doivent être uniques.`,
    };
  }
  return (
    sentencesByMessage.get(issue.message) ?? { en: `This ${issue.message}.`, fr: "Ceci n'est pas valable." }
  );
}

/** The index of the signatory that another one repeats. */
function repeatedOf(issue: z.core.$ZodIssue): number | undefined {
  if (issue.code !== 'custom') return undefined;
  const { sameAsSignatory }: Partial<RepeatedSignatory> = issue.params ?? {};
  return sameAsSignatory;
}
