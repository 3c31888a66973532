export { inOneGo, oneAtATime } from './budget/in-one-go.ts';
export {
  BudgetSpentError,
  budgetMessages,
  createTurns,
  type SpentBudget,
  type TurnLimits,
  type Turns,
} from './budget/turns.ts';
export {
  type Glance,
  type WatchedTogether,
  watchTogether,
} from './budget/watch-together.ts';
export { within } from './budget/within.ts';
export {
  type Check,
  createReadiness,
  gatherReadiness,
  type Readiness,
  type ReadinessReport,
} from './health/create-readiness.ts';
export { type Watched, watchProcess } from './health/watch-process.ts';
export { exampleOfSchema, withExamples } from './http/api-examples.ts';
export { apiReference, atFirstRequest } from './http/api-reference.ts';
export { compressPieces, fixedFile, negotiateEncoding, tagBeforeEncoding } from './http/compress.ts';
export { createShell } from './http/create-shell.ts';
export { hasBody } from './http/has-body.ts';
export { idempotencyKeyIn, idempotencyKeyRule } from './http/idempotency-key.ts';
export { isServing } from './http/is-serving.ts';
export { ListenError, type Listening, type ListenOptions, listen, shortBody } from './http/listen.ts';
export { namedRoute, nameRoute } from './http/measure-requests.ts';
export { http } from './http/node-http.ts';
export { openMetricsPort } from './http/open-metrics-port.ts';
export { HostError } from './http/refuse-odd-host.ts';
export { checkServerAddress, serverParameters } from './http/server-parameters.ts';
export { logUnexpected, untilClosed } from './http/until-closed.ts';
export { firstPatienceMs, leastBytesPerSecond, mostPatienceMs } from './http/watch-slow-body.ts';
export { createLog, type Log } from './log/create-log.ts';
export { createMetrics, type Metrics } from './metrics/create-metrics.ts';
export { gatherMetrics } from './metrics/gather-metrics.ts';
export { watchPools, watchQueues, watchWaits } from './metrics/watch-queues.ts';
export { endOfCertificate, watchCertificates, watchDisks } from './metrics/watch-surroundings.ts';
export { createProcesses } from './process/create-processes.ts';
export { joinProcesses, type Member } from './process/join-processes.ts';
export { packageVersion } from './process/package-version.ts';
export { createStopList, runUntilStopped, type StopList } from './process/run-until-stopped.ts';
export { whyShortOfMeans } from './process/why-short-of-means.ts';
export { syncFile, syncFolder } from './sync-files.ts';
export { maxWaitingSpans } from './traces/send-spans.ts';
export { startTraces } from './traces/start-traces.ts';
export {
  activeSpan,
  type OpenSpan,
  type Tracer,
  traced,
  tracedFrom,
  tracerOfProcess,
} from './traces/tracing.ts';
export {
  type FilePart,
  type MultipartOptions,
  receiveMultipart,
  refuseByHeaders,
  type Texts,
} from './uploads/receive-multipart.ts';
export { fileTooLarge, UploadError } from './uploads/upload-error.ts';
