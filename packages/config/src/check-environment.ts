import type { ConfigurationSource } from './configuration-source.ts';
import { environmentName } from './environment-name.ts';
import { isSet } from './is-set.ts';
import type { Findings } from './problem.ts';
import { type KnownNames, suggestName } from './suggest-name.ts';

/** Finds the variables below a closed prefix that no parameter has. */
export function checkEnvironment(
  { env, closedPrefixes = [] }: Pick<ConfigurationSource, 'env' | 'closedPrefixes'>,
  known: KnownNames,
): Findings {
  const variables = new Set(known.names.map(environmentName));
  const unknown = Object.keys(env)
    .filter((variable) => isSet(env[variable]) && !variables.has(variable))
    .filter((variable) => closedPrefixes.some((prefix) => variable.startsWith(prefix)))
    .map((variable) => ({ variable, suggestion: suggestName(variable, known, environmentName) }));
  return {
    unusable: new Set(unknown.flatMap(({ suggestion }) => suggestion?.meant ?? [])),
    problems: unknown.map(({ variable, suggestion }) => ({
      text: `environment variable ${variable}: unknown parameter; ${suggestion?.hint ?? 'unset it, it is not used'}`,
    })),
  };
}
