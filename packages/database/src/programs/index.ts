/** The programs of a service, the same for every service: its processes, and the commands on its database. */

export { type BringUpOptions, bringUp, type Ground } from './bring-up.ts';
export { runMigrate } from './run-migrate.ts';
export { runMoveDatabase } from './run-move-database.ts';
export { runProcess } from './run-process.ts';
export { runWithDatabase } from './run-with-database.ts';
