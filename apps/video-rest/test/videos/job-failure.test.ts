import { readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ClipName, clip } from '../support/clips.ts';
import {
  encodingsOf,
  filesOf,
  givenEncodedVideo,
  givenUpload,
  launch,
  nothingToPlay,
  type ShownVideo,
  temporaryFiles,
  untilState,
  videoOf,
} from '../support/encode-videos.ts';
import { useService } from '../support/service.ts';

const service = useService({ encodeConcurrency: 2 });

/** And the attempts that are made: what lacks its end lacks it each time. */
const damaged: [ClipName, number][] = [
  ['cutOff', 1],
  ['undecodable', 3],
];
const launched = new Map<ClipName, ShownVideo>();

// Side by side, since each waits between its attempts.
beforeAll(async () => {
  for (const [name] of damaged) {
    const video = await givenUpload(service, { source: await clip(name) });
    await launch(service, video.slug);
    launched.set(name, video);
  }
});

/** Path of the source on disk. */
async function sourceOf({ id }: ShownVideo): Promise<string> {
  const [name = ''] = (await filesOf(service, id)).filter((file) => file.startsWith('source-'));
  return path.join(service.mediaRoot, 'videos', '0000', String(id), name);
}

describe('A source that cannot be encoded', () => {
  test.each(damaged)(
    '(%s) fails after %d attempts, in words without paths, and stays',
    async (name, attempts) => {
      const source = await clip(name);
      const video = launched.get(name);
      if (video === undefined) throw new Error(`${name} was not launched`);

      const run = await untilState(service, video.id, 'failed');

      expect(run).toMatchObject({ attempts, eta_seconds: null });
      expect(run.error).toMatch(/\w/);
      expect(run.error).not.toMatch(/\/|source-|tmp|media/);
      expect(await videoOf(service, video.id)).toMatchObject({
        encoded: false,
        encoding_in_progress: false,
        get_encoding_step: `-1: ${run.error}`,
        playback: nothingToPlay,
      });
      expect((await readFile(await sourceOf(video))).equals(await readFile(source))).toBe(true);
      await eventually(async () => expect(await temporaryFiles(service.mediaRoot)).toEqual([]));
    },
  );

  test('is stored with the code of its failure', async () => {
    const { id } = launched.get('cutOff') as ShownVideo;
    const run = await untilState(service, id, 'failed');

    const { rows } = await service.sql.query<object>('select failure from encodings where id = $1', [run.id]);

    expect(rows).toEqual([{ failure: { code: 'source_cut_off', values: expect.any(Object) } }]);
  });

  test('tells what a version without codes has recorded as it stands', async () => {
    const video = launched.get('cutOff') as ShownVideo;
    const run = await untilState(service, video.id, 'failed');
    const error = 'answered by an older version.';

    await service.sql.query('update encodings set error = $2 where id = $1', [run.id, error]);

    expect(await encodingsOf(service, video.id)).toMatchObject([{ error }]);
    expect(await videoOf(service, video.id)).toMatchObject({ get_encoding_step: `-1: ${error}` });
  });
});

describe('After a run has failed', () => {
  test('what was on air before still is, and the next run may succeed', async () => {
    const before = await givenEncodedVideo(service, { clip: 'silent' });
    const file = await sourceOf(before);
    const whole = await readFile(file);
    await truncate(file, Math.floor(whole.length / 2));
    await launch(service, before.slug);
    await untilState(service, before.id, 'failed');
    expect(await videoOf(service, before.id)).toMatchObject({ encoded: true, playback: before.playback });
    expect((await fetch(String(before.playback.hls))).status).toBe(200);

    await writeFile(file, whole);
    expect(await launch(service, before.slug)).toMatchObject({ encoding_in_progress: true });
    await untilState(service, before.id, 'done');

    expect((await encodingsOf(service, before.id)).map(({ state }) => state)).toEqual([
      'done',
      'failed',
      'done',
    ]);
    expect((await videoOf(service, before.id)).get_encoding_step).toBe('0: end of encoding');
  });
});
