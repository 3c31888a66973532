import { formWith } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type GivenUser, givenUser } from '../../support/accounts.ts';
import { clip } from '../../support/clips.ts';
import { givenUpload, type ShownVideo, untilState, videoOf } from '../../support/encode-videos.ts';
import { givenVideo } from '../../support/given-records.ts';
import { inspectMedia } from '../../support/inspect-media.ts';
import { givenFile } from '../../support/kept-files.ts';
import { useService } from '../../support/service.ts';
import { signedIn, visitorOf } from '../../support/visitor.ts';

const service = useService({ encodeConcurrency: 1 });
let owner: GivenUser;

beforeAll(async () => {
  owner = await givenUser(service.db, {});
});

const english = { 'Accept-Language': 'en' };

/** A video of somebody's, which nobody encodes. */
async function given() {
  const { id, slug } = await givenVideo(service.db, { ownerId: owner.id, durationSeconds: 61.5 });
  return { id, slug, path: `/rest/videos/${id}/` };
}

async function patched(path: string, plays: string) {
  const { status, body } = await service.root.client.patch(path).set(english).send({ plays });
  return { status, plays: body.plays };
}

describe('What plays of a video', () => {
  test('is all, until somebody says which pieces', async () => {
    const { path } = await given();

    expect((await service.root.client.get(path)).body.plays).toBe('');
    expect(await patched(path, '5-20\n0:30 – 0:40; 0:40-1:00')).toEqual({
      status: 200,
      plays: '0:05-0:20, 0:30-1:00',
    });
    expect(await patched(path, '0:05-0:20, 0:30-')).toEqual({ status: 200, plays: '0:05-0:20, 0:30-' });
    expect(await patched(path, '0-')).toEqual({ status: 200, plays: '' });
  });

  test.each([
    ['a piece', 'There is no piece in “a piece”: give its beginning and its end, as in 0:05-1:00.'],
    ['0:05', 'There is no piece in “0:05”: give its beginning and its end, as in 0:05-1:00.'],
    ['9999999-', 'There is no piece in “9999999-”: give its beginning and its end, as in 0:05-1:00.'],
    ['0:05-0:05', '0:05-0:05 must end a second or more after it begins.'],
    [
      '0:30-, 0:40-0:50',
      '0:40-0:50 begins before the piece above it ends: give them in the order of the source.',
    ],
    ['0:30-5:00', '0:30-5:00 goes beyond the source, which is 1:02 long.'],
    ['1:02-', '1:02- goes beyond the source, which is 1:02 long.'],
    [
      Array.from({ length: 101 }, (_, nth) => `${2 * nth}-${2 * nth + 1}`).join(','),
      'Give at most 100 pieces.',
    ],
  ])('is refused where it is wrong, in the words of its field: %#', async (plays, message) => {
    const { path } = await given();

    expect(await patched(path, plays)).toEqual({ status: 400, plays: [message] });
  });

  test('is held to order by the database too', async () => {
    const { id } = await given();

    for (const plays of ['{}', '{[5,2)}', '{[3,9),[5,12)}', '{(,5)}', '0:05'])
      await expect(service.db.prisma.video.update({ where: { id }, data: { plays } })).rejects.toThrow();
  });

  test('is changed by its owners alone', async () => {
    const { path } = await given();

    expect((await service.ada.client.patch(path).send({ plays: '5-20' })).status).toBe(403);
  });
});

describe('A trimmed video', () => {
  const vtt =
    'WEBVTT\n\n00:00.200 --> 00:00.900\nbefore\n\n00:00.500 --> 00:02.500 align:start\nacross\n\n00:02.000 --> 00:02.600\nwithin\n';
  let video: ShownVideo;

  const encode = async (plays: string) => {
    await service.root.client.patch(`/rest/videos/${video.id}/`).send({ plays, encode: true }).expect(200);
    await untilState(service, video.id, 'done');
    return videoOf(service, video.id);
  };

  beforeAll(async () => {
    video = await givenUpload(service, { source: await clip('landscape') });
    const { id: srcId } = await givenFile(service, { content: vtt });
    await service.db.prisma.track.create({
      data: { videoId: video.id, kind: 'subtitles', lang: 'en', srcId },
    });
    for (const [title, startSeconds] of [
      ['Left out', 0],
      ['Part', 2],
    ] as const)
      await service.db.prisma.chapter.create({ data: { videoId: video.id, title, startSeconds } });
    video = await encode('0:01-');
  });

  test('is as long as what plays, and shows chapters and subtitles where that is', async () => {
    const page = await visitorOf(service).get(`/video/${video.slug}/`, english);

    expect(video.duration).toBe(2);
    expect(Number((await inspectMedia(String(video.playback.mp4[0]?.url))).format.duration)).toBeCloseTo(
      2,
      0,
    );
    const chapters = /data-chapters="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect(JSON.parse(chapters)).toEqual([
      { title: 'Left out', startSeconds: 0 },
      { title: 'Part', startSeconds: 1 },
    ]);
    const track = /<track[^>]* src="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await fetch(service.url + track);
    expect(answer.headers.get('content-type')).toMatch(/^text\/vtt/);
    expect(await answer.text()).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500 align:start\nacross\n\n00:00:01.000 --> 00:00:01.600\nwithin\n',
    );
    const transcript = await visitorOf(service).get(`/video/${video.slug}/transcript/`, english);
    expect(transcript.text).toMatch(/data-seek="1"><span>0:01<\/span> within/);
    expect(transcript.text).not.toContain('before');
  });

  test('gives strangers nothing of what is left out: neither its source nor the words', async () => {
    await service.root.client
      .patch(`/rest/videos/${video.id}/`)
      .send({ allow_downloading: true })
      .expect(200);
    const source = String((await service.root.client.get(`/rest/videos/${video.id}/`)).body.video);
    const page = await visitorOf(service).get(`/video/${video.slug}/`, english);
    const track = /<track[^>]* src="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const [file = '', plays = ''] = track.split('?plays=');

    expect(page.text).not.toContain('/source/');
    expect((await fetch(source.replace(/\/signed\/[^/]+/, ''))).status).not.toBe(200);
    for (const query of ['', `?plays=${encodeURIComponent('{[0,)}')}`, `?plays=${plays}&plays=${plays}`])
      expect([query, (await fetch(`${service.url}${file}${query}`)).status]).toEqual([query, 403]);
  });

  test('tells those who may only watch it nothing of the moments of its source', async () => {
    const { rows } = await service.sql.query('select id from chapters where video_id = $1 order by 1', [
      video.id,
    ]);
    const titles = async (client: typeof service.ada.client) =>
      (await client.get(`/rest/chapters/?video=${video.id}`).expect(200)).body.results.map(
        ({ title }: { title: string }) => title,
      );

    expect(await titles(service.root.client)).toEqual(['Left out', 'Part']);
    expect(await titles(service.ada.client)).toEqual([]);
    await service.ada.client.get(`/rest/chapters/${rows[0].id}/`).expect(404);
    expect((await service.ada.client.get('/rest/chapters/?search=Left').expect(200)).body.count).toBe(0);
  });

  test('hands its subtitles out to owners alone, and to whoever keeps the file', async () => {
    const watcher = await service.givenUser();
    const { rows } = await service.sql.query('select id, src_id from tracks where video_id = $1', [video.id]);
    const [{ id, src_id: fileId }] = rows;
    const answers = async ({ client }: typeof watcher) => {
      const list = await client.get(`/rest/tracks/?video=${video.id}`).expect(200);
      const track = await client.get(`/rest/tracks/${id}/`);
      const file = await client.get(`/rest/files/${fileId}/`);
      return [list.body.count, track.status, file.status];
    };

    expect(await answers(service.root)).toEqual([1, 200, 200]);
    expect(await answers(watcher)).toEqual([0, 404, 404]);
    expect(await answers(service.ada)).toEqual([0, 404, 200]);
  });

  test('keeps its chapters in the times of its source, all of which may have some', async () => {
    const chapter = { video: video.url, title: 'At the end', time_start: 2 };

    const { status, body } = await service.root.client.post('/rest/chapters/').send(chapter);

    expect([status, body.time_start]).toEqual([201, 2]);
    await service.root.client.delete(`/rest/chapters/${body.id}/`).expect(204);
  });

  test('says on the page of its source what plays, and plays all again once that is empty', async () => {
    const staff = await signedIn(service, await givenUser(service.db, { isStaff: true }));
    const path = `/video/${video.slug}/edit/source/`;
    const { page } = await staff.get(path, english);
    expect(page.text).toContain('0:02 (0:01-0:03)');
    const form = formWith(page, 'plays');
    expect(form.values).toContainEqual(['plays', '0:01-']);
    const body = new URLSearchParams(form.values);
    body.set('plays', 'nothing');

    const refused = await staff.open(path, { method: 'POST', body });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('There is no piece in');
    body.set('plays', '');
    expect((await staff.open(path, { method: 'POST', body })).status).toBe(303);
    await untilState(service, video.id, 'done');

    const whole = await visitorOf(service).get(`/video/${video.slug}/`, english);
    expect((await videoOf(service, video.id)).duration).toBe(3);
    expect(whole.text).not.toContain('plays=');
  });
});
