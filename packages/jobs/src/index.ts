export { jobTablesArePending, makeJobTables, seededJobTables } from './make-job-tables.ts';
export { type Jobs, JobTablesError, type Queue, type QueueDepth, startJobs } from './start-jobs.ts';
export { UnfitProcess } from './unfit-process.ts';
