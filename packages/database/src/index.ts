/** What the services may use of the database room: embedded or external PostgreSQL, and its migrations. */

export { connect } from './connect.ts';
export { databaseParameters } from './database-parameters.ts';
export { type KeptCallers, keptCallerMs, maxKeptCallers, openKeptCallers, provenMs } from './kept-callers.ts';
export { type Lookups, maxWaitingLookups, maxWaitingLookupsPerCaller, type Requester } from './lookups.ts';
export { migrate } from './migrate.ts';
export { type DatabaseOptions, type OpenDatabase, openDatabase } from './open-database.ts';
export { openEmbeddedPostgres } from './open-embedded-postgres.ts';
export { type OperationProgress, operationProgress, operationsIn, type While } from './operations.ts';
export { inPipelinedTransaction, type PipelinedTransaction } from './pipelined-transaction.ts';
export { createErrorReport } from './report-errors.ts';
export { requireDataFolder } from './require-data-folder.ts';
export { requireServer } from './require-server.ts';
export { retryDeadlocks } from './retry-deadlocks.ts';
export { settleInstanceKey } from './settle-instance-key.ts';
export { type PgQueryable, type Queryable, Sql, snakeCase, sql } from './sql.ts';
export type { Standby } from './standby.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
export { type Unavailable, whyDatabaseIsAway, whyNoSpace, whyUnavailable } from './why-unavailable.ts';
