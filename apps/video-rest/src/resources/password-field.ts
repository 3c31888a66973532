import { AccountRuleError, checkPasswordRules, hashPassword } from '@campus/accounts';
import { type DeclaredField, declareField, FieldProblem } from '../rest/field.ts';

/** A password: taken as it is, kept as a hash, never shown. */
export function password(): DeclaredField<unknown> {
  return declareField(
    { label: { en: 'Password', fr: 'Mot de passe' }, writeOnly: true },
    {
      type: 'string',
      schema: { type: 'string', format: 'password', writeOnly: true },
      columns: [],
      async parse(given) {
        if (typeof given !== 'string') throw new FieldProblem({ code: 'not_a_string' });
        try {
          checkPasswordRules(given);
        } catch (error) {
          if (!(error instanceof AccountRuleError)) throw error;
          throw new FieldProblem({ text: error.text, values: error.values });
        }
        return hashPassword(given);
      },
      toRow: (passwordHash) => ({ passwordHash }),
    },
  );
}
