import { fill, type Language, type MessageValues, translated } from '@campus/pages';
import type { z } from 'zod';
import type { BrokenRule } from '../../../wire/text.ts';

/** What a page says of a rule of `wire/inputs.ts` that is broken; the API says it in English. */
const fieldMessages = translated({
  empty: ['This is required.', 'Ce champ est obligatoire.'],
  not_unicode: [
    'This holds characters that cannot be stored.',
    'Ceci contient des caractères qui ne peuvent être enregistrés.',
  ],
  control_characters: [
    'This must not contain line breaks or control characters.',
    'Ceci ne doit contenir ni saut de ligne ni caractère de contrôle.',
  ],
  not_mail: [
    'This must be a mail address such as name@example.org, without blanks or accents.',
    'Ce doit être une adresse électronique comme nom@example.org, sans espaces ni accents.',
  ],
  not_whole: ['This must be a whole number.', 'Ce doit être un nombre entier.'],
  below_one: ['This must be 1 or more; 1 signs first.', 'Ce doit être 1 ou plus\u202f; 1 signe en premier.'],
  too_large: ['At most {most}.', 'Au plus {most}.'],
  too_many_characters: ['At most {most} characters.', 'Au plus {most} caractères.'],
  too_many_entries: ['At most {most} entries.', 'Au plus {most} entrées.'],
  no_signatory: ['There must be at least one signatory.', 'Il faut au moins un signataire.'],
  repeated_signatory: [
    'Signatory {number} has the same order and mail address; together they must be unique.',
    'Le signataire {number} a le même ordre et la même adresse\u202f; ensemble, ils doivent être uniques.',
  ],
  other: ['This {message}.', 'Ceci n’est pas valable.'],
});

/**
 * What a schema of `wire/inputs.ts` has found, for people.
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
    const { rule, values = {} } = brokenRule(issue);
    problems[name] = [...(problems[name] ?? []), fill(fieldMessages[rule], values, language)];
  }
  return problems;
}

function brokenRule(issue: z.core.$ZodIssue): { rule: keyof typeof fieldMessages; values?: MessageValues } {
  switch (issue.code) {
    case 'custom':
      if (issue.params !== undefined) return issue.params as BrokenRule;
      break;
    case 'invalid_type':
      if (issue.expected === 'number' || issue.expected === 'int') return { rule: 'not_whole' };
      break;
    case 'invalid_format':
      if (issue.format === 'email') return { rule: 'not_mail' };
      break;
    case 'too_small':
      if (issue.origin === 'int') return { rule: 'not_whole' };
      if (issue.origin === 'number') return { rule: 'below_one' };
      if (issue.origin === 'array') return { rule: 'no_signatory' };
      break;
    case 'too_big': {
      const values = { most: Number(issue.maximum) };
      if (issue.origin === 'string') return { rule: 'too_many_characters', values };
      return { rule: issue.origin === 'array' ? 'too_many_entries' : 'too_large', values };
    }
  }
  return { rule: 'other', values: { message: issue.message } };
}
