/** Help for tests that use the real thing: databases, processes, HTTP. Imported by tests only. */

export { callsOf, type PromisedApi, type PromisedCall, promisesOf } from './api-promises.ts';
export { cookieJar } from './cookie-jar.ts';
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from './create-test-database.ts';
export { descendantsOf } from './descendants-of.ts';
export { eventually } from './eventually.ts';
export { firstToAnswer } from './first-to-answer.ts';
export { type EventStream, followEvents } from './follow-events.ts';
export { freePort } from './free-port.ts';
export { keptByWorker } from './kept-by-worker.ts';
export { listeningPorts } from './listening-ports.ts';
export { type Network, networkBefore } from './network-before.ts';
export { nodeEnvironment } from './node-environment.ts';
export { orphanPostgres, postgresOn } from './orphan-postgres.ts';
export { problemsOfApiDocument } from './problems-of-api-document.ts';
export { requireTool } from './require-tool.ts';
export { residentMebibytes } from './resident-mebibytes.ts';
export { type MountedRoute, routesOf } from './routes-of.ts';
export { type DeliveriesRun, runDeliveries } from './run-deliveries.ts';
export { type FeedRun, runFeed } from './run-feed.ts';
export { type ProgramRun, runToEnd } from './run-to-end.ts';
export { type OwnS3Server, type S3Server, sharedS3Server, startS3Server } from './s3-server.ts';
export { scratchRoot } from './scratch-root.ts';
export { secretsIn } from './secrets-in.ts';
export { sendRaw } from './send-raw.ts';
export { sendSlowly } from './send-slowly.ts';
export { type Line, startLine } from './start-line.ts';
export { type ReceivedMail, startMailServer, type TestMailServer } from './start-mail-server.ts';
export { type StartedProcess, startProcess } from './start-process.ts';
export { startPythonOfGuide } from './start-python-of-guide.ts';
export {
  type RecordedRequest,
  type RecordingHandler,
  type RecordingServer,
  startRecordingServer,
} from './start-recording-server.ts';
export { startStandby, type TestStandby } from './start-standby.ts';
export { type SystemPostgres, startSystemPostgres } from './start-system-postgres.ts';
export { suspendDatabase } from './suspend-database.ts';
export {
  disturbances,
  grantedFor,
  type KeepingProcesses,
  startKeepingProcesses,
} from './take-right-away.ts';
export { terminate, terminateAll } from './terminate-all.ts';
export { untilEnded } from './until-ended.ts';
export { fewestStatements, watchStatements } from './watch-statements.ts';
export { countWaiting, leaveWhileLocked, whileLocked } from './while-locked.ts';
