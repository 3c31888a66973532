import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPythonOfGuide } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { clip, quickMediaTools } from '../support/clips.ts';
import { useService } from '../support/service.ts';

const { ffmpeg } = await quickMediaTools();
const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg } });

test('The program in Python of the guide uploads a video, and waits until it plays', async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'python-'));
  await copyFile(await clip('tiny'), path.join(cwd, 'lecture.mp4'));
  const env = { VIDEO_URL: service.url, VIDEO_TOKEN: service.root.token };
  await using program = await startPythonOfGuide('video.md', { cwd, env });

  expect(await program.exited).toMatchObject({ code: 0 });
  expect(program.output()).toMatch(/^done http.*\.m3u8.*\n$/);
  const { body } = await service.root.client.get('/rest/videos/?search=first').expect(200);
  expect(body.results).toMatchObject([{ title: 'My first lecture', encoded: true }]);
  await rm(cwd, { recursive: true });
});
