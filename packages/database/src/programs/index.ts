/** The commands on a service's database as a whole, the same for every service. */

export type { InstancePlaces } from './database-command.ts';
export { runMigrate } from './run-migrate.ts';
export { runMoveDatabase } from './run-move-database.ts';
