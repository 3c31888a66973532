import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePort, requireTool, startProcess } from '@campus/testing';
import type { Service } from '../../scripts/alarms/alarms.ts';
import { repositoryRoot } from './start-demo.ts';

/** All lengths of time of the rules are so much shorter: an hour is three minutes. */
const factor = 20;
const scrapeSeconds = 3;
const secondsOf: Record<string, number> = { m: 60, h: 3600, d: 86_400 };

/**
 * Rules of docker/observability with shorter times: windows, how long a fault must hold, and limits in seconds. Other
 * limits, as of requests or of the days that a certificate holds, stay. What must hold for a day must for an hour.
 */
export function quicker(rules: string): string {
  return rules
    .replaceAll('for: 1d', 'for: 1h')
    .replace(
      /(?<=\[|for: )(\d+)([mhd])\b/g,
      (_all, count, unit) => `${(count * (secondsOf[unit] ?? 0) * 1000) / factor}ms`,
    )
    .replace(/(?<=_seconds\{[^}]*\}\) > )\d+/g, (limit) => String(Number(limit) / factor));
}

/** A Prometheus that scrapes a service, and rings by its quicker rules. */
export interface Prometheus extends AsyncDisposable {
  /** Waits until it has scraped for so many minutes of the rules more. */
  goOn(minutes: number): Promise<void>;
  /** Alarms that have rung since it was started, by name. */
  rung(): Promise<string[]>;
  /** What Prometheus says of rules that it cannot evaluate. */
  problems(): Promise<string[]>;
}

/** @param targets  addresses of metrics ports, by job */
export async function startPrometheus(
  service: Service,
  targets: Record<string, string>,
): Promise<Prometheus> {
  const command = await requireTool('prometheus');
  const folder = await mkdtemp(path.join(tmpdir(), 'prometheus-'));
  await mkdir(path.join(folder, 'data'));
  const rules = await readFile(
    path.join(repositoryRoot, `docker/observability/${service}.rules.yml`),
    'utf8',
  );
  await writeFile(path.join(folder, 'rules.yml'), quicker(rules));
  const configuration = {
    global: {
      scrape_interval: `${scrapeSeconds}s`,
      scrape_timeout: `${scrapeSeconds}s`,
      evaluation_interval: '1s',
    },
    rule_files: ['rules.yml'],
    scrape_configs: Object.entries(targets).map(([job_name, url]) => ({
      job_name,
      static_configs: [{ targets: [new URL(url).host] }],
    })),
  };
  // JSON is YAML.
  await writeFile(path.join(folder, 'prometheus.yml'), JSON.stringify(configuration));
  const address = `127.0.0.1:${await freePort()}`;
  const started = startProcess({
    command,
    args: [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
    ],
  });
  async function ask<Data>(call: string): Promise<Data> {
    const answer = await fetch(`http://${address}/api/v1/${call}`);
    const { data, error } = (await answer.json()) as { data: Data; error?: string };
    if (!answer.ok) throw new Error(`Prometheus: ${error}`);
    return data;
  }
  async function query(promql: string) {
    const { result } = await ask<{ result: { metric: Record<string, string>; value: [number, string] }[] }>(
      `query?${new URLSearchParams({ query: promql })}`,
    );
    return result;
  }
  const scrapes = async () => Number((await query('max(count_over_time(up[1d]))'))[0]?.value[1] ?? 0);
  await started.waitForOutput(/Server is ready/);

  return {
    async goOn(minutes) {
      const until = (await scrapes()) + Math.ceil((minutes * 60) / factor / scrapeSeconds);
      await eventually(async () => (await scrapes()) >= until, { timeoutMs: 600_000, intervalMs: 500 });
    },
    async rung() {
      const rung = await query('group by (alertname) (max_over_time(ALERTS{alertstate="firing"}[1d]))');
      return rung.map(({ metric }) => metric.alertname ?? '').sort();
    },
    async problems() {
      const { groups } = await ask<{
        groups: { rules: { name: string; health: string; lastError?: string }[] }[];
      }>('rules');
      const all = groups.flatMap((group) => group.rules);
      return all
        .filter(({ health }) => health !== 'ok')
        .map(({ name, health, lastError }) => `${name}: ${lastError ?? health}`);
    },
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
