/** What an account has that others do not: a name to sign in with, a mail address, a password. */
import {
  AccountRuleError,
  checkPasswordRules,
  isEmail,
  isUsername,
  maxEmailCharacters,
  maxUsernameCharacters,
  usernamePattern,
} from '@campus/accounts';
import * as rest from '@campus/rest';

/** What somebody signs in with. */
export function username(options: rest.FieldOptions): rest.DeclaredField<unknown> {
  return rest.textual(
    { ...options, maxLength: maxUsernameCharacters },
    {
      type: 'string',
      schema: { pattern: usernamePattern.source },
      refuse: (text) => (isUsername(text) ? undefined : { text: AccountRuleError.messages.invalid_username }),
    },
  );
}

/** A mail address. */
export function email(options: rest.FieldOptions): rest.DeclaredField<unknown> {
  return rest.textual(
    { ...options, maxLength: maxEmailCharacters },
    {
      type: 'email',
      schema: { format: 'email' },
      refuse: (text) => (isEmail(text) ? undefined : { text: AccountRuleError.messages.invalid_email }),
    },
  );
}

/** A password: taken as it is, kept as a hash, never shown. The field alone does not know whose it is: `people` look again. */
export function password(): rest.DeclaredField<unknown> {
  return rest.declareField(
    { label: ['Password', 'Mot de passe'], writeOnly: true },
    {
      type: 'string',
      schema: { type: 'string', format: 'password', writeOnly: true },
      columns: [],
      parse(given) {
        if (typeof given !== 'string') throw new rest.FieldProblem({ code: 'not_a_string' });
        try {
          checkPasswordRules(given);
        } catch (error) {
          if (!(error instanceof AccountRuleError)) throw error;
          throw new rest.FieldProblem({ text: error.text, values: error.values });
        }
        return given;
      },
      toRow: (given) => ({ password: given }),
    },
  );
}
