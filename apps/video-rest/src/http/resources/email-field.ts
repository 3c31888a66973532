import { accountRuleMessages, isEmail, maxEmailCharacters } from '@campus/accounts';
import { type DeclaredField, type FieldOptions, textual } from '@campus/rest';

/** A mail address. */
export function email(options: FieldOptions): DeclaredField<unknown> {
  return textual(
    { ...options, maxLength: maxEmailCharacters },
    {
      type: 'email',
      schema: { format: 'email' },
      refuse: (text) => (isEmail(text) ? undefined : { text: accountRuleMessages.invalid_email }),
    },
  );
}
