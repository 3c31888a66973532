import { AccountError } from './account-error.ts';

/** In characters, as the table holds them. */
const maxCharacters = 150;

/**
 * Refuses what cannot be the name of a person; none at all (an empty text) is fine. Signs that turn the direction of
 * a text would make the words around the name read otherwise than they are.
 *
 * @throws AccountError `invalid_full_name`
 */
export function checkFullName(text: string): void {
  if ([...text].length > maxCharacters || /[\p{Cc}\p{Bidi_Control}]/u.test(text))
    throw new AccountError('invalid_full_name', { maxCharacters });
}
