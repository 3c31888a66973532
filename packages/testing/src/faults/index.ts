/** Calls of the system that fail, one after the other, in a service that runs; and a standby that is away. */
export { ask, isDone, type Told } from './ask.ts';
export { type Faults, faultsOf } from './faults-of.ts';
export { testStandby } from './test-standby.ts';
export { useFaults } from './use-faults.ts';
export { type Failed, type Scenario, walkFaults } from './walk-faults.ts';
export { type WantName, wants } from './wants.ts';
