export type { Occurrence } from './daily.ts';
export { jobTablesArePending, makeJobTables, seededJobTables } from './make-job-tables.ts';
export { type Jobs, JobTablesError, type Queue, startJobs } from './start-jobs.ts';
export { UnfitProcess } from './unfit-process.ts';
