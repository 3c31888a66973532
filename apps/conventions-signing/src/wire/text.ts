import type { MessageValues } from '@campus/pages';
import { departmentName } from '../domain/scope.ts';
import { z } from './schema.ts';

export const maxTextLength = 1000;

/** What an issue carries as its `params` where zod has no code for the rule: pages word it in their languages. */
export interface BrokenRule {
  rule: 'empty' | 'not_unicode' | 'control_characters' | 'repeated_signatory';
  values?: MessageValues;
}

const broken = (rule: BrokenRule['rule'], error: string) => ({
  error,
  params: { rule } satisfies BrokenRule,
});

/** Text that PostgreSQL and every later reader can hold: no control characters, no half of a surrogate pair. */
export const cleanText = z
  .string()
  .max(maxTextLength)
  .refine((text) => text.isWellFormed(), broken('not_unicode', 'must be well-formed Unicode'))
  .refine(
    (text) => !/\p{Cc}/u.test(text),
    broken('control_characters', 'must not contain control characters or line breaks'),
  );

export const someText = cleanText.refine((text) => text.trim() !== '', broken('empty', 'must not be empty'));

const shortText = someText.max(200).nullish();

/** A text that may be missing, but is not empty. */
export const optionalText = shortText.transform((text) => text?.trim() ?? null);

/** The name of a department, if there is one. */
export const optionalDepartment = shortText.transform((text) => (text ? departmentName(text) : null));
