import type { Log } from './create-log.ts';

/** Something without which the service cannot do its work. */
export interface Check {
  /** Rejects, with the reason for the log, when it is not as it must be. */
  run: () => Promise<unknown>;
  /** For what is dear to ask: a success holds this long. */
  rememberMs?: number;
}

/** What `GET /readyz` answers. No reasons: whoever may ask is not everybody who may know. */
export interface ReadinessReport {
  /** `ok`: send requests here. All others are answered 503. */
  status: 'ok' | 'unavailable' | 'starting' | 'stopping';
  checks: Record<string, 'ok' | 'failed'>;
}

/** Whether the process can do its work, asked by load balancers and orchestrators every few seconds. */
export interface Readiness {
  /** The start is over; from now on these decide. */
  begin(checks: Record<string, Check>): void;
  /** The process was told to stop: never ready again. */
  end(): void;
  /** Runs the checks side by side, each for a while at most; callers at the same time share one run. */
  report(): Promise<ReadinessReport>;
}

/**
 * @param options.log      hears once when a check begins to fail, with the reason, and once when it is well again
 * @param options.limitMs  how long a check may take; after it the check has failed
 */
export function createReadiness({ log, limitMs = 5_000 }: { log: Log; limitMs?: number }): Readiness {
  let asked: Record<string, () => Promise<'ok' | 'failed'>> = {};
  let status: 'starting' | 'started' | 'stopping' = 'starting';
  return {
    begin(checks) {
      if (status === 'stopping') return;
      asked = Object.fromEntries(
        Object.entries(checks).map(([name, check]) => [name, ask(name, check, { log, limitMs })]),
      );
      status = 'started';
    },
    end() {
      status = 'stopping';
      asked = {};
    },
    async report() {
      const asking = Object.entries(asked).map(async ([name, one]) => [name, await one()] as const);
      const results = await Promise.all(asking);
      // Looked at last: it may have been told to stop meanwhile.
      if (status !== 'started') return { status, checks: {} };
      const isOk = results.every(([, result]) => result === 'ok');
      return { status: isOk ? 'ok' : 'unavailable', checks: Object.fromEntries(results) };
    },
  };
}

function ask(
  name: string,
  { run, rememberMs = 0 }: Check,
  { log, limitMs }: { log: Log; limitMs: number },
): () => Promise<'ok' | 'failed'> {
  let okUntil = 0;
  let wasOk = true;
  let running: Promise<unknown> | undefined;
  let underWay: Promise<'ok' | 'failed'> | undefined;
  // One that never ends is not begun again at every probe.
  const runOnce = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
  const check = async (): Promise<'ok' | 'failed'> => {
    if (performance.now() < okUntil) return 'ok';
    try {
      await within(limitMs, runOnce());
      okUntil = performance.now() + rememberMs;
      if (!wasOk) log.info({ check: name }, `ready again: ${name}`);
      wasOk = true;
      return 'ok';
    } catch (error) {
      if (wasOk) log.warn({ check: name, err: error }, `not ready: ${name}`);
      wasOk = false;
      return 'failed';
    }
  };
  return () => {
    underWay ??= check().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // It may still fail after all.
    work.catch(() => undefined);
  }
}
