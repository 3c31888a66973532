/** What an account has that others do not: a name to sign in with, a mail address, a password. */
import * as accounts from '@campus/accounts';
import * as rest from '@campus/rest';

/** What somebody signs in with. */
export function username(options: rest.FieldOptions): rest.DeclaredField<unknown> {
  return rest.textual(
    { ...options, maxLength: accounts.maxUsernameCharacters },
    {
      type: 'string',
      schema: { pattern: accounts.usernamePattern.source },
      refuse: (text) =>
        accounts.isUsername(text) ? undefined : { text: accounts.AccountRuleError.messages.invalid_username },
    },
  );
}

/** A mail address. */
export function email(options: rest.FieldOptions): rest.DeclaredField<unknown> {
  return rest.textual(
    { ...options, maxLength: accounts.maxEmailCharacters },
    {
      type: 'email',
      schema: { format: 'email' },
      refuse: (text) =>
        accounts.isEmail(text) ? undefined : { text: accounts.AccountRuleError.messages.invalid_email },
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
          accounts.checkPasswordRules(given);
        } catch (error) {
          if (!(error instanceof accounts.AccountRuleError)) throw error;
          throw new rest.FieldProblem({ text: error.text, values: error.values });
        }
        return given;
      },
      toRow: (given) => ({ password: given }),
    },
  );
}
