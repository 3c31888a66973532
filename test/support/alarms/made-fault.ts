import type { Service } from '../../../scripts/alarms/alarms.ts';
import type { Closing, Started } from './started.ts';

/** What a fault is, as the operator guide says it. */
interface Said {
  /** Which it rings. */
  alarm: string;
  fault: string;
  /** What rings besides, since it follows, and why. */
  besides?: { alarm: string; why: string };
}

/** A fault that is made while a real Prometheus scrapes the service. */
export interface MadeFault extends Said {
  service: Service;
  begin(closing: Closing): Promise<{
    started: Started;
    make(): Promise<unknown>;
    /** What goes on until it rings. */
    again(): Promise<unknown>;
  }>;
}

const nothing = async () => undefined;

/**
 * @param options.start  what is well at first
 * @param options.make   makes the fault
 * @param options.again  what is done again and again until it rings, where making it once is not enough
 */
export function madeFault<One extends Started>({
  start,
  make = nothing,
  again = nothing,
  ...said
}: Said & {
  service: Service;
  start: (closing: Closing) => Promise<One>;
  make?: (started: One) => Promise<unknown>;
  again?: (started: One) => Promise<unknown>;
}): MadeFault {
  return {
    ...said,
    async begin(closing) {
      const started = await start(closing);
      return { started, make: () => make(started), again: () => again(started) };
    },
  };
}
