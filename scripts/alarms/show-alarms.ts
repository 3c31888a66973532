import { type Alarm, alarms, type Service } from './alarms.ts';

/** What the services tell, and the workers of the video platform. */
export const own: Record<Service, string> = {
  'conventions-signing': 'job="conventions-signing"',
  'video-rest': 'job=~"video-rest(-worker)?"',
};

/** The alarms of a service. */
export function alarmsOf(service: Service): Alarm[] {
  return alarms.filter(({ services }) => services.includes(service));
}

/**
 * Prometheus rules of a service, in YAML.
 *
 * @param options.length  how lengths of time are written; a test gives shorter ones
 */
export function showRules(service: Service, { length = (written: string) => written } = {}): string {
  const rules = alarmsOf(service).map((alarm) =>
    [
      `      - alert: ${alarm.name}`,
      `        expr: ${JSON.stringify(conditionOf(alarm, own[service], length))}`,
      `        for: ${length(alarm.for)}`,
      '        labels:',
      `          severity: ${alarm.severity}`,
      `          service: ${service}`,
      '        annotations:',
      `          summary: ${JSON.stringify(`${service}: ${plain(alarm.rings)}`)}`,
      `          runbook: ${JSON.stringify(plain(alarm.mend))}`,
    ].join('\n'),
  );
  return `${[
    '# Written by `npm run alarms`, from scripts/alarms/alarms.ts.',
    'groups:',
    `  - name: ${service}`,
    '    rules:',
    ...rules,
  ].join('\n')}\n`;
}

/** When an alarm rings, in PromQL. */
export function conditionOf(
  { value, when }: Alarm,
  labels: string,
  length: (written: string) => string,
): string {
  return typeof when === 'string' ? `${value(labels, length)} ${when}` : when(labels, length);
}

/** Markdown as it is read in a notification. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}

const columns = 3;
const size = { w: 24 / columns, h: 7 };

/** The Grafana dashboard of a service, as JSON: what rings, and the quantity of every alarm with where it rings. */
export function showDashboard(service: Service): string {
  const datasource = { type: 'prometheus', uid: '$datasource' };
  const ringing = {
    id: 1,
    type: 'table',
    title: 'What rings',
    datasource,
    gridPos: { x: 0, y: 0, w: 24, h: 5 },
    targets: [
      {
        refId: 'A',
        datasource,
        format: 'table',
        instant: true,
        expr: `ALERTS{alertstate="firing",service="${service}"}`,
      },
    ],
  };
  const panels = alarmsOf(service).map((alarm, index) => ({
    id: index + 2,
    type: 'timeseries',
    title: alarm.title,
    description: `${alarm.name}: ${plain(alarm.rings)}. ${plain(alarm.mend)}`,
    datasource,
    gridPos: { ...size, x: (index % columns) * size.w, y: 5 + Math.floor(index / columns) * size.h },
    fieldConfig: { defaults: { unit: alarm.unit, ...thresholdOf(alarm) }, overrides: [] },
    targets: [{ refId: 'A', datasource, expr: alarm.value(own[service], (length) => length) }],
  }));
  const dashboard = {
    uid: `campus-${service}`,
    title: service,
    schemaVersion: 39,
    timezone: 'browser',
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }],
    },
    panels: [ringing, ...panels],
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

/** Red where it rings. */
function thresholdOf({ when }: Alarm) {
  const [, sign, limit] = (typeof when === 'string' && /^([<>=]+) ([\d.]+)$/.exec(when)) || [];
  if (limit === undefined) return {};
  const [below, above] = sign === '>' ? ['green', 'red'] : ['red', 'green'];
  // What is wrong at zero is well at one.
  const value = sign === '==' ? Number(limit) + 1 : Number(limit);
  return {
    thresholds: {
      mode: 'absolute',
      steps: [
        { color: below, value: null },
        { color: above, value },
      ],
    },
    custom: { thresholdsStyle: { mode: 'line' } },
  };
}

/** The operator guide with its table of alarms filled in anew, between `<!-- alarms -->` and `<!-- end -->`. */
export function showRunbook(page: string): string {
  const short: Record<Service, string> = { 'conventions-signing': 'signing', 'video-rest': 'video' };
  const rows = alarms.map(
    ({ name, services, severity, rings, mend }) =>
      `| \`${name}\` | ${services.length > 1 ? 'both' : services.map((one) => short[one])} | ${severity} | ${rings} | ${mend} |`,
  );
  const head = [
    '| Alarm | Service | Severity | It rings when | What it is, what mends it |',
    '| --- | --- | --- | --- | --- |',
  ];
  const table = [...head, ...rows].join('\n');
  return page.replace(
    /(<!-- alarms -->\n).*?(<!-- end -->)/s,
    (_all, begin, end) => `${begin}\n${table}\n\n${end}`,
  );
}
