/**
 * How the service answers with ten million videos, beside the same service with a thousand. Not a test.
 *
 *     node apps/video-rest/bench/scale/main.ts <folder> [--videos 10000000] [--seconds 4] [--only <case>] [--lists]
 *
 * With `--lists` each video has tags, groups and tracks, and every list is asked for, as staff and as a student.
 * The folder gets some 15 GB, and is kept: a second run finds both databases filled.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hashPassword } from '@campus/accounts';
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
import { connect } from '@campus/database';
import { openMediaTools } from '../../src/ffmpeg/open-media-tools.ts';
import { fillDatabase } from '../fill-database.ts';
import { instance } from '../instance.ts';
import { makeClip } from '../make-clip.ts';
import { videoCases } from './cases.ts';
import { fillManyVideos } from './fill-many-videos.ts';
import { fillParts } from './fill-parts.ts';
import { listCases } from './list-cases.ts';

const usage =
  'usage: node apps/video-rest/bench/scale/main.ts <folder> [--videos n] [--seconds n] [--only case] [--lists]\n';
const migrations = path.resolve(import.meta.dirname, '../../../../prisma/video-rest/migrations');
const password = 'password of the benchmark';

async function run(bench: Bench): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      videos: { type: 'string', default: '10000000' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', multiple: true, default: [] },
      lists: { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) return usage;
  const counts = { few: 1000, many: Number(values.videos) };
  const databases = await startSizes(
    {
      folder,
      migrations,
      counts,
      async fill({ url, adminUrl }, count) {
        await fillDatabase(url);
        await fillManyVideos(adminUrl, { count, say: bench.say });
        if (values.lists) await fillParts(adminUrl, { count, say: bench.say });
      },
    },
    bench,
  );
  const searchPath = process.env.PATH ?? '';
  const start = async (size: Size) => {
    const place = path.join(folder, size);
    await mkdir(place, { recursive: true });
    await givePassword(databases[size].url);
    await claim(databases[size].url, path.join(place, 'media'));
    // Its own configuration, whatever lies in the repository.
    const configurationFile = path.join(place, 'video-rest.properties');
    await writeFile(configurationFile, '');
    const { url, stop } = await startChild(path.join(import.meta.dirname, '../../src/main.ts'), {
      env: {
        PATH: searchPath,
        CONFIG_FILE: configurationFile,
        DATABASE_URL: databases[size].url,
        DATA_DIR: place,
        SERVER_PORT: '0',
        METRICS_PORT: '0',
        DEFAULT_DC_COVERAGE: instance.coverage,
        DEFAULT_DC_RIGHTS: instance.rights,
      },
    });
    bench.closing.push(stop);
    return { url, cookies: await signIn(new URL('/accounts/login/', url), { username: 'user1', password }) };
  };
  const services = { few: await start('few'), many: await start('many') };
  const { ffmpeg } = await openMediaTools({ path: searchPath });
  const file = path.join(folder, 'clip.mp4');
  await rm(file, { force: true });
  await makeClip(ffmpeg, { file, size: '320x240', seconds: 1, signal: bench.signal });
  const cases = values.lists
    ? listCases(services)
    : videoCases({ services, counts, clip: await readFile(file) });
  const results: Parameters<typeof showLatencies>[0][number][] = [];
  for (const one of cases) {
    if (values.only.length > 0 && !values.only.includes(one.name)) continue;
    const latencies = await measureLatency(one, { seconds: Number(values.seconds), signal: bench.signal });
    results.push({ name: one.name, latencies });
    bench.say(
      `${one.name}: ${latencies.few.medianMs.toFixed(1)} and ${latencies.many.medianMs.toFixed(1)} ms`,
    );
  }
  return showLatencies(results, counts);
}

/** To the superuser of `fillDatabase`, for the pages. */
async function givePassword(url: string): Promise<void> {
  await using client = await connect(url);
  await client.query('update users set password_hash = $1 where id = 1', [await hashPassword(password)]);
}

/** The rows have no files: the media folder is this database's all the same. */
async function claim(url: string, mediaRoot: string): Promise<void> {
  await using client = await connect(url);
  const key = Buffer.alloc(16, 7);
  await client.query(`insert into instance_keys values ('media-root', $1) on conflict do nothing`, [key]);
  await mkdir(mediaRoot, { recursive: true });
  await writeFile(path.join(mediaRoot, 'owner'), `${key.toString('hex')}\n`);
}

await runBenchmark(usage, run);
