/** Calls of the system that fail, one after the other, in a service that runs. */
export { ask, isDone, type Told } from './ask.ts';
export { type Faults, faultsOf } from './faults-of.ts';
export { useFaults } from './use-faults.ts';
export { type Failed, type Scenario, walkFaults } from './walk-faults.ts';
export { type WantName, wants } from './wants.ts';
