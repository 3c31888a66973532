import { accountRuleMessages, isUsername, maxUsernameCharacters, usernamePattern } from '@campus/accounts';
import { type DeclaredField, type FieldOptions, textual } from '@campus/rest';

/** What somebody signs in with. */
export function username(options: FieldOptions): DeclaredField<unknown> {
  return textual(
    { ...options, maxLength: maxUsernameCharacters },
    {
      type: 'string',
      schema: { pattern: usernamePattern.source },
      refuse: (text) => (isUsername(text) ? undefined : { text: accountRuleMessages.invalid_username }),
    },
  );
}
