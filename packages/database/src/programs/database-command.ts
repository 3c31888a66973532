/** What a service tells about itself to a command on its database as a whole. */
export interface DatabaseCommand {
  /** Folder of the service, as npm names it: `apps/video-rest`. */
  workspace: string;
  /** The words after the command. */
  args: string[];
  /** Read when the command line was right; throws what `isMendable` knows when the configuration is not. */
  places: () => InstancePlaces;
  /** Whether the message of an error is all that an operator needs. */
  isMendable(error: unknown): error is Error;
}

/** Where the database of a service is, and what it is made of. */
export interface InstancePlaces {
  /** Of a server of the operator's own; undefined: the embedded one. */
  url: string | undefined;
  dataDir: string;
  /** Name of the embedded database. */
  database: string;
  /** Folder of the migrations. */
  migrations: string;
}
