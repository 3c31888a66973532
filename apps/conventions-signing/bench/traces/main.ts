/** What traces cost: the service that sends them beside itself without, case by case. Not a test. */
import path from 'node:path';
import { measureCase, median, runBenchmark, startDatabase } from '@campus/bench';
import { startTraceReceiver } from '../../../../test/support/trace-receiver.ts';
import { validPdf } from '../../test/support/pdfs.ts';
import { benchCases } from '../cases.ts';
import { fillDatabase } from '../fill-database.ts';
import { recordsAmong } from '../records.ts';
import { startService } from '../start-servers.ts';
import { startSilentApplication } from '../start-silent-application.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');
const ratios = (process.argv[2] ?? '0.05,1').split(',');
const load = { rounds: 8, seconds: 1, connections: 8 };

await runBenchmark(
  'usage: node apps/conventions-signing/bench/traces/main.ts [<ratio>,…]',
  async ({ signal, closing }) => {
    const records = recordsAmong(10_000);
    const of200Kilobytes = await validPdf({ bytes: 200_000 });
    const migrations = path.join(repositoryRoot, 'prisma/conventions-signing/migrations');
    const database = await startDatabase({ name: 'conventions-signing', migrations, closing, signal });
    const { folder, url: databaseUrl, adminUrl } = database;
    await fillDatabase(databaseUrl, { records, of200Kilobytes, of5Megabytes: of200Kilobytes });
    const application = await startSilentApplication();
    const receiver = await startTraceReceiver();
    closing.push(application.stop, receiver.stop);
    const place = { folder, databaseUrl, webhookUrl: application.url, profileFolder: undefined };
    const chosen = benchCases({ records, of200Kilobytes }).filter(
      ({ writes, name }) => !writes && /^(list|metadata|agreement)$/.test(name),
    );
    const lines: string[] = [];
    for (const ratio of ratios) {
      // Both anew: compiled code gets faster for minutes, so that the older of two is ahead.
      const service = await startService({ ...place, traces: { endpoint: receiver.endpoint, ratio } });
      closing.push(service.stop);
      const bare = await startService(place);
      closing.push(bare.stop);
      for (const benchCase of chosen) {
        const { rounds } = await measureCase(benchCase, {
          ...load,
          contest: { servers: { service, bare }, adminUrl },
          signal,
        });
        const of = (who: 'service' | 'bare') => median(rounds.map((round) => round[who].ownMs)) * 1000;
        const [on, off] = [of('service'), of('bare')];
        lines.push(
          `${ratio} ${benchCase.name}: ${on.toFixed(0)} µs with, ${off.toFixed(0)} without: ${((on / off - 1) * 100).toFixed(1)} %`,
        );
      }
      await Promise.all([service.stop(), bare.stop()]);
    }
    lines.push(`spans received: ${receiver.spans().length}`);
    return lines.join('\n');
  },
);
