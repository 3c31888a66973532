import { type ConfigurationSource, environmentName, isSet, ownPrefix } from './configuration-source.ts';
import { ConfigurationError } from './expected-error.ts';
import { openConfigurationFile } from './open-configuration-file.ts';

/**
 * The names of the parameters that somebody has set, without judging any value: everything in the file, every
 * declared parameter in the environment, and what stands below a closed prefix there, even when misspelt
 * (`APPLI_TOKENS` counts as `appli.tokens`). Sorted, each once.
 *
 * @throws ConfigurationError when the file cannot be read, since nobody can tell then
 */
export function settingsOf(source: ConfigurationSource): readonly string[] {
  const { service, parameters, env, closedPrefixes = [] } = source;
  const file = openConfigurationFile(source);
  if (file.kind === 'unreadable') throw new ConfigurationError(service, [file.problem]);
  const inFile = file.kind === 'read' ? file.entries.map((entry) => entry.name) : [];
  const namesByVariable = new Map(
    Object.values(parameters).map((parameter) => [environmentName(parameter.name), parameter.name]),
  );
  const inEnvironment = Object.keys(env)
    .filter((variable) => isSet(env[variable]))
    .flatMap((variable) => {
      const own = ownPrefix(service);
      const plain = variable.startsWith(own) ? variable.slice(own.length) : variable;
      const name = namesByVariable.get(plain);
      if (name !== undefined) return [name];
      const isClosed = closedPrefixes.some((prefix) => plain.startsWith(prefix));
      return isClosed ? [plain.toLowerCase().replaceAll('_', '.')] : [];
    });
  return [...new Set([...inFile, ...inEnvironment])].sort();
}
