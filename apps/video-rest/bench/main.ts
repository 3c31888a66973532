/** `npm run bench`: the service's speed beside its plain limits, case by case. Not a test. */
import path from 'node:path';
import {
  type Bench,
  measureStart,
  readOptions,
  runBenchmark,
  showResults,
  showStart,
  startDatabase,
} from '@campus/bench';
import { openMediaTools } from '../src/ffmpeg/open-media-tools.ts';
import { requestCases } from './cases.ts';
import { fillDatabase } from './fill-database.ts';
import { measureBucket } from './measure-bucket.ts';
import { measureEncode } from './measure-encode.ts';
import { measureOai } from './measure-oai.ts';
import { measureRequests } from './measure-requests.ts';
import { measureTus } from './measure-tus.ts';
import { measureUpload } from './measure-upload.ts';
import { showBucket, showEncode, showOai, showTus, showUpload } from './show-others.ts';
import { startBare, startService } from './start-servers.ts';
import { usage } from './usage.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

const videoCounts = { few: 10_000, many: 100_000 };

async function run({ signal, closing, say }: Bench): Promise<string> {
  const allCases = requestCases(videoCounts);
  const options = readOptions(process.argv.slice(2), {
    defaults: { seconds: 5, rounds: 3, connections: 8, processes: 1, 'upload-mib': 1024, 'clip-seconds': 60 },
    caseNames: [...allCases.map(({ name }) => name), 'oai', 'upload', 'tus', 'bucket', 'encode', 'start'],
    // npm runs a workspace's script in its folder; people mean where they typed the command.
    startedIn: process.env.INIT_CWD ?? process.cwd(),
  });
  if (options === 'help') return usage;
  const { counts, only, profileFolder } = options;
  const { rounds } = counts;
  const isChosen = (name: string) => only.length === 0 || only.includes(name);
  const searchPath = process.env.PATH ?? '';
  const { ffmpeg } = await openMediaTools({ path: searchPath });

  say('starting PostgreSQL');
  const migrations = path.join(repositoryRoot, 'prisma/video-rest/migrations');
  const database = await startDatabase({ name: 'video-rest', migrations, closing, signal });
  const { folder, url: databaseUrl, adminUrl } = database;
  await fillDatabase(databaseUrl);
  const place = { folder, databaseUrl, searchPath, profileFolder, processes: counts.processes };
  const tables: string[] = [];
  const cases = allCases.filter(({ name }) => isChosen(name));
  if (cases.length > 0) {
    const results = await measureRequests(place, { ...counts, cases, adminUrl, signal, say });
    tables.push(showResults(results));
  }
  if (isChosen('oai')) {
    say('measuring oai');
    tables.push(showOai(await measureOai(place, { records: videoCounts.many, rounds, signal })));
  }
  if (isChosen('upload')) {
    say('measuring upload');
    const mebibytes = counts['upload-mib'];
    tables.push(showUpload(await measureUpload(place, { ffmpeg, mebibytes, rounds, signal })));
  }
  if (isChosen('tus')) {
    say('measuring tus');
    const mebibytes = counts['upload-mib'];
    tables.push(showTus(await measureTus(place, { ffmpeg, mebibytes, rounds, signal })));
  }
  if (isChosen('bucket')) {
    say('measuring bucket');
    const mebibytes = counts['upload-mib'];
    tables.push(showBucket(await measureBucket(place, { mebibytes, rounds })));
  }
  if (isChosen('encode')) {
    say('measuring encode');
    const clipSeconds = counts['clip-seconds'];
    tables.push(showEncode(await measureEncode(place, { ffmpeg, clipSeconds, rounds, signal })));
  }
  if (isChosen('start')) {
    say('measuring start');
    const start = { service: () => startService(place), bare: () => startBare(place) };
    tables.push(showStart(await measureStart(start, { rounds, signal })));
  }
  return tables.join('\n');
}

await runBenchmark(usage, run);
