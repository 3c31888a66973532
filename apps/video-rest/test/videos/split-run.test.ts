import { eventually } from '@campus/testing';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import {
  encodingsOf,
  filesOf,
  givenUpload,
  launch,
  type ShownVideo,
  untilEncoding,
  untilQuiet,
  untilState,
  videoOf,
} from '../support/encode-videos.ts';
import { playThrough } from '../support/inspect-media.ts';
import { useService } from '../support/service.ts';

const service = useService({ encodeConcurrency: 2, encodeThreads: 1, encodeSplitFrom: 20 });
let source: string;

beforeAll(async () => {
  source = await clip('bilingual');
  await service.sql.query(
    `insert into renditions (resolution, short_side_pixels, video_bitrate_kbps, audio_bitrate_kbps, encode_mp4)
     values ('96x54', 54, 200, 64, true), ('192x108', 108, 400, 64, true)`,
  );
});

afterEach(() => untilQuiet(service));

/** The tasks of the runs at work. */
async function tasks(): Promise<{ kind: string; state: string; error: string | null }[]> {
  return (await service.sql.query('select kind, state, error from encoding_tasks order by encoding_id, nth'))
    .rows;
}

/** What the video shows, from now to the end of its run. */
async function seenUntilDone(id: number): Promise<ShownVideo[]> {
  const seen: ShownVideo[] = [];
  await eventually(
    async () => {
      // The run first: whoever reads it as done must find the video done.
      const [run] = await encodingsOf(service, id);
      seen.push(await videoOf(service, id));
      return run?.state === 'done';
    },
    { intervalMs: 200, describe: 'the run is done', seen: tasks },
  );
  return seen;
}

async function untilKind(kind: string, state: string): Promise<void> {
  await eventually(async () => (await tasks()).some((task) => task.kind === kind && task.state === state), {
    describe: `a task ${kind} is ${state}`,
    seen: tasks,
  });
}

async function playAll({ hls, mp4 }: ShownVideo['playback']): Promise<void> {
  for (const url of [hls, ...mp4.map((file) => file.url)]) await playThrough(String(url));
}

describe('A long source', () => {
  test('is on air in its lowest rendition while the others are encoded, then in all, and launched again stays as it is until the new one is whole', async () => {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);

    const seen = await seenUntilDone(id);

    const early = seen.find(({ encoded, encoding_in_progress }) => encoded && encoding_in_progress);
    expect(early).toMatchObject({
      get_encoding_step: expect.stringMatching(/^2: start standard encoding \(\d+ %\)$/),
      playback: {
        hls: expect.stringMatching(/first\.m3u8/),
        mp4: [{ height: 54 }],
        audio: expect.any(String),
        poster: expect.any(String),
      },
    });
    const after = await videoOf(service, id);
    expect(after).toMatchObject({ encoded: true, encoding_in_progress: false });
    expect(after.playback.mp4.map(({ height }) => height)).toEqual([54, 108]);
    expect(after.playback.thumbnails).toHaveLength(3);
    for (const url of [...after.playback.thumbnails, String(after.playback.overview)])
      expect((await fetch(url)).status).toBe(200);
    await playAll(after.playback);
    for (const hls of [String(early?.playback.hls), String(after.playback.hls)])
      expect((await (await fetch(hls)).text()).match(/LANGUAGE="\w+"/g)).toEqual([
        'LANGUAGE="en"',
        'LANGUAGE="fr"',
      ]);
    // Whoever plays what was there first goes on.
    expect((await fetch(String(early?.playback.hls))).status).toBe(200);
    await untilFolderHas(id, ['encoding-', 'source-']);

    await launch(service, slug);
    const again = await seenUntilDone(id);

    const [last] = again.slice(-1);
    const others = again.filter(({ playback }) => playback.hls !== last?.playback.hls);
    expect(new Set(others.map(({ playback }) => playback.hls))).toEqual(new Set([after.playback.hls]));
    await playAll((await videoOf(service, id)).playback);
  });

  test('that is cancelled leaves nothing of its parts', async () => {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);
    await untilKind('lowest', 'done');
    await untilEncoding(service);

    // A new source ends the run.
    const other = await service.root.client.patch(`/rest/videos/${id}/`).attach('video', await clip('tiny'));

    expect(other.status).toBe(200);
    await untilState(service, id, 'cancelled');
    await untilQuiet(service);
    // Its lowest rendition may have come on air before, and stays there.
    const { encoded } = await videoOf(service, id);
    await untilFolderHas(id, encoded ? ['encoding-', 'source-'] : ['source-']);
    expect(await tasks()).toEqual([]);
  });

  test('whose parts do not fit together is encoded as a whole, by a run of its own', async () => {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);
    await untilKind('piece', 'done');

    await service.sql.query(
      `update encoding_tasks set result = jsonb_set(result, '{encoded,heads,108p}', '"other"')
       where id = (select min(id) from encoding_tasks where kind = 'piece' and state = 'done')`,
    );

    await seenUntilDone(id);
    expect(await encodingsOf(service, id)).toMatchObject([
      { state: 'done', error: null },
      { state: 'failed', error: expect.stringContaining('do not fit together') },
    ]);
    await untilFolderHas(id, ['encoding-', 'source-']);
    expect(await tasks()).toEqual([]);
    await playAll((await videoOf(service, id)).playback);
  });
});

async function untilFolderHas(id: number, names: string[]): Promise<void> {
  await eventually(
    async () => {
      const files = await filesOf(service, id);
      expect(files.map((file) => file.replace(/-.*/, '-'))).toEqual(names);
    },
    { describe: `the folder of video ${id} is tidy` },
  );
}
