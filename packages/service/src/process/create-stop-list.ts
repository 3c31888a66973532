/** What a process has opened, and how it lets go of it. */
export interface StopList {
  /** The last to come is the first to go. */
  onStop(stop: () => Promise<unknown>): void;
  /**
   * Lets go of everything, one after the other, also of what comes after one that fails. Can be called again.
   *
   * @throws AggregateError  the failures, when all is done
   */
  stop(): Promise<void>;
}

export function createStopList(): StopList {
  const stops: (() => Promise<unknown>)[] = [];
  return {
    onStop: (stop) => void stops.push(stop),
    async stop() {
      const errors: unknown[] = [];
      for (const one of stops.splice(0).reverse()) {
        try {
          await one();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw new AggregateError(errors, 'not everything could be stopped');
    },
  };
}
