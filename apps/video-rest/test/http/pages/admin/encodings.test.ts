import { eventually } from '@campus/testing';
import { formsOf } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { addToLog } from '../../../../src/data/encodings.ts';
import { mostLogLines } from '../../../../src/ffmpeg/ffmpeg-words.ts';
import {
  encodingsOf,
  filesOf,
  givenEncodedVideo,
  givenUpload,
  launch,
  untilEncoding,
  untilQuiet,
  untilState,
  videoOf,
} from '../../../support/encode-videos.ts';
import { endlessSource, pacedFfmpeg } from '../../../support/paced-ffmpeg.ts';
import { useService } from '../../../support/service.ts';
import { signedIn, type Visitor } from '../../../support/visitor.ts';

const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg: await pacedFfmpeg() } });
let visitor: Visitor;
let endless: string;

beforeAll(async () => {
  endless = await endlessSource();
  visitor = await signedIn(service, { username: service.root.username, password: 'root-password' });
});

async function cancel(encodingId: number | undefined): Promise<string | null> {
  await visitor.get(`/admin/encodings/${encodingId}/cancel/`);
  return (await visitor.post(`/admin/encodings/${encodingId}/cancel/`)).location;
}

test('The page of a run has what its worker said last, at most 40 lines, and goes with the run', async () => {
  const { id } = await givenEncodedVideo(service, { clip: 'silent' });
  const [run] = await encodingsOf(service, id);
  const address = `/admin/encodings/${run?.id}/`;
  const logged = async () => (await visitor.get(address)).page.text;

  await eventually(async () => expect(await logged()).toMatch(/Z \S+: encoding video \d+: done/));
  const lines = Array.from({ length: 60 }, (_, line) => `line ${line}!`);
  await addToLog(service.db.prisma, { encodingId: Number(run?.id), lines, most: mostLogLines });
  const text = await logged();
  expect([text.includes('line 59!'), text.includes('line 20!'), text.includes('line 19!')]).toEqual([
    true,
    true,
    false,
  ]);
  await addToLog(service.db.prisma, { encodingId: Number(run?.id), lines: ['one more'], most: mostLogLines });
  expect(await logged()).toMatch(/line 21![\s\S]*one more/);
  expect(await logged()).not.toContain('line 20!');
  await service.root.client.delete(`/rest/videos/${id}/`).expect(204);
  expect((await visitor.get(address)).status).toBe(404);
});

describe('/admin/encodings/', () => {
  test('A running encoding is cancelled within seconds: ffmpeg and its files go, what is on air stays, and it is launched again', async () => {
    const before = await givenEncodedVideo(service, { clip: 'silent' });
    const { id } = before;
    await service.root.client.patch(`/rest/videos/${id}/`).attach('video', endless).expect(200);
    await launch(service, before.slug);
    await untilEncoding(service);
    const [run] = await encodingsOf(service, id);

    expect(await cancel(run?.id)).toBe('/admin/encodings/?done=cancelled');

    await untilQuiet(service);
    expect(await videoOf(service, id)).toMatchObject({
      encoded: true,
      encoding_in_progress: false,
      get_encoding_step: '-1: cancelled',
      playback: before.playback,
    });
    expect((await fetch(String(before.playback.hls))).status).toBe(200);
    await eventually(async () => expect(await filesOf(service, id)).toHaveLength(2));
    expect(await cancel(run?.id)).toBe('/admin/encodings/?done=wasOver');
    expect((await visitor.get('/admin/encodings/?done=wasOver')).page.text).toContain('was over already');
    const again = await visitor.post(`/admin/encodings/${run?.id}/launch/`);
    expect(again.location).toBe('/admin/encodings/?done=launched');
    await untilEncoding(service);
    const [next] = await encodingsOf(service, id);
    expect(next).toMatchObject({ state: 'running', attempts: 1 });
    await cancel(next?.id);
    await untilQuiet(service);
  });

  test('A queued encoding is cancelled at once and never runs; the page shows both lists as they change', async () => {
    const busy = await givenUpload(service, { source: endless });
    const waiting = await givenUpload(service, { source: endless });
    for (const { slug } of [busy, waiting]) await launch(service, slug);
    await untilEncoding(service);
    const [[running], [queued]] = [
      await encodingsOf(service, busy.id),
      await encodingsOf(service, waiting.id),
    ];
    const { page } = await visitor.get('/admin/encodings/');
    const [progress] = page.all('progressbar', 'Progress of Lecture');
    expect(progress?.attribute('value')).toMatch(/^\d+$/);
    const cancels = page.all('link').map((link) => link.attribute('id'));
    expect(cancels.filter((id) => id?.startsWith('cancel-'))).toEqual([
      `cancel-${running?.id}`,
      `cancel-${queued?.id}`,
    ]);
    expect(page.text).toContain('place 1');
    const sooner = await visitor.post(`/admin/encodings/${queued?.id}/priority/`, { priority: 'high' });
    expect(sooner.location).toBe('/admin/encodings/?done=prioritised');
    expect((await visitor.get('/admin/encodings/')).page.text).toContain('high priority');
    expect(await encodingsOf(service, waiting.id)).toMatchObject([{ priority: 'high' }]);
    const following = new AbortController();
    const stream = await visitor.open('/admin/encodings/live/', { signal: following.signal });
    let sent = '';
    const reading = (async () => {
      for await (const part of stream.body ?? []) sent += Buffer.from(part).toString();
    })().catch(() => {});
    await eventually(() => sent.includes(`cancel-${queued?.id}`));

    expect(await cancel(queued?.id)).toBe('/admin/encodings/?done=cancelled');

    expect(await encodingsOf(service, waiting.id)).toMatchObject([{ state: 'cancelled', attempts: 0 }]);
    await eventually(() => sent.slice(sent.lastIndexOf('event: part')).includes(`/${queued?.id}/launch/`));
    following.abort();
    await reading;
    const { page: cancelled } = await visitor.get('/admin/encodings/?state=cancelled');
    expect(formsOf(cancelled).map(({ element }) => element.attribute('action'))).toContain(
      `/admin/encodings/${queued?.id}/launch/`,
    );
    await cancel(running?.id);
    await untilQuiet(service);
    const last = await givenEncodedVideo(service, { clip: 'silent' });
    expect(last.encoded).toBe(true);
    expect(await encodingsOf(service, waiting.id)).toMatchObject([{ state: 'cancelled', attempts: 0 }]);
    await untilState(service, busy.id, 'cancelled');
  });
});
