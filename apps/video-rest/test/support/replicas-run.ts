import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceItself } from '@campus/accounts';
import { leastBytesPerSecond } from '@campus/service';
import { eventually, firstToAnswer, type StartedProcess } from '@campus/testing';
import type request from 'supertest';
import { createToken } from '../../src/accounts/tokens.ts';
import { clip } from './clips.ts';
import { filesOf, type ShownEncoding, type ShownVideo, temporaryFiles } from './encode-videos.ts';
import { ffmpegsOn } from './ffmpegs-on.ts';
import { type Replicas, startReplicas, urlOf } from './replicas.ts';
import { type Client, clientWith } from './service.ts';

/** What a run came to. Every list names what is wrong, and is empty when nothing is. */
export interface ReplicasRun {
  /** How the processes ended that were stopped (SIGTERM). */
  exitCodes: (number | null)[];
  /** Requests that got no answer from the replica they went to, and were repeated. */
  repeated: number;
  /** Videos that are not, in every part, what their clients were told. */
  wrongVideos: unknown[];
  /** Whether there are no more videos that nobody was told of than uploads without an answer. */
  isSurplusExplained: boolean;
  /** Runs that more than one worker has brought to their end. */
  doneTwice: string[];
  /** An upload that was under way at the other replica all the while. */
  slowUpload: number;
}

/** A video that somebody was told of. */
interface Acknowledged {
  id: number;
  slug: string;
  description: string;
  launches: number;
  isRemoved: boolean;
}

/** What is done to the processes in the middle, in this order. */
type Step = 'restart an API' | 'kill an API' | 'restart a worker' | 'kill a worker';

/**
 * Uploads, describes, launches and removes videos at two replicas with two workers, of which one after the other is
 * stopped (SIGTERM) or killed (SIGKILL) in the middle and replaced by a new one; then compares what is there with what
 * was acknowledged.
 *
 * An upload has nothing that tells a repetition from a second video, so one without an answer may leave a video that
 * nobody was told of. Everything else may be repeated.
 *
 * @param options.steps  taken one by one, each when another share of the videos is uploaded
 */
export async function runReplicas({
  videos,
  steps,
}: {
  videos: number;
  steps: readonly Step[];
}): Promise<ReplicasRun> {
  const source = await clip('tiny');
  const replicas = await startReplicas();
  try {
    await Promise.all([replicas.startWorker(), replicas.startWorker()]);
    return await load(replicas, { videos, steps, source });
  } finally {
    await replicas.close();
  }
}

async function load(
  replicas: Replicas,
  { videos, steps, source }: { videos: number; steps: readonly Step[]; source: string },
): Promise<ReplicasRun> {
  const { db } = replicas;
  const { key } = await createToken(db, { by: serviceItself, username: 'root' });
  const client = clientOf(replicas, key);
  const owner = '/rest/users/me/';
  const { body: me } = await client.ask((to) => to.get(owner));
  const { body: type } = await client.ask((to) => to.post('/rest/types/').send({ title: 'Lecture' }));
  const form = { owner: me.url, type: type.url };
  const acknowledged: Acknowledged[] = [];
  const exitCodes: (number | null)[] = [];

  let next = 0;
  const take = async () => {
    for (let number = next++; number < videos; number = next++)
      acknowledged.push(await takeThrough(number, { client, form, source }));
  };
  const slow = slowUpload(urlOf(replicas, 1), { key, form, source });
  const all = Promise.all([take(), take(), take()]);
  for (const [index, step] of steps.entries()) {
    const share = Math.floor((videos * (index + 1)) / (steps.length + 2));
    await Promise.race([all, eventually(() => acknowledged.length >= share)]);
    const ended = await takeStep(replicas, step);
    if (ended !== undefined) exitCodes.push(ended);
    // What the dead left is gone, and what is on its way at the living must not be.
    if (step === 'kill an API') await untilSwept(replicas);
    if (index > 0) continue;
    slow.end();
    // Its replica is the next to be stopped, and waits for requests no longer than it must.
    await slow.status;
  }
  await all;

  const slowUploadStatus = await slow.status;
  const wrongVideos: unknown[] = [];
  const bytes = await readFile(source);
  for (const video of acknowledged) {
    const wrong = await wrongIn(replicas, { client, video, bytes });
    if (wrong !== undefined) wrongVideos.push(wrong);
  }
  await untilSwept(replicas);
  await eventually(async () => (await ffmpegsOn(replicas.mediaRoot)).length === 0);
  await eventually(async () => (await temporaryFiles(replicas.mediaRoot)).length === 0);
  const there = await db.prisma.video.count();
  const told = acknowledged.filter(({ isRemoved }) => !isRemoved).length + (slowUploadStatus === 201 ? 1 : 0);
  for (const one of [...replicas.workers, ...replicas.api]) exitCodes.push((await one.kill('SIGTERM')).code);
  return {
    exitCodes,
    wrongVideos,
    slowUpload: slowUploadStatus,
    repeated: client.repeated(),
    isSurplusExplained: there >= told && there - told <= client.repeated(),
    doneTwice: doneTwice(replicas.output()),
  };
}

/** One video, from its upload to the launch of its encoding; one of eight is removed again. */
async function takeThrough(
  number: number,
  { client, form, source }: { client: ReplicatedClient; form: Record<string, string>; source: string },
): Promise<Acknowledged> {
  const upload = await client.ask((to) => {
    const call = to.post('/rest/videos/');
    for (const [name, value] of Object.entries({ ...form, title: `Lecture ${number}` }))
      call.field(name, value);
    return call.attach('video', source);
  });
  const { id, slug }: ShownVideo = upload.body;
  const description = `Described after the upload, ${number}`;
  let launches = 0;
  await client.ask((to) => {
    launches += 1;
    return to.get(`/rest/launch_encode_view/?slug=${slug}`);
  });
  await client.ask((to) => to.patch(`/rest/videos/${id}/`).send({ description }));
  const isRemoved = number % 8 === 7;
  if (isRemoved) {
    // Removed by a request without an answer, it is not there any more when that is repeated.
    await client.ask((to) => to.delete(`/rest/videos/${id}/`), { mayMiss: true });
  }
  return { id, slug, description, launches, isRemoved };
}

/** Waits until the runs of a video are over, and tells what differs from what its client was told. */
async function wrongIn(
  replicas: Replicas,
  { client, video, bytes }: { client: ReplicatedClient; video: Acknowledged; bytes: Buffer },
): Promise<unknown> {
  const { id, description, launches, isRemoved } = video;
  const shown = await client.ask((to) => to.get(`/rest/videos/${id}/`), { mayMiss: isRemoved });
  const files = () => filesOf(replicas, id);
  if (isRemoved) {
    await eventually(async () => (await files()).length === 0).catch(() => undefined);
    const left = await files();
    return shown.status === 404 && left.length === 0 ? undefined : { id, status: shown.status, left };
  }
  const runs = async (): Promise<ShownEncoding[]> =>
    (await client.ask((to) => to.get(`/rest/encodings/?video=${id}`))).body.results;
  const isActive = ({ state }: ShownEncoding) => state === 'queued' || state === 'running';
  await eventually(async () => !(await runs()).some(isActive), {
    timeoutMs: 240_000,
    intervalMs: 250,
    seen: runs,
    describe: `no run of video ${id} is under way`,
  });
  const states = (await runs()).map(({ state }) => state);
  const [latest] = await runs();
  const right = [`encoding-${latest?.id}`, expectedSource(await files())];
  const isTidy = await eventually(async () => `${await files()}` === `${right}`).catch(() => false);
  const [, source = ''] = right;
  const folder = path.join(
    replicas.mediaRoot,
    'videos',
    String(Math.floor(id / 1000)).padStart(4, '0'),
    String(id),
  );
  const isSame = bytes.equals(await readFile(path.join(folder, source)));
  const isDone = states.length >= 1 && states.length <= launches && states.every((state) => state === 'done');
  if (isDone && isTidy && isSame && shown.body.description === description) return undefined;
  return { id, states, launches, files: await files(), isSame, description: shown.body.description };
}

function expectedSource(files: readonly string[]): string {
  return files.find((name) => name.startsWith('source-')) ?? 'no source';
}

/** @returns the exit code of what was stopped */
async function takeStep(replicas: Replicas, step: Step): Promise<number | null | undefined> {
  const isApi = step.endsWith('API');
  const up: StartedProcess[] = isApi ? replicas.api : replicas.workers;
  const isStopped = step.startsWith('restart');
  // From here on the clients learn by themselves that it is gone.
  const end = await up[0]?.kill(isStopped ? 'SIGTERM' : 'SIGKILL');
  up.shift();
  await (isApi ? replicas.startApi() : replicas.startWorker());
  return isStopped ? (end?.code ?? null) : undefined;
}

/** Until each folder of a process belongs to one that lives. */
async function untilSwept({ mediaRoot, api, workers }: Replicas): Promise<void> {
  const folders = () => readdir(path.join(mediaRoot, 'tmp'));
  await eventually(async () => (await folders()).length === api.length + workers.length, {
    intervalMs: 250,
    seen: folders,
    describe: 'nothing of the dead is left',
  });
}

/**
 * An upload that goes on until it is told to end: by and by empty boxes (`free`, ISO 14496-12) follow its film, since a
 * body that comes under the least rate is cut.
 */
function slowUpload(
  url: string,
  { key, form, source }: { key: string; form: Record<string, string>; source: string },
): { end(): void; status: Promise<number> } {
  let isToEnd = false;
  const emptyBox = Buffer.alloc(2 * leastBytesPerSecond);
  emptyBox.writeUInt32BE(emptyBox.length);
  emptyBox.write('free', 4);
  const boundary = 'a-boundary-of-the-slow-upload';
  async function* body() {
    const bytes = await readFile(source);
    for (const [name, value] of Object.entries({ ...form, title: 'Slow upload' }))
      yield Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="slow.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    );
    yield bytes;
    while (!isToEnd) {
      yield emptyBox;
      await sleep(500);
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const headers = {
    Authorization: `Token ${key}`,
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
  };
  const answer = fetch(new URL('/rest/videos/', url), {
    method: 'POST',
    headers,
    body: body(),
    duplex: 'half',
  });
  const status = answer.then(
    (response) => response.status,
    () => 0,
  );
  const end = () => {
    isToEnd = true;
  };
  return { end, status };
}

/** Runs whose end stands in the logs more than once. */
function doneTwice(output: string): string[] {
  const ends = [...output.matchAll(/"encodingId":(\d+).*is done"/g)].map(([, id = '']) => id);
  return ends.filter((id, index) => ends.indexOf(id) !== index);
}

interface ReplicatedClient {
  ask(call: (to: Client) => request.Test, options?: { mayMiss?: boolean }): Promise<request.Response>;
  repeated(): number;
}

/** Goes to each replica in turn, and to the next when there is no answer. Any answer but success ends the run. */
function clientOf({ api }: Replicas, key: string): ReplicatedClient {
  let turn = 0;
  let asked = 0;
  let answered = 0;
  const urls = () => {
    turn += 1;
    const all = api.map(({ url }) => url);
    return [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
  };
  return {
    async ask(call, { mayMiss = false } = {}) {
      const answer = await firstToAnswer(urls, async (url) => {
        asked += 1;
        const response = await call(clientWith(url, { Authorization: `Token ${key}` })).ok(() => true);
        answered += 1;
        return response;
      });
      if (answer.status >= 400 && !(mayMiss && answer.status === 404))
        throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    },
    repeated: () => asked - answered,
  };
}
