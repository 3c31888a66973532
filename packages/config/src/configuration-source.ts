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
export function placesOf(env: ConfigurationPlaces['env'], repositoryRoot: string): ConfigurationPlaces {
  return { env, workingDirectory: folderOfCall(env), repositoryRoot };
}

/** Where a program was called: npm runs it in its workspace, people mean where they typed. */
export function folderOfCall(env: ConfigurationPlaces['env']): string {
  return env.INIT_CWD ?? process.cwd();
}
