import type { Service } from '../../scripts/alarms/alarms.ts';
import { minutes, type Series } from './recorded-figures.ts';

/** When the faults begin, in minutes. */
export const faultAt = 60;

/** What Prometheus would be told of a fault. */
interface Fault {
  series: readonly Series[];
  /** When its alarm must ring, in minutes. */
  rungAt: number;
  /** Nothing else is told any more. */
  isSilent?: boolean;
}

/** Well before, and then not. */
const from = (well: string | number, wrong: string | number, lasts = minutes) =>
  `${well}x${faultAt - 1} ${wrong}x${lasts}`;

/** What is there in a quiet hour besides what a service in a test tells. */
export function quietSeries(job: Service): Series[] {
  const own = (name: string, labels: Record<string, string>, values: string) => ({
    name,
    labels: { ...labels, job, instance: 'one' },
    values,
  });
  const always = (value: number | string) => `${value}x${minutes}`;
  return [
    own('up', {}, always(1)),
    // That of whoever runs the test does not count.
    own('disk_size_bytes', { folder: 'data' }, always(100)),
    own('disk_free_bytes', { folder: 'data' }, always(50)),
    own('disk_size_bytes', { folder: 'media' }, always(100)),
    own('disk_free_bytes', { folder: 'media' }, always(50)),
    own('certificate_end_timestamp_seconds', { certificate: 'server.base-url' }, always(5_000_000)),
    // A harvester that asks more than one may; it wakes nobody.
    own(
      'http_request_duration_seconds_count',
      { method: 'GET', route: '/oai beyond its share', status_code: '503' },
      '0+20x240',
    ),
    ...(job === 'conventions-signing'
      ? [
          own('trusted_lists', { state: 'read' }, always(32)),
          own('trusted_lists', { state: 'unread' }, always(0)),
          own('trusted_lists', { state: 'overdue' }, always(0)),
          own('trusted_lists_checked_timestamp_seconds', {}, '0+60x240'),
        ]
      : []),
  ];
}

/** A fault for each alarm of a service. */
export function faultsOf(job: Service): Record<string, Fault> {
  const series = (name: string, labels: Record<string, string>, values: string): Series => ({
    name,
    labels: { ...labels, job, instance: 'one' },
    values,
  });
  const fault = (after: number, ...over: Series[]): Fault => ({ series: over, rungAt: faultAt + after });
  const request = (name: string, labels: Record<string, string>, values: string) =>
    series(`http_request_duration_seconds_${name}`, labels, values);
  const slow = { method: 'GET', route: '/slow', status_code: '200' };
  const login = { method: 'POST', route: '/account/login/', status_code: '403' };
  const both = {
    ServiceDown: { ...fault(5, series('up', {}, from(1, 0))), isSilent: true },
    DatabaseAway: fault(
      5,
      series('readiness_check_ok', { check: 'database' }, from(1, 0)),
      series('readiness_check_ok', { check: 'queue' }, from(1, 0)),
    ),
    CheckFailing: fault(10, series('readiness_check_ok', { check: 'storage' }, from(1, 0))),
    DiskFilling: fault(20, series('disk_free_bytes', { folder: 'data' }, from(50, 9))),
    DatabasePoolExhausted: fault(10, series('database_pool_waiting', {}, from(0, 3))),
    QueueStandsStill: fault(25, series('job_queue_oldest_seconds', { queue: 'mail' }, from(0, '0+60'))),
    JobsKeepFailing: fault(15, series('job_queue_failing_jobs', { queue: 'mail' }, from(0, 1))),
    ErrorBudgetBurns: fault(
      30,
      request('count', { method: 'POST', route: '/broken', status_code: '500' }, from(0, '0+30')),
    ),
    LatencyBudgetBurns: fault(
      45,
      request('count', slow, from(0, '0+300')),
      request('bucket', { ...slow, le: '1' }, from(0, 0)),
    ),
    SignInsRefused: fault(10, request('count', login, from(0, '0+20'))),
    MailsNotSent: fault(5, series('mails_total', { result: 'refused' }, from(0, 1))),
    CertificateEnds: fault(
      70,
      series(
        'certificate_end_timestamp_seconds',
        { certificate: 'server.base-url' },
        from(5_000_000, 1_209_000),
      ),
    ),
  };
  if (job === 'conventions-signing')
    return {
      ...both,
      DeliveriesFail: fault(5, series('webhook_deliveries_total', { result: 'failed' }, from(0, 1))),
      DeliveriesWait: fault(75, series('webhook_oldest_delivery_seconds', {}, from(0, '0+60'))),
      TrustedListsUnread: {
        ...fault(24 * 60 + 5, series('trusted_lists', { state: 'unread' }, from(0, 1, 1600))),
      },
      TrustedListsOld: fault(70, series('trusted_lists_checked_timestamp_seconds', {}, from(0, -200_000))),
    };
  const workers = (free: string, busy: string) => [
    series('video_workers', { state: 'free' }, free),
    series('video_workers', { state: 'busy' }, busy),
  ];
  const waiting = (values: string) => series('job_queue_oldest_seconds', { queue: 'encode-video' }, values);
  return {
    ...both,
    WorkersLost: fault(5, series('video_workers', { state: 'lost' }, from(0, 1))),
    NoWorker: fault(20, waiting(from(0, '0+60')), ...workers(from(1, 0), from(0, 0))),
    EncodingsWait: fault(135, waiting(from(0, '0+60')), ...workers(from(1, 0), from(0, 1))),
    EncodingsFail: fault(10, series('video_encodings_total', { outcome: 'failed' }, from(0, '0+1'))),
    WebhooksFail: fault(75, series('webhook_failing_seconds', {}, from(0, '0+60'))),
    WebhooksOff: fault(5, series('webhooks_switched_off', {}, from(0, 1))),
  };
}
