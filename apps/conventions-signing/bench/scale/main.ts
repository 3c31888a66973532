/**
 * How the service answers with a million agreements, beside the same service with a thousand. Not a test.
 *
 *     node apps/conventions-signing/bench/scale/main.ts <folder> [--agreements 1000000] [--seconds 4] [--only <case>]
 *
 * The folder gets some 4 GB, and is kept: a second run finds both databases filled.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Bench,
  measureLatency,
  runBenchmark,
  type Size,
  showLatencies,
  signIn,
  startChild,
  startSizes,
} from '@campus/bench';
import { startRecordingServer } from '@campus/testing';
import { validPdf } from '../../test/support/pdfs.ts';
import { managementToken, publicToken } from '../tokens.ts';
import { agreementCases } from './cases.ts';
import { fillManyAgreements } from './fill-many-agreements.ts';
import { fillQueue } from './fill-queue.ts';

const usage =
  'usage: node apps/conventions-signing/bench/scale/main.ts <folder> [--agreements n] [--seconds n] [--only case]\n';
const migrations = path.resolve(import.meta.dirname, '../../../../prisma/conventions-signing/migrations');
const password = 'password of the benchmark';
const finishedJobs = 100_000;

async function run(bench: Bench): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      agreements: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) return usage;
  const counts = { few: 1000, many: Number(values.agreements) };
  const pdf = await validPdf();
  const databases = await startSizes(
    {
      folder,
      migrations,
      counts,
      fill: ({ adminUrl }, count) => fillManyAgreements(adminUrl, { count, pdf, say: bench.say }),
    },
    bench,
  );
  const webhook = await startRecordingServer();
  bench.closing.push(() => webhook.stop());
  const start = async (size: Size) => {
    const place = path.join(folder, size);
    await mkdir(place, { recursive: true });
    // Its own configuration, whatever lies in the repository.
    const configurationFile = path.join(place, 'conventions-signing.properties');
    await writeFile(configurationFile, '');
    const { url, stop } = await startChild(path.join(import.meta.dirname, '../../src/main.ts'), {
      env: {
        CONFIG_FILE: configurationFile,
        DATABASE_URL: databases[size].url,
        DATA_DIR: place,
        SERVER_PORT: '0',
        METRICS_PORT: '0',
        ROOT_PASSWORD: password,
        APPLI_PUBLIC_TOKENS: publicToken,
        APPLI_MANAGEMENT_TOKENS: managementToken,
        RETENTION_SIGNED: '100',
        WEBHOOK_SIGNATURE_URI: webhook.url,
        WEBHOOK_SIGNATURE_TOKEN: 'webhook-token-of-the-benchmark',
      },
    });
    bench.closing.push(stop);
    const cookies = await signIn(new URL('/console/account/login/', url), { username: 'root', password });
    return { url, cookies };
  };
  const services = { few: await start('few'), many: await start('many') };
  await fillQueue(databases.many.adminUrl, finishedJobs);
  const results: Parameters<typeof showLatencies>[0][number][] = [];
  for (const one of agreementCases({ services, counts, pdf: Buffer.from(pdf) })) {
    if (values.only.length > 0 && !values.only.includes(one.name)) continue;
    const latencies = await measureLatency(one, { seconds: Number(values.seconds), signal: bench.signal });
    results.push({ name: one.name, latencies });
    bench.say(
      `${one.name}: ${latencies.few.medianMs.toFixed(1)} and ${latencies.many.medianMs.toFixed(1)} ms`,
    );
  }
  return showLatencies(results, counts);
}

await runBenchmark(usage, run);
