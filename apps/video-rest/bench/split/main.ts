/**
 * How much sooner a long source is encoded by two workers than by one, and how soon an hour would be by 32. Not a test.
 *
 *     node apps/video-rest/bench/split/main.ts [--seconds 180]
 *
 * It encodes a source of 720p as a whole by one worker, and in pieces by one and by two, each a process with one thread
 * on a core of its own; then it puts an hour together from the times that the tasks took.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, runBenchmark, showTable, startChild, startDatabase } from '@campus/bench';
import { connect } from '@campus/database';
import { openMediaTools } from '../../src/ffmpeg/open-media-tools.ts';
import { type SplitPlan, tasksOf } from '../../src/ffmpeg/split-plan.ts';
import { fillDatabase } from '../fill-database.ts';
import { makeClip } from '../make-clip.ts';
import { uploadBody } from '../upload-body.ts';
import { type Encoded, encodeWith, type Stint } from './encode-with.ts';
import { schedule } from './schedule.ts';

const usage = 'usage: node apps/video-rest/bench/split/main.ts [--seconds n]\n';
const migrations = path.resolve(import.meta.dirname, '../../../../prisma/video-rest/migrations');

const hour = { seconds: 3600, fromSeconds: 600 };
const farms = [1, 2, 4, 8, 16, 32];

async function run({ signal, closing, say }: Bench): Promise<string> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '180' } } });
  const seconds = Number(values.seconds);
  const searchPath = process.env.PATH ?? '';
  const { folder, url: databaseUrl } = await startDatabase({ name: 'split', migrations, closing, signal });
  await fillDatabase(databaseUrl);
  const clip = path.join(folder, 'clip.mp4');
  const { ffmpeg } = await openMediaTools({ path: searchPath });
  await makeClip(ffmpeg, { file: clip, size: '1280x720', seconds, signal });
  const body = uploadBody(await readFile(clip));

  const configurationFile = path.join(folder, 'video-rest.properties');
  await writeFile(configurationFile, '');
  await mkdir(path.join(folder, 'media'));
  const env = {
    PATH: searchPath,
    CONFIG_FILE: configurationFile,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    MEDIA_ROOT: path.join(folder, 'media'),
    METRICS_PORT: '0',
  };
  const service = await startChild(path.resolve(import.meta.dirname, '../../src/main.ts'), {
    env: { ...env, ENCODE_CONCURRENCY: '0', SERVER_PORT: '0' },
  });
  closing.push(() => service.stop());
  const farm = { url: service.url, env, signal };
  const encode = async (name: string, cores: number[], splitFrom: number) => {
    say(name);
    return { name, ...(await encodeWith(farm, { body, cores, splitFrom })) };
  };
  const whole = await encode('one worker, as a whole', [0], 0);
  const single = await encode('one worker, in pieces', [0], seconds);
  const plan = await planOf(databaseUrl, single.id);
  const double = await encode('two workers, in pieces', [0, 1], seconds);
  return [
    showMeasured([whole, single, double], single.allSeconds),
    showTasks(single.stints),
    showHour(plan, { stints: single.stints, seconds, ratio: whole.allSeconds / single.allSeconds }),
  ].join('\n');
}

/** By which the last run of a video went. */
async function planOf(url: string, videoId: number): Promise<SplitPlan> {
  await using client = await connect(url);
  const { rows } = await client.query<{ plan: SplitPlan }>(
    'select plan from encodings where video_id = $1 and plan is not null',
    [videoId],
  );
  if (rows[0] === undefined) throw new Error('the source was not encoded in pieces');
  return rows[0].plan;
}

function showMeasured(runs: readonly (Encoded & { name: string })[], ofOne: number): string {
  const rows = runs.map(({ name, firstSeconds, allSeconds }) => [
    name,
    `${firstSeconds.toFixed(1)} s`,
    `${allSeconds.toFixed(1)} s`,
    (allSeconds / ofOne).toFixed(2),
  ]);
  return showTable(['Measured', 'first on air', 'all on air', 'of one in pieces'], rows);
}

function showTasks(stints: readonly Stint[]): string {
  const kinds = [...new Set(stints.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const times = stints.filter((stint) => stint.kind === kind).map(({ ms }) => ms / 1000);
    return [kind, String(times.length), `${sum(times).toFixed(1)} s`];
  });
  return showTable(['Tasks of one worker', 'count', 'together'], rows);
}

/** Each kind of task takes so much for a second of the source as was measured; those of an hour have the weights of an hour. */
function showHour(
  measured: SplitPlan,
  { stints, seconds, ratio }: { stints: readonly Stint[]; seconds: number; ratio: number },
): string {
  const { timeline } = measured;
  const ofHour = timeline.video && { ...timeline.video, endSeconds: hour.seconds };
  const plan = { ...measured, timeline: { ...timeline, video: ofHour } };
  const tasks = tasksOf(plan, hour);
  const together = (kind: Stint['kind']) =>
    (hour.seconds / seconds) * sum(stints.filter((stint) => stint.kind === kind).map(({ ms }) => ms / 1000));
  const secondsOf = ({ kind }: { kind: Stint['kind'] }) =>
    together(kind) / tasks.filter((task) => task.kind === kind).length;
  const planSeconds = together('plan');
  const scheduled = farms.map((workers) => ({
    workers,
    ...schedule(tasks, { workers, planSeconds, secondsOf }),
  }));
  const one = scheduled[0]?.allSeconds ?? 0;
  const rows = scheduled.map(({ workers, firstSeconds, allSeconds }) => [
    String(workers),
    minutes(firstSeconds),
    minutes(allSeconds),
    minutes(one / workers),
    `${Math.round(allSeconds - one / workers)} s`,
    minutes(allSeconds - (ratio * one) / workers),
  ]);
  return showTable(
    [
      'An hour, workers',
      'first on air',
      'all on air',
      '1/N of one',
      'beyond it',
      'beyond 1/N of a whole run',
    ],
    rows,
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} min`;

await runBenchmark(usage, run);
