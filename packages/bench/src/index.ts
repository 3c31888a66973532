/** What the benchmarks of the services share: both servers as processes, the load, the rounds, the figures. */
export type { BenchCase } from './bench-case.ts';
export { compareAnswers } from './compare-answers.ts';
export { type Contestant, contestants } from './contestant.ts';
export { fillFast } from './fill-fast.ts';
export { type CaseResult, type Contest, measureCase } from './measure-case.ts';
export { type LatencyCase, measureLatency, showLatencies } from './measure-latency.ts';
export { median } from './median.ts';
export { readOptions } from './read-options.ts';
export { requestBytes } from './request-bytes.ts';
export { type Bench, runBenchmark } from './run-benchmark.ts';
export { showRatios } from './show-ratios.ts';
export { showResults } from './show-results.ts';
export { showTable } from './show-table.ts';
export { signIn } from './sign-in.ts';
export { type RunningServer, startChild } from './start-child.ts';
export { startDatabase } from './start-database.ts';
export { type Size, sizes, startSizes } from './start-sizes.ts';
export { statementsOf } from './statements-of.ts';
