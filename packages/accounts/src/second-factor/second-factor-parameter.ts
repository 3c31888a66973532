import { ParameterError, parameter } from '@campus/config';

/**
 * From which role on accounts that sign in by password need a second factor.
 *
 * @param options.name   of the parameter
 * @param options.roles  from the least to the greatest
 */
export function secondFactorParameter<Role extends string>(options: {
  name: string;
  roles: readonly Role[];
}) {
  const { name, roles } = options;
  return parameter<Role>(
    name,
    `role from which on accounts with a password need a second factor to sign in: ${roles.join(', ')}; absent: nobody does, whoever wants has one`,
    (given) => {
      const role = roles.find((one) => one === given.trim());
      if (role === undefined) throw new ParameterError(`must be one of ${roles.join(', ')}`);
      return role;
    },
  );
}
