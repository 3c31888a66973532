import { AccountRuleError, checkPasswordRules, hashNewPassword } from '@campus/accounts';
import { type DeclaredField, declareField, FieldProblem, InvalidInput, type Row } from '@campus/rest';

/** A password: taken as it is, kept as a hash by `withPasswordHash`, never shown. */
export function password(): DeclaredField<unknown> {
  return declareField(
    { label: { en: 'Password', fr: 'Mot de passe' }, writeOnly: true },
    {
      type: 'string',
      schema: { type: 'string', format: 'password', writeOnly: true },
      columns: [],
      parse(given) {
        if (typeof given !== 'string') throw new FieldProblem({ code: 'not_a_string' });
        try {
          checkPasswordRules(given);
        } catch (error) {
          if (!(error instanceof AccountRuleError)) throw error;
          throw new FieldProblem({ text: error.text, values: error.values });
        }
        return given;
      },
      toRow: (given) => ({ password: given }),
    },
  );
}

/**
 * The values of a user with the hash of the password, if there is one, in its place. The field alone does not know whose
 * it is; and before everything else is judged, nothing is worth a hash.
 *
 * @param options  as `hashNewPassword` has them
 * @throws InvalidInput, BudgetSpentError
 */
export async function withPasswordHash(
  { password: given, ...columns }: Row,
  options: { username: string; by: string },
): Promise<Row> {
  if (typeof given !== 'string') return columns;
  try {
    return { ...columns, passwordHash: await hashNewPassword(given, options) };
  } catch (error) {
    if (!(error instanceof AccountRuleError)) throw error;
    throw new InvalidInput({ password: [{ text: error.text, values: error.values }] });
  }
}
