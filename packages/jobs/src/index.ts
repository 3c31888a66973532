export { type Jobs, type Queue, type SendOptions, startJobs } from './start-jobs.ts';
