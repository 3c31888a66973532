import { eventually } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import {
  encodingsOf,
  filesOf,
  givenEncodedVideo,
  givenUpload,
  launch,
  type ShownEncoding,
  type ShownVideo,
  untilEncoding,
  untilQuiet,
  untilState,
  videoOf,
} from '../support/encode-videos.ts';
import { ffmpegsOn } from '../support/ffmpegs-on.ts';
import { endlessSource, pacedFfmpeg, sourceOfSeconds } from '../support/paced-ffmpeg.ts';
import { useService } from '../support/service.ts';

const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg: await pacedFfmpeg() } });
let source: string;
let endless: string;

beforeAll(async () => {
  source = await sourceOfSeconds(4);
  endless = await endlessSource();
});

describe('A run of the encoder', () => {
  test('shows how far it is in the video and in its own record, never going back, until it has ended', async () => {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);
    const seen: { video: ShownVideo; run: ShownEncoding }[] = [];

    await eventually(
      async () => {
        // The run first: whoever reads it as done must find the video done.
        const [run] = await encodingsOf(service, id);
        if (run) seen.push({ video: await videoOf(service, id), run });
        return run?.state === 'done';
      },
      { intervalMs: 100 },
    );

    const percents = seen.map(({ run }) => run.percent);
    expect(percents).toEqual(percents.toSorted((one, other) => one - other));
    const steps = [...new Set(seen.map(({ video }) => video.get_encoding_step))];
    expect(steps).toContainEqual(expect.stringMatching(/^2: start standard encoding \([1-9]\d? %\)$/));
    expect(steps.at(-1)).toBe('0: end of encoding');
    const halfway = seen.map(({ run }) => run).find(({ percent }) => percent > 0 && percent < 100);
    expect(halfway).toMatchObject({ state: 'running', attempts: 1, finished_at: null, error: null });
    expect(halfway?.speed).toBeGreaterThan(0);
    expect(halfway?.eta_seconds).toBeGreaterThan(0);
    expect(seen.at(-1)?.run).toMatchObject({ percent: 100, eta_seconds: 0, attempts: 1, error: null });
    expect(seen.at(-1)?.run.finished_at).not.toBeNull();
    expect(await videoOf(service, id)).toMatchObject({ encoded: true, encoding_in_progress: false });
    await untilQuiet(service);
  });

  test('is the only one of its video while it runs', async () => {
    const { id, slug } = await givenUpload(service, { source: endless });
    await launch(service, slug);
    await untilEncoding(service);

    const answers = await Promise.all([launch(service, slug), launch(service, slug)]);

    expect(answers.map(({ encoding_in_progress }) => encoding_in_progress)).toEqual([true, true]);
    expect(await encodingsOf(service, id)).toMatchObject([{ state: 'running', attempts: 1 }]);
    expect(await ffmpegsOn(service.mediaRoot)).toHaveLength(1);
    await service.root.client.delete(`/rest/videos/${id}/`).expect(204);
    await untilQuiet(service);
  });

  test('after an earlier one leaves what is on air until the new outputs are whole, and then removes it', async () => {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);
    await untilState(service, id, 'done');
    const before = await videoOf(service, id);
    const oldHls = String(before.playback.hls);

    expect(await launch(service, slug)).toMatchObject({
      encoded: true,
      encoding_in_progress: true,
      playback: before.playback,
    });
    const reachable: { state: string | undefined; status: number }[] = [];
    await eventually(
      async () => {
        const [run] = await encodingsOf(service, id);
        const { hls } = (await videoOf(service, id)).playback;
        const { status } = await fetch(String(hls));
        // The run may have ended between the look and the fetch.
        const isStill = (await videoOf(service, id)).playback.hls === hls;
        if (isStill) reachable.push({ state: run?.state, status });
        return run?.state === 'done';
      },
      { intervalMs: 50 },
    );

    expect(reachable.map(({ state }) => state)).toContain('running');
    expect(reachable.filter(({ status }) => status !== 200)).toEqual([]);
    const after = await videoOf(service, id);
    expect(after.playback.hls).not.toBe(oldHls);
    expect((await service.root.client.get(new URL(oldHls).pathname)).status).toBe(404);
    const run = (await encodingsOf(service, id))[0];
    await eventually(async () =>
      expect(await filesOf(service, id)).toEqual([`encoding-${run?.id}`, expect.stringMatching(/^source-/)]),
    );
  });

  test('is cancelled by a new source, and what is on air stays', async () => {
    const before = await givenEncodedVideo(service, { clip: 'silent' });
    const other = await service.root.client.patch(`/rest/videos/${before.id}/`).attach('video', endless);
    expect(other.status).toBe(200);
    await launch(service, before.slug);
    await untilEncoding(service);

    const replaced = await service.root.client
      .patch(`/rest/videos/${before.id}/`)
      .attach('video', await clip('tiny'));

    expect(replaced.body).toMatchObject({
      encoded: true,
      encoding_in_progress: false,
      get_encoding_step: '-1: cancelled',
      playback: before.playback,
    });
    expect((await encodingsOf(service, before.id)).map(({ state }) => state)).toEqual(['cancelled', 'done']);
    await untilQuiet(service);
    expect((await fetch(String(before.playback.hls))).status).toBe(200);
    expect((await encodingsOf(service, before.id))[0]).toMatchObject({
      state: 'cancelled',
      eta_seconds: null,
    });
    await launch(service, before.slug);
    await untilState(service, before.id, 'done');
    expect((await videoOf(service, before.id)).playback.hls).not.toBe(before.playback.hls);
  });

  test('ends when its video is deleted, and nothing of it stays', async () => {
    const { id, slug } = await givenUpload(service, { source: endless });
    await launch(service, slug);
    await untilEncoding(service);

    expect((await service.root.client.delete(`/rest/videos/${id}/`)).status).toBe(204);

    await untilQuiet(service);
    await eventually(async () => expect(await filesOf(service, id)).toEqual([]));
    const next = await givenEncodedVideo(service, { clip: 'silent' });
    expect(next.encoded).toBe(true);
  });
});
