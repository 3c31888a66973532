import { accountMessages } from '../accounts/account-messages.ts';
import { isUsername, maxUsernameCharacters, usernamePattern } from '../accounts/username.ts';
import type { DeclaredField, FieldOptions } from '../rest/field.ts';
import { textual } from '../rest/fields/text.ts';

/** What somebody signs in with. */
export function username(options: FieldOptions): DeclaredField<unknown> {
  return textual(
    { ...options, maxLength: maxUsernameCharacters },
    {
      type: 'string',
      schema: { pattern: usernamePattern.source },
      refuse: (text) => (isUsername(text) ? undefined : { text: accountMessages.invalid_username }),
    },
  );
}
