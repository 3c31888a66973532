import { accountMessages } from '../accounts/account-messages.ts';
import { isEmail, maxEmailCharacters } from '../accounts/email.ts';
import type { DeclaredField, FieldOptions } from '../rest/field.ts';
import { textual } from '../rest/fields/text.ts';

/** A mail address. */
export function email(options: FieldOptions): DeclaredField<unknown> {
  return textual(
    { ...options, maxLength: maxEmailCharacters },
    {
      type: 'email',
      schema: { format: 'email' },
      refuse: (text) => (isEmail(text) ? undefined : { text: accountMessages.invalid_email }),
    },
  );
}
