export type { Occurrence } from './daily.ts';
export { jobTablesArePending, makeJobTables, seededJobTables } from './make-job-tables.ts';
export { UnfitProcess } from './run-job.ts';
export { type Jobs, JobTablesError, type Queue, startJobs } from './start-jobs.ts';
