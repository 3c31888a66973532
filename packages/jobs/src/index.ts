export { JobTablesError } from './job-tables-error.ts';
export { jobTablesArePending, makeJobTables, seededJobTables } from './make-job-tables.ts';
export { type Jobs, type Queue, type QueueDepth, type SendOptions, startJobs } from './start-jobs.ts';
export { UnfitProcess } from './unfit-process.ts';
