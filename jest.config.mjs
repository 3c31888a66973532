import { availableParallelism } from 'node:os';

/** Which files each command runs: `npm test`, `npm run test:system`, `npm run test:slow`, `npm run bench:smoke`. */
const suites = {
  test: '**/test/**/*.test.ts',
  system: '**/test/**/*.system.ts',
  slow: '**/test/**/*.slow.ts',
  bench: '**/bench/*.smoke.ts',
};
/** Of `.ci/run`: side by side, so that what waits in one leaves its core to another, and the last is waited for once. */
const ofCi = [suites.test, suites.system, suites.bench];
const { SUITE = 'test' } = process.env;

export default {
  testEnvironment: '<rootDir>/test/environment.mjs',
  roots: ['<rootDir>/apps', '<rootDir>/packages', '<rootDir>/examples', '<rootDir>/test'],
  testMatch: SUITE === 'ci' ? ofCi : [suites[SUITE]],
  testRunner: '<rootDir>/test/run-file.mjs',
  testSequencer: '<rootDir>/test/sequencer.mjs',
  // Their manifests have the names of the clients that they were built of.
  modulePathIgnorePatterns: ['<rootDir>/packages/[^/]+/dist/'],
  transform: {},
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  // Far away, as that of `eventually`: a machine that is busy with other things takes ten times as long.
  testTimeout: 300_000,
  // A worker has hundreds of megabytes to give back, for which half a second, as Jest has it, is not enough.
  workerGracefulExitTimeout: 30_000,
  // Tests wait for other processes and for the disk half of their time.
  maxWorkers: availableParallelism() * 2,
};
