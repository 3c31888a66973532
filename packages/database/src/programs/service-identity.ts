import { type ConfigurationPlaces, placesOf } from '@campus/config';

/** What the programs of a service go by. */
export interface ServiceIdentity<Configuration extends ProgramConfiguration = ProgramConfiguration> {
  /** Folder of the service, as npm names it: `apps/video-rest`. */
  workspace: string;
  repositoryRoot: string;
  /** Of the service. */
  version: string;
  /** Name of the embedded database. */
  database: string;
  /** Folder of the migrations. */
  migrations: string;
  /**
   * @param options.isBeside  for a program beside the service, which does what people ask of an instance that is there
   * @throws ConfigurationError
   */
  loadConfiguration(places: ConfigurationPlaces, options: { isBeside: boolean }): Configuration;
}

/** What every program of a service needs of its configuration. */
export interface ProgramConfiguration {
  /** Of a server of the operator's own; undefined: the embedded one. */
  databaseUrl: string | undefined;
  dataDir: string;
  metricsHost: string;
  metricsPort: number;
  /** Where traces are sent; undefined: there are none. */
  tracesEndpoint: string | undefined;
  tracesRatio: number;
  /** That answer requests. */
  processes: number;
}

/** Where the database of a service is, and what it is made of. */
export type InstancePlaces = ReturnType<typeof instancePlaces>;

/**
 * Where a program beside the service finds its database.
 *
 * @throws ConfigurationError
 */
export function instancePlaces({ repositoryRoot, loadConfiguration, database, migrations }: ServiceIdentity) {
  const places = placesOf(repositoryRoot);
  const { databaseUrl: url, dataDir } = loadConfiguration(places, { isBeside: true });
  return { url, dataDir, database, migrations };
}
