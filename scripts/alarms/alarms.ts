/** The services, as Prometheus names their jobs. */
export const services = ['conventions-signing', 'video-rest'] as const;

export type Service = (typeof services)[number];

/** How a length of time is written in a rule: `5m`. */
type Length = (length: string) => string;

/** One thing that can go wrong, and what it is known by. */
export interface Alarm {
  name: string;
  services: readonly Service[];
  /** `critical` wakes somebody; `warning` waits for the morning. */
  severity: 'critical' | 'warning';
  /** How long it must hold before it rings. */
  for: string;
  /**
   * PromQL of the quantity that is watched, which the dashboard draws.
   *
   * @param own  the labels of what the service tells
   */
  value: (own: string, length: Length) => string;
  /** When that is too much; or the whole condition, where one comparison does not say it. */
  when: string | ((own: string, length: Length) => string);
  /** Of the quantity, as Grafana calls it. */
  unit: 'short' | 's' | 'percentunit' | 'dtdurations';
  /** What is drawn and rung about, in a few words. */
  title: string;
  /** When it rings, as people say it. */
  rings: string;
  /** What mends it. */
  mend: string;
}

/** Of requests, those that may fail, and those that may be slow. */
const errorBudget = 0.001;
const slowBudget = 0.01;

const requests = 'http_request_duration_seconds_count';
/** What is not read in a moment: files, exports, what is followed. */
const isRead =
  'method="GET",route!~".*(changes|media|files|images|pdf|doc|export|runs|evidence|oai|archive).*"';

const sum = (metric: string, labels: string, length: string) =>
  `sum(increase(${metric}{${labels}}[${length}]))`;

/** Of harvesters that ask more than one may: they know of 503 alone that they are to wait. */
const askedTooMuch = '/oai beyond its share';

/** Answers that are our failure; of a disk that is full another alarm tells. */
function errors(how: 'rate' | 'increase', own: string, length: string): string {
  const of = (labels: string) => `${how}(${requests}{${own},${labels}}[${length}])`;
  return `sum(${of('status_code=~"5..",status_code!~"503|507"')} or ${of(`status_code="503",route!="${askedTooMuch}"`)})`;
}

function errorBurn(own: string, length: string): string {
  return `${errors('rate', own, length)} / sum(rate(${requests}{${own}}[${length}])) / ${errorBudget}`;
}

function slowBurn(own: string, length: string): string {
  const rate = (metric: string, labels: string) =>
    `sum(rate(${metric}{${own},${isRead}${labels}}[${length}]))`;
  const quick = rate('http_request_duration_seconds_bucket', ',le="1"');
  return `(1 - ${quick} / ${rate(requests, '')}) / ${slowBudget}`;
}

/**
 * A budget of 30 days that would be used up in 2 days, or in 5: over a long time, and still. So few requests that one
 * makes the difference ring nothing.
 */
function burns(
  burn: typeof errorBurn,
  counted: (own: string, length: string) => string,
): Exclude<Alarm['when'], string> {
  return (own, length) => {
    const over = (times: number, long: string, short: string) =>
      `(${burn(own, length(long))} > ${times} and ${burn(own, length(short))} > ${times})`;
    return `(${over(14.4, '1h', '5m')} or ${over(6, '6h', '30m')}) and ${counted(own, length('1h'))} > 5`;
  };
}

const encodings = 'queue="encode-video"';
const working = (own: string) => `sum(max by (state) (video_workers{${own},state=~"free|busy"}))`;

/** What can go wrong, and who is woken by it. */
export const alarms: readonly Alarm[] = [
  {
    name: 'ServiceDown',
    services,
    severity: 'critical',
    for: '2m',
    value: (own) => `min by (instance) (up{${own}})`,
    when: '== 0',
    unit: 'short',
    title: 'Processes that answer',
    rings: 'a metrics port does not answer for 2 min',
    mend: 'the process has ended, hangs, or cannot be reached: `docker compose ps`, then its log; a start that was refused says why in one message',
  },
  {
    name: 'DatabaseAway',
    services,
    severity: 'critical',
    for: '2m',
    value: (own) => `min(readiness_check_ok{${own},check=~"database|queue"})`,
    when: '== 0',
    unit: 'short',
    title: 'Database and queue',
    rings: 'the check `database` or `queue` of `/readyz` has failed for 2 min',
    mend: 'PostgreSQL is restarting, unreachable or out of connections: "the database is away" in the log names the reason; the service comes back by itself',
  },
  {
    name: 'CheckFailing',
    services,
    severity: 'critical',
    for: '5m',
    value: (own) => `min by (check) (readiness_check_ok{${own},check!~"database|queue"})`,
    when: '== 0',
    unit: 'short',
    title: 'Other checks of /readyz',
    rings: 'another check of `/readyz` (label `check`) is failed or degraded for 5 min',
    mend: 'uploads or encodings stand still, or the standby is left out; what mends each check stands [below](#when-something-is-wrong), the reason in the log',
  },
  {
    name: 'DiskFilling',
    services,
    severity: 'warning',
    for: '15m',
    value: (own) => `min by (folder) (disk_free_bytes{${own}} / disk_size_bytes{${own}})`,
    when: '< 0.1',
    unit: 'percentunit',
    title: 'Free room of the disks',
    rings: 'less than 10 % of the disk of `data.dir` or `MEDIA_ROOT` (label `folder`) is free for 15 min',
    mend: 'make room or a larger disk before it is full: then uploads are answered 507. The disk of a PostgreSQL of your own is for its own alarms',
  },
  {
    name: 'DatabasePoolExhausted',
    services,
    severity: 'warning',
    for: '5m',
    value: (own) => `max(database_pool_waiting{${own}})`,
    when: '> 0',
    unit: 'short',
    title: 'Requests that wait for a connection',
    rings: 'requests wait for a connection to the database for 5 min',
    mend: 'more connections ([scaling](scaling.md#connections)), or look in PostgreSQL for a statement that holds all up (`pg_stat_activity`)',
  },
  {
    name: 'QueueStandsStill',
    services,
    severity: 'critical',
    for: '5m',
    value: (own) => `max by (queue) (job_queue_oldest_seconds{${own},queue!="encode-video"})`,
    when: '> 900',
    unit: 's',
    title: 'Oldest job that is due',
    rings: 'a job (label `queue`) has been due for 15 min and has not begun, for 5 min',
    mend: 'no process takes this queue: all are stopped, hang in other jobs of it, or lack the parameter for it, such as `smtp.url` of `mail`; the log of the service, then a restart',
  },
  {
    name: 'JobsKeepFailing',
    services,
    severity: 'warning',
    for: '10m',
    value: (own) => `max by (queue) (job_queue_failing_jobs{${own}})`,
    when: '> 0',
    unit: 'short',
    title: 'Jobs that keep failing',
    rings: 'a job (label `queue`) has failed ten times or more, for 10 min',
    mend: '"a job of … failed and is tried again" in the log has the reason: mostly a neighbour that is away (mail server, time-stamp authority, trusted lists, bucket); it is tried on',
  },
  {
    name: 'ErrorBudgetBurns',
    services,
    severity: 'critical',
    for: '2m',
    value: (own, length) => errorBurn(own, length('1h')),
    when: burns(errorBurn, (own, length) => errors('increase', own, length)),
    unit: 'short',
    title: 'Failed requests, in budgets (0.1 %)',
    rings:
      'of requests, 1.44 % in an hour and in 5 min, or 0.6 % in 6 h and in 30 min, are answered 5xx (507, and 503 for a harvester that asks more than one may, apart), more than five of them',
    mend: 'a 500 is a bug: its line in the log has the reason, please report it; 503 names what is away or too busy, which list takes too long (`took_too_long`), or that `/oai` lacks `DEFAULT_DC_COVERAGE` or `DEFAULT_DC_RIGHTS`; one caller who goes on asking rings for these two, since nobody but you can mend them',
  },
  {
    name: 'LatencyBudgetBurns',
    services,
    severity: 'warning',
    for: '2m',
    value: (own, length) => slowBurn(own, length('1h')),
    when: burns(slowBurn, (own, length) => sum(requests, `${own},${isRead}`, length)),
    unit: 'short',
    title: 'Slow reads, in budgets (1 % over 1 s)',
    rings:
      'of what is read (files, exports and what is followed apart), 14.4 % in an hour and in 5 min, or 6 % in 6 h and in 30 min, take longer than 1 s',
    mend: 'which routes: `http_request_duration_seconds` by `route`; then processor time of the machine, `pg_stat_activity`, and [scaling](scaling.md)',
  },
  {
    name: 'SignInsRefused',
    services,
    severity: 'warning',
    for: '0m',
    value: (own, length) =>
      sum(requests, `${own},method="POST",route=~".*/login/?",status_code=~"4.."`, length('10m')),
    when: '> 100',
    unit: 'short',
    title: 'Refused sign-ins in 10 min',
    rings: 'more than 100 sign-ins were refused within 10 min',
    mend: 'somebody guesses passwords: the log of nginx has the addresses, refuse them there; accounts are [slowed down](#wrong-passwords) by themselves',
  },
  {
    name: 'MailsNotSent',
    services,
    severity: 'warning',
    for: '0m',
    value: (own, length) => sum('mails_total', `${own},result=~"refused|expired"`, length('1d')),
    when: '> 0',
    unit: 'short',
    title: 'Mails given up in a day',
    rings: 'a mail was refused for good, or not taken for a day',
    mend: 'the log has the words of the mail server; correct `smtp.url`, `mail.from` or the address of the account',
  },
  {
    name: 'CertificateEnds',
    services,
    severity: 'warning',
    for: '1h',
    value: (own) => `min by (certificate) (certificate_end_timestamp_seconds{${own}}) - time()`,
    when: '< 1209600',
    unit: 'dtdurations',
    title: 'Certificates end in',
    rings:
      'a certificate (label `certificate`) ends within 14 days: the one that `server.base-url` shows, or the last that may sign the list of lists (`trust.lotl-signers`)',
    mend: 'renew it, as [with certbot](../docker/nginx/README.md#certificates), and reload nginx; signers are in the [Official Journal](#follow-the-trusted-lists-of-the-union)',
  },
  {
    name: 'DeliveriesFail',
    services: ['conventions-signing'],
    severity: 'critical',
    for: '0m',
    value: (own, length) => sum('webhook_deliveries_total', `${own},result="failed"`, length('1h')),
    when: '> 0',
    unit: 'short',
    title: 'Deliveries given up in an hour',
    rings:
      'a call to the signing application was given up: somebody waits for a signature, and nobody was called',
    mend: 'the first page of the console has the cause: mend it there, then *Make all these calls again*',
  },
  {
    name: 'DeliveriesWait',
    services: ['conventions-signing'],
    severity: 'critical',
    for: '5m',
    value: (own) => `max(webhook_oldest_delivery_seconds{${own}})`,
    when: '> 3600',
    unit: 's',
    title: 'Oldest delivery that waits',
    rings: 'a call to the signing application has been due for an hour',
    mend: 'the signing application does not answer or refuses: *Calls* of the console shows each attempt; they go on for three days',
  },
  {
    name: 'TrustedListsUnread',
    services: ['conventions-signing'],
    severity: 'warning',
    for: '1d',
    value: (own) => `sum(max by (state) (trusted_lists{${own},state=~"unread|overdue"}))`,
    when: '> 0',
    unit: 'short',
    title: 'Trusted lists unread or overdue',
    rings: 'a trusted list cannot be read, or is older than it says that it may be, for a day',
    mend: '`problems` in the log names the country and the reason; what it said before holds. With files of your own (`file:`), renew them',
  },
  {
    name: 'TrustedListsOld',
    services: ['conventions-signing'],
    severity: 'warning',
    for: '1h',
    value: (own) => `time() - max(trusted_lists_checked_timestamp_seconds{${own}})`,
    when: '> 172800',
    unit: 's',
    title: 'Since the trusted lists were followed',
    rings: 'the trusted lists have not been followed for two days',
    mend: 'the job `trusted-lists` does not run or fails: the log of the service at 04:20',
  },
  {
    name: 'WorkersLost',
    services: ['video-rest'],
    severity: 'warning',
    for: '0m',
    value: (own, length) => `max(delta(video_workers{${own},state="lost"}[${length('1h')}]))`,
    when: '> 0',
    unit: 'short',
    title: 'Workers lost in an hour',
    rings: 'a worker has given no sign of life, and had not been told to stop',
    mend: '`/admin/encodings/` names it: it was killed, often for want of memory (`dmesg`), or its machine is gone; others take up its work by themselves',
  },
  {
    name: 'NoWorker',
    services: ['video-rest'],
    severity: 'critical',
    for: '5m',
    value: working,
    when: (own) => `${working(own)} == 0 and on () max(job_queue_oldest_seconds{${own},${encodings}}) > 300`,
    unit: 'short',
    title: 'Workers that encode',
    rings: 'encodings have waited for 5 min, and no worker is there to take them',
    mend: '`docker compose ps video-worker`; a worker without ffmpeg or disk begins nothing, its log and `/readyz` say why',
  },
  {
    name: 'EncodingsWait',
    services: ['video-rest'],
    severity: 'warning',
    for: '10m',
    value: (own) => `max(job_queue_oldest_seconds{${own},${encodings}})`,
    when: (own) => `max(job_queue_oldest_seconds{${own},${encodings}}) > 7200 and on () ${working(own)} > 0`,
    unit: 's',
    title: 'Oldest encoding that waits',
    rings: 'workers are there, and an encoding has waited for two hours',
    mend: 'more workers by `VIDEO_WORKERS` in `.env`, for the semester’s start on machines of their own ([scaling](scaling.md))',
  },
  {
    name: 'EncodingsFail',
    services: ['video-rest'],
    severity: 'warning',
    for: '0m',
    value: (own, length) => sum('video_encodings_total', `${own},outcome="failed"`, length('1h')),
    when: (own, length) => {
      const failed = sum('video_encodings_total', `${own},outcome="failed"`, length('1h'));
      return `${failed} > 2 and ${failed} > ${sum('video_encodings_total', `${own},outcome="done"`, length('1h'))}`;
    },
    unit: 'short',
    title: 'Encodings failed in an hour',
    rings: 'within an hour more encodings failed than were done, at least three',
    mend: '`/admin/encodings/` has the log of each run: one bad source fails alone, many point to ffmpeg, memory or disk of a worker',
  },
  {
    name: 'WebhooksFail',
    services: ['video-rest'],
    severity: 'warning',
    for: '5m',
    value: (own) => `max(webhook_failing_seconds{${own}})`,
    when: '> 3600',
    unit: 's',
    title: 'Since a webhook fails',
    rings: 'a webhook has failed for an hour; after three days it is switched off',
    mend: '`/admin/webhooks/` says of each attempt what was answered: tell whoever runs the receiver',
  },
  {
    name: 'WebhooksOff',
    services: ['video-rest'],
    severity: 'warning',
    for: '0m',
    value: (own) => `max(webhooks_switched_off{${own}})`,
    when: '> 0',
    unit: 'short',
    title: 'Webhooks switched off',
    rings: 'a webhook was switched off by the service, after three days of failures',
    mend: 'mend its receiver, then *Switch on* at `/admin/webhooks/`: it goes on where it was; or remove it',
  },
];
