/**
 * How long work in the background takes over many agreements, and what it holds meanwhile. Not a test.
 *
 *     node apps/conventions-signing/bench/scale/background.ts <folder> [--agreements 150000]
 *
 * Of 150,000 agreements there are more than a million entries of history. The folder is that of `main.ts`, and is kept.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, runBenchmark, startSizes } from '@campus/bench';
import { connect } from '@campus/database';
import { findDue } from '../../src/data/due-records.ts';
import { openDatabase } from '../../src/data/open-database.ts';
import { verifyDatabase } from '../../src/evidence/verify-database.ts';
import { sealHistory } from '../../src/ledger/seal-history.ts';
import { findNews } from '../../src/mail/digest.ts';
import { validPdf } from '../../test/support/pdfs.ts';
import { fillManyAgreements } from './fill-many-agreements.ts';

const usage = 'usage: node apps/conventions-signing/bench/scale/background.ts <folder> [--agreements n]\n';
const migrations = path.resolve(import.meta.dirname, '../../../../prisma/conventions-signing/migrations');

/** So many heads, of a thousand entries each. */
const backlog = 100;

async function run(bench: Bench): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { agreements: { type: 'string', default: '150000' } },
  });
  const [folder] = positionals;
  if (folder === undefined) return usage;
  const pdf = await validPdf();
  const { many } = await startSizes(
    {
      folder,
      migrations,
      counts: { few: 1000, many: Number(values.agreements) },
      fill: ({ adminUrl }, count) => fillManyAgreements(adminUrl, { count, pdf, say: bench.say }),
    },
    bench,
  );
  const db = openDatabase(many.url, () => undefined);
  bench.closing.push(() => db.close());
  const at = new Date();
  const lines: string[] = [];
  const measure = async (what: string, work: () => Promise<string>) => {
    const before = process.memoryUsage.rss();
    let most = before;
    const looking = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 50);
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    const told = await work().finally(() => clearInterval(looking));
    const seconds = (performance.now() - begun) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const held = (most - before) / 2 ** 20;
    lines.push(
      `${what}: ${told}, ${seconds.toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of the processor here, ${held.toFixed(0)} MiB more`,
    );
    bench.say(lines.at(-1) ?? '');
  };
  await using client = await connect(many.url);
  const count = async (from: string) => {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${from}`);
    return Number(rows[0]?.n);
  };
  const unsealed = await count('history where position is null');
  await measure('sealing', async () => {
    await sealHistory(db, { at, most: backlog });
    return `${unsealed - (await count('history where position is null'))} entries of ${unsealed}`;
  });
  await measure('sealing the rest', async () => {
    await sealHistory(db, { at, publish: true });
    return `${await count('history where position is not null')} in all`;
  });
  await measure('verify', async () => {
    const { flaw, said } = await verifyDatabase(db, () => ({ advance: () => {}, end: () => {} }));
    return flaw ?? said.join(' ');
  });
  // Without triggers, and taken back.
  await using admin = await connect(many.adminUrl);
  await admin.query(`begin; set local session_replication_role = replica;
    update signables set state = 'signing', due_on = '2026-01-01' where id <= 100000;
    update signable_times set state = 'signing', signed_at = null where signable_id <= 100000`);
  const asked = { since: new Date(0), until: new Date('2030-01-01'), scope: 'everything' as const };
  await measure('digest over 100,000 open records that are overdue', async () =>
    JSON.stringify(await findNews(admin, { timeZone: 'UTC', retention: { signed: 1 } }, asked)),
  );
  await admin.query('rollback');
  await measure('what is due', async () => {
    const rule = {
      state: 'signed' as const,
      days: 1,
      erasesFrom: new Date(0),
      before: new Date('2030-01-01'),
    };
    const found = await findDue(db.pool, [rule], { scope: 'everything', limit: 10_000 });
    return `the first ${found.length} of ${await count("signables where state = 'signed'")}`;
  });
  return `${lines.join('\n')}\n`;
}

await runBenchmark(usage, run);
