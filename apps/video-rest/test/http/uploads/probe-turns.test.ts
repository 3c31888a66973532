import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import { probeTurnLimits } from '../../../src/videos/measure-sources.ts';
import { testMediaTools } from '../../support/clips.ts';
import { postType } from '../../support/post-resources.ts';
import { type Person, useService } from '../../support/service.ts';
import { silence } from '../../support/sound.ts';

const { ffprobe } = await testMediaTools();
const folder = await mkdtemp(path.join(tmpdir(), 'probe-turns-'));
const held = path.join(folder, 'held');
const ffprobePath = path.join(folder, 'ffprobe');
// Looks at no file as long as `held` is there.
await writeFile(
  ffprobePath,
  `#!/bin/sh\ncase " $* " in *" file:"*) while [ -e "${held}" ]; do sleep 0.05; done ;; esac\nexec "${ffprobe}" "$@"\n`,
);
await chmod(ffprobePath, 0o700);
afterAll(() => rm(folder, { recursive: true, force: true }));

const service = useService({}, { tools: { ffprobe: ffprobePath } });

async function send(person: Person, type: string) {
  const fields = { owner: person.url, type, title: 'Lecture' };
  const call = person.client.post('/rest/videos/');
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  return call.attach('video', silence(), 'lecture.wav');
}

test('Given an account whose uploads wait to be examined, When it sends one more, Then that is refused at once and no other account waits', async () => {
  await writeFile(held, '');
  const { url: type } = await postType(service);
  const most = 1 + probeTurnLimits.waitingPerCaller;
  const refusals: { status: number; retry: string | undefined }[] = [];
  const calls = Array.from({ length: most + 1 }, () =>
    send(service.root, type).then((answer) => {
      if (answer.status !== 201)
        refusals.push({ status: answer.status, retry: answer.headers['retry-after'] });
      return answer.status;
    }),
  );

  await eventually(() =>
    expect(refusals).toEqual([{ status: 429, retry: String(probeTurnLimits.retryAfterSeconds) }]),
  );
  const other = send(service.staff, type);
  await rm(held);

  expect((await other).status).toBe(201);
  expect((await Promise.all(calls)).toSorted()).toEqual([...Array(most).fill(201), 429]);
});
