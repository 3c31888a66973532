import type { ConfigurationSource } from './configuration-source.ts';
import { environmentName } from './environment-name.ts';
import { isSet } from './is-set.ts';
import { ownPrefix } from './own-variable.ts';
import type { Findings } from './problem.ts';
import { type KnownNames, suggestName } from './suggest-name.ts';

/** Finds the variables below a closed prefix that no parameter has, with the service's name in front or without. */
export function checkEnvironment(
  { service, env, closedPrefixes = [] }: Pick<ConfigurationSource, 'service' | 'env' | 'closedPrefixes'>,
  known: KnownNames,
): Findings {
  const variables = new Set(known.names.map(environmentName));
  const unknown = Object.keys(env)
    .filter((variable) => isSet(env[variable]))
    .flatMap((variable) => {
      const own = variable.startsWith(ownPrefix(service)) ? ownPrefix(service) : '';
      const plain = variable.slice(own.length);
      if (variables.has(plain) || !closedPrefixes.some((prefix) => plain.startsWith(prefix))) return [];
      const suggestion = suggestName(plain, known, (name) => `${own}${environmentName(name)}`);
      return [{ variable, suggestion }];
    });
  return {
    unusable: new Set(unknown.flatMap(({ suggestion }) => suggestion?.meant ?? [])),
    problems: unknown.map(({ variable, suggestion }) => ({
      text: `environment variable ${variable}: unknown parameter; ${suggestion?.hint ?? 'unset it, it is not used'}`,
    })),
  };
}
