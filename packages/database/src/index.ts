/** What the services may use of the database room: embedded or external PostgreSQL, and its migrations. */

export { DatabaseError, type DatabaseErrorCode } from './database-error.ts';
export { databaseParameters } from './database-parameters.ts';
export { findDrift } from './find-drift.ts';
export { migrate } from './migrate.ts';
export { type OpenDatabase, openDatabase } from './open-database.ts';
export { type OpenedPostgres, openEmbeddedPostgres } from './open-embedded-postgres.ts';
export { type ReadyDatabase, readyDatabase } from './ready-database.ts';
export { minimumMajorVersion, requireServerVersion } from './require-server-version.ts';
export { settleInstanceKey } from './settle-instance-key.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
