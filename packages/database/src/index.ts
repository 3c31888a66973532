/** What the services may use of the database room: embedded or external PostgreSQL, and its migrations. */

export { DatabaseError, type DatabaseErrorCode } from './database-error.ts';
export { databaseParameters } from './database-parameters.ts';
export { findDrift } from './find-drift.ts';
export { migrate } from './migrate.ts';
export { minimumMajorVersion, requireServerVersion } from './require-server-version.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
