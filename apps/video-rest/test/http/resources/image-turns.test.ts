import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { afterAll, expect, test } from '@jest/globals';
import { imageTurnLimits } from '../../../src/library/kept-images.ts';
import { testMediaTools } from '../../support/clips.ts';
import { givenFolder } from '../../support/kept-files.ts';
import { sendImage } from '../../support/kept-images.ts';
import { postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';
import { silence } from '../../support/sound.ts';

const { ffmpeg } = await testMediaTools();
const folder = await mkdtemp(path.join(tmpdir(), 'image-turns-'));
const held = path.join(folder, 'held');
const ffmpegPath = path.join(folder, 'ffmpeg');
// Decodes nothing as long as `held` is there.
await writeFile(
  ffmpegPath,
  `#!/bin/sh\nwhile [ -e "${held}" ]; do sleep 0.05; done\nexec "${ffmpeg}" "$@"\n`,
);
await chmod(ffmpegPath, 0o700);
afterAll(() => rm(folder, { recursive: true, force: true }));

const service = useService({}, { tools: { ffmpeg: ffmpegPath } });

test('Given an account whose images wait to be decoded, When it sends one more, Then that is refused at once and no video waits', async () => {
  await writeFile(held, '');
  const { url } = await givenFolder(service.ada);
  const most = imageTurnLimits.atATimePerCaller + imageTurnLimits.waitingPerCaller;
  const refusals: number[] = [];
  const calls = Array.from({ length: most + 1 }, () =>
    sendImage(service.ada, { folder: url }).then(({ status }) => {
      if (status !== 201) refusals.push(status);
      return status;
    }),
  );

  await eventually(async () => expect(refusals).toEqual([429]));
  const { url: type } = await postType(service);
  await service.ada.client
    .post('/rest/videos/')
    .field({ owner: service.ada.url, type, title: 'Lecture' })
    .attach('video', silence(), 'lecture.wav')
    .expect(201);

  await rm(held);
  expect((await Promise.all(calls)).filter((status) => status === 201)).toHaveLength(most);
});
