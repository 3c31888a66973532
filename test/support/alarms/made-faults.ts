import { faultsOfBoth } from './faults-of-both.ts';
import { faultsOfSigning } from './faults-of-signing.ts';
import { faultsOfVideo } from './faults-of-video.ts';
import type { MadeFault } from './made-fault.ts';

/** All that are made while a real Prometheus looks, in no order. */
export const madeFaults: readonly MadeFault[] = [...faultsOfBoth, ...faultsOfSigning, ...faultsOfVideo];
