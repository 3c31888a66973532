import { oneAtATime } from '../budget/in-one-go.ts';
import { within } from '../budget/within.ts';
import type { Log } from '../log/create-log.ts';

/** Something without which the service cannot do its work, or not all of it. */
export interface Check {
  /** Rejects, with the reason for the log, when it is not as it must be. */
  run: () => Promise<unknown>;
  /** For what is dear to ask: a success holds this long, a failure as long, and 5 s at most. */
  rememberMs?: number;
  /** Requests are answered without it, if not all of them: a balancer that took the process away would end the rest. */
  degrades?: boolean;
}

const rememberFailureMs = 5_000;

/** How a check ended: `degraded` for what requests are answered without. */
type CheckResult = 'ok' | 'degraded' | 'failed';

/** What `GET /readyz` answers. No reasons: whoever may ask is not everybody who may know. */
export interface ReadinessReport {
  /** `ok`: send requests here. All others are answered 503. */
  status: 'ok' | 'unavailable' | 'starting' | 'stopping';
  checks: Record<string, CheckResult>;
}

/** Whether the process can answer requests, asked by load balancers and orchestrators every few seconds. */
export type Readiness = ReturnType<typeof createReadiness>;

/**
 * @param options.log      hears once when a check begins to fail, with the reason, and once when it is well again
 * @param options.limitMs  how long a check may take; after it the check has failed
 */
export function createReadiness({ log, limitMs = 5_000 }: { log: Log; limitMs?: number }) {
  let asked: Record<string, () => Promise<CheckResult>> = {};
  let lastChecks: ReadinessReport['checks'] = {};
  let status: 'starting' | 'started' | 'stopping' = 'starting';
  return {
    /** The start is over; from now on these decide. */
    begin(checks: Record<string, Check>) {
      if (status === 'stopping') return;
      asked = Object.fromEntries(
        Object.entries(checks).map(([name, check]) => [name, ask(name, check, { log, limitMs })]),
      );
      status = 'started';
    },
    /** The process was told to stop: never ready again. */
    end() {
      status = 'stopping';
      asked = {};
    },
    /** Runs the checks side by side, each for a while at most; callers at the same time share one run. */
    async report() {
      const asking = Object.entries(asked).map(async ([name, one]) => [name, await one()] as const);
      const results = await Promise.all(asking);
      lastChecks = Object.fromEntries(results);
      // Looked at last: it may have been told to stop meanwhile.
      if (status !== 'started') return { status, checks: {} };
      const isOk = results.every(([, result]) => result !== 'failed');
      return { status: isOk ? 'ok' : 'unavailable', checks: lastChecks };
    },
    /** How the checks ended when they were last run; none before that. */
    lastChecks: () => lastChecks,
  };
}

function ask(
  name: string,
  { run, rememberMs = 0, degrades = false }: Check,
  { log, limitMs }: { log: Log; limitMs: number },
): () => Promise<CheckResult> {
  let last: CheckResult = 'ok';
  let holdsUntil = 0;
  // One that never ends is not begun again at every probe.
  const runOnce = oneAtATime(run);
  return oneAtATime(async (): Promise<CheckResult> => {
    if (performance.now() < holdsUntil) return last;
    const before = last;
    try {
      await within(limitMs, runOnce());
      last = 'ok';
      if (before !== 'ok') log.info({ check: name }, `ready again: ${name}`);
    } catch (error) {
      last = degrades ? 'degraded' : 'failed';
      if (before === 'ok') log.warn({ check: name, err: error }, `${notReady[last]}: ${name}`);
    }
    holdsUntil = performance.now() + (last === 'ok' ? rememberMs : Math.min(rememberMs, rememberFailureMs));
    return last;
  });
}

const notReady = { failed: 'not ready', degraded: 'ready, but not for everything' };

const worse = { ok: 0, degraded: 1, failed: 2 } as const;

/**
 * Whether a service of several processes can answer requests: when each that is up can, since a request may come to
 * any. One that starts or stops gets none; one that hangs gets its share, and cannot. Of each check the worst is told.
 *
 * @param reportsOf  asks those that are up; undefined: one does not answer
 */
export function gatherReadiness(
  reportsOf: () => Promise<readonly (ReadinessReport | undefined)[]>,
): Pick<Readiness, 'report'> & { begin(): void; end(): void } {
  let status: 'starting' | 'started' | 'stopping' = 'starting';
  return {
    begin() {
      status = 'started';
    },
    end() {
      status = 'stopping';
    },
    async report() {
      const answers = await reportsOf();
      if (status !== 'started') return { status, checks: {} };
      const reports = answers.filter(isAtWork);
      const checks: ReadinessReport['checks'] = {};
      for (const [name, result] of reports.flatMap((report) => Object.entries(report.checks))) {
        if (worse[result] >= worse[checks[name] ?? 'ok']) checks[name] = result;
      }
      const isOk =
        reports.length > 0 &&
        !answers.includes(undefined) &&
        reports.every((report) => report.status === 'ok');
      return { status: isOk ? 'ok' : 'unavailable', checks };
    },
  };
}

function isAtWork(report: ReadinessReport | undefined): report is ReadinessReport {
  return report !== undefined && ['ok', 'unavailable'].includes(report.status);
}
