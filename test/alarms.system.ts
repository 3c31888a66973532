import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createMetrics, endOfCertificate, watchCertificates } from '@campus/service';
import { createTestDatabase, requireTool, startRecordingServer } from '@campus/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  startServiceProcess as startSigning,
  webhookEnv,
} from '../apps/conventions-signing/test/support/process.ts';
import { givenDraft } from '../apps/conventions-signing/test/support/records.ts';
import { basic } from '../apps/video-rest/test/support/accounts.ts';
import { startServiceProcess as startVideo } from '../apps/video-rest/test/support/service-process.ts';
import { alarms, type Service, services } from '../scripts/alarms/alarms.ts';
import { alarmsOf, conditionOf, own } from '../scripts/alarms/show-alarms.ts';
import { faultAt, faultsOf, quietSeries } from './support/alarm-faults.ts';
import { madeFaults } from './support/alarms/made-faults.ts';
import { goOn, minutes, overlay, type Series, shownSeries } from './support/recorded-figures.ts';
import { repositoryRoot } from './support/start-demo.ts';
import { doorDays, startTlsDoor } from './support/tls-door.ts';

// The rules, by promtool: what services tell under a quiet load is recorded, goes on for hours, and faults are laid over it.
const run = promisify(execFile);
const recorded = new Map<Service, Series[]>();
/** What was read last of it. */
const told = new Map<Service, string>();
const closing: (() => Promise<unknown>)[] = [];
let folder: string;

beforeAll(async () => {
  await requireTool('promtool');
  recorded.set('conventions-signing', await recordSigning());
  recorded.set('video-rest', await recordVideo());
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alarms-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function makePlace(template: string): Promise<{ url: string; dataDir: string }> {
  const database = await createTestDatabase(template);
  closing.push(() => database.drop());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'alarms-data-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return { url: database.url, dataDir };
}

/** What a service tells while a load is done once; it was done before, since a first time takes longer. */
async function record(job: Service, metricsUrl: string, load: () => Promise<unknown>): Promise<Series[]> {
  const scrape = async () => (await fetch(`${metricsUrl}/metrics`)).text();
  await load();
  const before = await scrape();
  await load();
  const after = await scrape();
  told.set(job, after);
  const asked = askedBy(job);
  const series = goOn(before, after, job).filter(
    // The others cost time, and no rule reads them.
    ({ name, labels }) => asked.has(name) && (labels.le === undefined || labels.le === '1'),
  );
  return overlay(series, quietSeries(job));
}

/** The figures that the rules of a service ask for. */
function askedBy(service: Service): Set<string> {
  const rules = alarmsOf(service).map((alarm) => conditionOf(alarm, own[service], (length) => length));
  return new Set(rules.flatMap((rule) => rule.match(/\b[a-z_]+(?=\{)/g) ?? []));
}

async function recordSigning(): Promise<Series[]> {
  const { url, dataDir } = await makePlace('conventions-signing');
  const webhook = await startRecordingServer();
  closing.push(() => webhook.stop());
  const door = await startTlsDoor(dataDir);
  closing.push(() => door.stop());
  const service = await startSigning({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    TRUST_LOTL_URI: `file://${dataDir}/no-list.xml`,
    TRUST_LOTL_SIGNERS: door.certificates,
    ...webhookEnv(webhook.url),
  });
  closing.push(() => service.kill('SIGKILL'));
  return record('conventions-signing', service.metricsUrl, async () => {
    const { id } = await givenDraft(service);
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    for (let count = 0; count < 60; count += 1) await service.institution.get('/api/conventions').expect(200);
    await service.vendor.get('/public/api/conventions/999999999').expect(404);
  });
}

async function recordVideo(): Promise<Series[]> {
  const { url: databaseUrl, dataDir } = await makePlace('video-rest');
  const rootPassword = 'root-password';
  const service = await startVideo({ databaseUrl, dataDir, rootPassword });
  closing.push(() => service.kill('SIGKILL'));
  const headers = { Authorization: basic('root', rootPassword) };
  return record('video-rest', service.metricsUrl, async () => {
    for (let count = 0; count < 60; count += 1)
      expect((await fetch(`${service.url}/rest/videos/`, { headers })).status).toBe(200);
  });
}

/**
 * Runs the rules over series; the alarms that must ring by minutes, and nothing but them. Faults hold for multiples of five
 * minutes, and so do the rules: to look at them oftener only takes longer.
 */
async function check(
  service: Service,
  series: readonly Series[],
  rung: Record<number, readonly string[]>,
  { everyMinutes = 5 } = {},
) {
  const rules = path.join(repositoryRoot, `docker/observability/${service}.rules.yml`);
  const ringing = 'group by (alertname) (ALERTS{alertstate="firing"})';
  const file = path.join(folder, 'test.json');
  const promql_expr_test = Object.entries(rung).map(([minute, names]) => ({
    expr: ringing,
    eval_time: `${minute}m`,
    exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
  }));
  const tests = [{ interval: '1m', input_series: series.map(shownSeries), promql_expr_test }];
  // JSON is YAML.
  await writeFile(
    file,
    JSON.stringify({ rule_files: [rules], evaluation_interval: `${everyMinutes}m`, tests }),
  );
  await run('promtool', ['test', 'rules', file]).catch(({ stdout, stderr }) => {
    throw new Error(`promtool: ${stdout}${stderr}`.slice(0, 4000));
  });
}

test('A certificate is told with its end, as it is shown at the moment', async () => {
  const door = await startTlsDoor(folder);
  try {
    const metrics = createMetrics();
    watchCertificates(metrics, {
      door: () => endOfCertificate(door.url),
      nobody: () => endOfCertificate('https://127.0.0.1:1'),
    });
    const daysLeft = async () => {
      const { text } = await metrics.scrape();
      expect(text).not.toContain('nobody');
      const [, end] = /^certificate_end_timestamp_seconds\{certificate="door"\} (\S+)$/m.exec(text) ?? [];
      return Math.round((Number(end) - Date.now() / 1000) / 86_400);
    };

    expect(await daysLeft()).toBe(doorDays);
    await door.renew(5);
    expect(await daysLeft()).toBe(5);
  } finally {
    await door.stop();
  }
});

test('The operator guide has each fault that rings an alarm in a real Prometheus, and each alarm has one', async () => {
  const guide = await readFile(path.join(repositoryRoot, 'docs/operator-guide.md'), 'utf8');
  const [, table = ''] = /\n\| Alarm \| Service \| Fault \|.*?\n\| --- .*?\n(.*?)\n\n/s.exec(guide) ?? [];

  const rows = Map.groupBy(madeFaults, ({ alarm, fault, besides }) =>
    [`\`${alarm}\``, fault, besides ? `\`${besides.alarm}\`: ${besides.why}` : ''].join(' | '),
  );
  const lines = [...rows].map(([row, made]) => {
    const [alarm, ...others] = row.split(' | ');
    const service = made.length > 1 ? 'both' : made[0]?.service === 'video-rest' ? 'video' : 'signing';
    return ['', alarm, service, ...others, ''].join(' | ').trim();
  });
  expect(table.split('\n').sort()).toEqual(lines.sort());
  expect(new Set(madeFaults.map(({ alarm }) => alarm))).toEqual(new Set(alarms.map(({ name }) => name)));
});

describe.each(services)('Of %s', (service) => {
  test('the rules are rules of Prometheus, and the configuration that names them is one', async () => {
    await run('promtool', ['check', 'rules', `docker/observability/${service}.rules.yml`], {
      cwd: repositoryRoot,
    });
    await run('promtool', ['check', 'config', 'docker/observability/prometheus.yml'], {
      cwd: repositoryRoot,
    });
  });

  test('the quiet load rings nothing in any minute of four hours', async () => {
    const all = Array.from({ length: minutes }, (_, minute) => [minute, []]);

    await check(service, recorded.get(service) ?? [], Object.fromEntries(all), { everyMinutes: 1 });
  });

  test('the service tells every figure that its rules ask for', async () => {
    const asked = askedBy(service);
    // What stands in both is told by both, where there are mails, jobs and a public address to tell of.
    const scrape = [...told.values()].join('\n');

    expect(
      [...asked].filter((name) => name !== 'up' && !new RegExp(`^${name}[{ ]`, 'm').test(scrape)),
    ).toEqual([]);
  });

  test('every alarm has a fault here', () => {
    expect(Object.keys(faultsOf(service)).sort()).toEqual(
      alarmsOf(service)
        .map(({ name }) => name)
        .sort(),
    );
  });

  test.each(Object.entries(faultsOf(service)))('a fault rings %s, and only it', async (name, fault) => {
    const quiet = recorded.get(service) ?? [];
    const lasting = fault.rungAt > minutes ? quiet.map((one) => goesOnUntil(one, fault.rungAt + 10)) : quiet;
    const beside = fault.isSilent ? lasting.map((one) => goesOnUntil(one, faultAt - 1)) : lasting;

    await check(service, overlay(beside, fault.series), { [faultAt - 1]: [], [fault.rungAt]: [name] });
  });
});

test('Harvesters who are answered 503 for want of ours ring ErrorBudgetBurns as everybody does', async () => {
  const { series, rungAt } = faultsOf('video-rest').ErrorBudgetBurns ?? { series: [], rungAt: 0 };
  const ofHarvesters = series.map((one) => ({
    ...one,
    labels: { ...one.labels, method: 'GET', route: '/oai', status_code: '503' },
  }));

  await check('video-rest', overlay(recorded.get('video-rest') ?? [], ofHarvesters), {
    [faultAt - 1]: [],
    [rungAt]: ['ErrorBudgetBurns'],
  });
});

function goesOnUntil(series: Series, minute: number): Series {
  return { ...series, values: series.values.replace(`x${minutes}`, `x${minute}`) };
}
