import { z } from './schema.ts';

export const maxTextLength = 1000;

/**
 * What the API says is wrong with what people type as well; the pages say it in their languages
 * (`console/forms/field-problems.ts`).
 */
export const inputMessages = {
  empty: 'must not be empty',
  notUnicode: 'must be well-formed Unicode',
  controlCharacters: 'must not contain control characters or line breaks',
  notMail: 'must be a mail address such as name@example.org, without blanks or accents',
  notWhole: 'must be a whole number',
  belowOne: 'must be 1 or more; 1 signs first',
  noSignatory: 'must name at least one signatory',
} as const;

export type InputMessage = (typeof inputMessages)[keyof typeof inputMessages];

/** Text that PostgreSQL and every later reader can hold: no control characters, no half of a surrogate pair. */
export const cleanText = z
  .string()
  .max(maxTextLength)
  .refine((text) => text.isWellFormed(), inputMessages.notUnicode)
  .refine((text) => !/\p{Cc}/u.test(text), inputMessages.controlCharacters);

export const someText = cleanText.refine((text) => text.trim() !== '', inputMessages.empty);

/** A text that may be missing, but is not empty. */
export const optionalText = someText
  .max(200)
  .nullish()
  .transform((text) => text?.trim() ?? null);
