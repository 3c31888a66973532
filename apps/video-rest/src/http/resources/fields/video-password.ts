import { hashOfNoPassword, hashSharedPassword } from '@campus/accounts';
import * as rest from '@campus/rest';
import { fieldMessages } from '../../refusals.ts';

/** Shown in the place of a password, whatever it is; sent back, it leaves the password as it is. */
const mask = '********';

/** The password that a viewer needs: null where there is none. It is kept as a hash, by `withPasswordHash`. */
export function videoPassword(): rest.DeclaredField<unknown> {
  return (name) => {
    const field = rest.text({
      label: ['Password', 'Mot de passe'],
      column: 'password',
      maxLength: 50,
      nullable: true,
    })(name);
    return {
      ...field,
      schema: {
        ...field.schema,
        type: ['string', 'null'],
        description: `${mask} where there is one; sent back, it stays`,
      },
      columns: ['passwordHash'],
      columnsIn: () => [],
      async parse(given, context) {
        if (given === mask) return undefined;
        return given === '' ? null : field.parse(given, context);
      },
      imported(given, { row }) {
        if (given === null || given === '') return { passwordHash: null };
        if (given !== mask) throw new rest.FieldProblem({ text: fieldMessages.no_travelling_password });
        return row === null ? { passwordHash: hashOfNoPassword() } : {};
      },
      show: ({ passwordHash }) => (passwordHash === null ? null : mask),
    };
  };
}

/**
 * The values of a video with the hash of the password, if one is given, in its place: before everything else is judged,
 * nothing is worth a hash.
 *
 * @param by  whoever gives it, whose turns at hashing it takes
 * @throws BudgetSpentError
 */
export async function withPasswordHash({ password, ...columns }: rest.Row, by: string): Promise<rest.Row> {
  if (password === undefined) return columns;
  const passwordHash = password === null ? null : await hashSharedPassword(String(password), by);
  return { ...columns, passwordHash };
}
