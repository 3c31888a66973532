import { AccountError } from '../accounts/account-error.ts';
import { accountMessages } from '../accounts/account-messages.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { checkPasswordRules } from '../accounts/password-rules.ts';
import { type DeclaredField, declareField, FieldProblem } from '../rest/field.ts';

/** A password: taken as it is, kept as a hash, never shown. */
export function password(): DeclaredField<unknown> {
  return declareField(
    { writeOnly: true },
    {
      type: 'string',
      schema: { type: 'string', format: 'password', writeOnly: true },
      columns: [],
      async parse(given) {
        if (typeof given !== 'string') throw new FieldProblem({ code: 'not_a_string' });
        try {
          checkPasswordRules(given);
        } catch (error) {
          if (!(error instanceof AccountError)) throw error;
          throw new FieldProblem({ text: accountMessages[error.code], values: error.values });
        }
        return hashPassword(given);
      },
      toRow: (passwordHash) => ({ passwordHash }),
    },
  );
}
