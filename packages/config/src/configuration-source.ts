import type { Parameters } from './parameter.ts';

/** Where a service's configuration comes from. The environment is handed in, never read from the process. */
export interface ConfigurationSource<P extends Parameters = Parameters> {
  /** Names the default file, `<service>.properties`, and its own variables, `<SERVICE>_SERVER_PORT`. */
  readonly service: string;
  readonly parameters: P;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; where the command was called. `CONFIG_FILE` is resolved against it. */
  readonly workingDirectory: string;
  /** Absolute; the default file is looked for here after the working directory. */
  readonly repositoryRoot: string;
  /**
   * Beginnings of variables that are nobody else's, such as `APPLI_`: only below them is an unknown variable a
   * problem, since platforms inject variables of their own.
   */
  readonly closedPrefixes?: readonly string[];
}
