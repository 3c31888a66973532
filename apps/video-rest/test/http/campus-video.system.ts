import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import { postType } from '../support/post-resources.ts';
import { useService } from '../support/service.ts';

const service = useService();
const program = path.resolve(
  import.meta.dirname,
  '../../../../packages/video-client/src/cli/campus-video.ts',
);

test('On a terminal a bar shows how far an upload is, without colours', async () => {
  await using folder = await mkdtemp(path.join(tmpdir(), 'campus-video-')).then((place) => ({
    place,
    [Symbol.asyncDispose]: () => rm(place, { recursive: true }),
  }));
  const { url: type } = await postType(service);
  const command = `'${process.execPath}' '${program}' upload '${await clip('tiny')}' --set 'type=${type}'`;
  await using shown = startProcess({
    command: 'script',
    args: ['--quiet', '--return', '--command', command, '/dev/null'],
    env: {
      CAMPUS_VIDEO_URL: service.url,
      CAMPUS_VIDEO_TOKEN: service.root.token,
      XDG_STATE_HOME: folder.place,
    },
  });

  expect(await shown.exited).toMatchObject({ code: 0 });
  const [bar, ...others] = shown.output().split('\u001b[').slice(1);
  expect(others.at(-1) ?? bar).toMatch(/^2K\[#{30}\] .* MB of .* sent\r\n.* is video \d+/);
  expect([bar, ...others].filter((one) => !one?.startsWith('2K'))).toEqual([]);
});
