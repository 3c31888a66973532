import type { Readiness, ReadinessReport } from './create-readiness.ts';

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
