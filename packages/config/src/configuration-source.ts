import type { Parameters } from './parameter.ts';

/** Where a program looks for its configuration. The environment is handed in, never read from the process. */
export interface ConfigurationPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; where the command was called. `CONFIG_FILE` is resolved against it. */
  readonly workingDirectory: string;
  /** Absolute; the default file is looked for here after the working directory. */
  readonly repositoryRoot: string;
}

/** Where a service's configuration comes from, and what is in it. */
export interface ConfigurationSource<P extends Parameters = Parameters> extends ConfigurationPlaces {
  /** Names the default file, `<service>.properties`, and its own variables, `<SERVICE>_SERVER_PORT`. */
  readonly service: string;
  readonly parameters: P;
  /**
   * Beginnings of variables that are nobody else's, such as `APPLI_`: only below them is an unknown variable a
   * problem, since platforms inject variables of their own.
   */
  readonly closedPrefixes?: readonly string[];
}

/** Where a program of the repository looks, whoever called it. */
export function placesOf(repositoryRoot: string): ConfigurationPlaces {
  return { env: process.env, workingDirectory: folderOfCall(), repositoryRoot };
}

/** Where a program was called: npm runs it in its workspace, people mean where they typed. */
export function folderOfCall(): string {
  return process.env.INIT_CWD ?? process.cwd();
}

/** The beginning of the variables that are one service's alone, such as `VIDEO_REST_`. */
export function ownPrefix(service: string): string {
  return `${environmentName(service)}_`;
}

/**
 * The variable that sets something for this service, with its text: the one with the service's name in front
 * (`VIDEO_REST_SERVER_PORT`), since services may share an environment, else the plain one (`SERVER_PORT`).
 */
export function setVariable(
  { service, env }: Pick<ConfigurationSource, 'service' | 'env'>,
  plain: string,
): { variable: string; text: string } | undefined {
  for (const variable of [`${ownPrefix(service)}${plain}`, plain]) {
    const text = env[variable];
    if (isSet(text)) return { variable, text };
  }
  return undefined;
}

/** An empty or blank text is no value: in the environment it counts as absent, in the file it is a problem. */
export function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** The environment variable of a parameter: upper case, dots and dashes as underscores. */
export function environmentName(parameterName: string): string {
  return parameterName.toUpperCase().replace(/[.-]/g, '_');
}
