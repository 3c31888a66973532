import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenUser } from '../../support/accounts.ts';
import { clip } from '../../support/clips.ts';
import {
  encodingsOf,
  givenUpload,
  launch,
  nothingToPlay,
  type ShownVideo,
  videoOf,
} from '../../support/encode-videos.ts';
import { givenVideo } from '../../support/given-records.ts';
import { type Person, useService } from '../../support/service.ts';
import { exchangeOn, onceOn } from '../../support/shown-exchange.ts';
import { signedIn } from '../../support/visitor.ts';

// Nobody encodes here: what is launched stays in the queue.
const service = useService({ encodeConcurrency: 0 });
let source: string;

beforeAll(async () => {
  source = await clip('silent');
});

describe('GET /rest/launch_encode_view/', () => {
  test('answers with the video, which is in progress from then on, and adds a run to the queue', async () => {
    const { id, slug } = await givenUpload(service, { source });

    const { status, body } = await service.root.client.get(`/rest/launch_encode_view/?slug=${slug}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      slug,
      encoded: false,
      encoding_in_progress: true,
      get_encoding_step: '0: start',
      playback: nothingToPlay,
    });
    expect(await videoOf(service, id)).toMatchObject({ encoding_in_progress: true });
    expect(await encodingsOf(service, id)).toEqual([
      expect.objectContaining({
        video: `${service.url}/rest/videos/${id}/`,
        state: 'queued',
        percent: 0,
        speed: null,
        eta_seconds: null,
        attempts: 0,
        error: null,
        started_at: null,
        finished_at: null,
      }),
    ]);
  });

  test('takes a priority from staff, and from nobody else', async () => {
    const [adas, staffs] = [
      await givenUpload(service, { source, owner: service.ada }),
      await givenUpload(service, { source }),
    ];
    const launchAs = (person: Person, { slug }: ShownVideo, priority: string) =>
      person.client.get(`/rest/launch_encode_view/?slug=${slug}&priority=${priority}`);

    const refused = await launchAs(service.ada, adas, 'high');
    const unknown = await launchAs(service.staff, staffs, 'first');
    await launchAs(service.ada, adas, 'normal').expect(200);
    await launchAs(service.staff, staffs, 'low').expect(200);

    expect(refused.status).toBe(403);
    expect({ status: unknown.status, body: unknown.body }).toMatchObject({
      status: 400,
      body: { priority: ['"first" is not a valid choice.', expect.stringContaining('low, normal, high')] },
    });
    expect(await encodingsOf(service, adas.id)).toMatchObject([{ priority: 'normal' }]);
    expect(await encodingsOf(service, staffs.id)).toMatchObject([{ priority: 'low' }]);
  });

  test('answers without the last slash too, and finds a video by its slug in any case', async () => {
    const { slug } = await givenUpload(service, { source });

    const { status, body } = await service.root.client.get(
      `/rest/launch_encode_view?slug=${slug.toUpperCase()}`,
    );

    expect({ status, slug: body.slug }).toEqual({ status: 200, slug });
  });

  test.each([
    ['an unknown slug', '?slug=0000-nothing'],
    ['an empty slug', '?slug='],
    ['an id, which is no slug', '?slug=1'],
    ['no slug', ''],
  ])('answers 404 for %s', async (_what, query) => {
    const { status, body } = await service.root.client.get(`/rest/launch_encode_view/${query}`);

    expect({ status, body }).toEqual({
      status: 404,
      body: { detail: 'No Video matches the given query.' },
    });
  });

  test('refuses every other method with 405, HEAD too, and launches nothing', async () => {
    const { id, slug } = await givenUpload(service, { source });

    for (const method of ['head', 'post', 'put', 'patch', 'delete'] as const) {
      const { status, headers } = await service.root.client[method](`/rest/launch_encode_view/?slug=${slug}`);
      expect({ method, status, allow: headers.allow }).toEqual({
        method,
        status: 405,
        allow: 'GET, OPTIONS',
      });
    }

    expect(await encodingsOf(service, id)).toEqual([]);
  });

  test('adds no second run while one is queued', async () => {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);

    const again = await launch(service, slug);

    expect(again.get_encoding_step).toBe('0: start');
    expect(await encodingsOf(service, id)).toHaveLength(1);
  });

  test('adds one run when many ask at the same time', async () => {
    const { id, slug } = await givenUpload(service, { source });

    const answers = await Promise.all(Array.from({ length: 8 }, () => launch(service, slug)));

    expect(answers.map(({ encoding_in_progress }) => encoding_in_progress)).toEqual(Array(8).fill(true));
    expect(await encodingsOf(service, id)).toHaveLength(1);
  });

  test('is refused without credentials, and to whoever may only watch the video', async () => {
    const { id, slug } = await givenUpload(service, { source });

    const stranger = await service.as({}).get(`/rest/launch_encode_view/?slug=${slug}`);
    const ada = await service.ada.client.get(`/rest/launch_encode_view/?slug=${slug}`);

    expect([stranger.status, ada.status]).toEqual([401, 403]);
    expect(await encodingsOf(service, id)).toEqual([]);
  });

  test('is for the owner of a video', async () => {
    const { slug } = await givenUpload(service, { source, owner: service.ada });

    const { status } = await service.ada.client.get(`/rest/launch_encode_view/?slug=${slug}`);

    expect(status).toBe(200);
  });
});

describe('A queued run', () => {
  test('is cancelled by a new source, and another may be launched', async () => {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);

    const replaced = await service.root.client
      .patch(`/rest/videos/${id}/`)
      .attach('video', await clip('tiny'));

    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({
      encoding_in_progress: false,
      get_encoding_step: '-1: cancelled',
    } satisfies Partial<ShownVideo>);
    expect(await launch(service, slug)).toMatchObject({ get_encoding_step: '0: start' });
    expect((await encodingsOf(service, id)).map(({ state }) => state)).toEqual(['queued', 'cancelled']);
  });

  test('goes with its video', async () => {
    const { id, slug } = await givenUpload(service, { source });
    await launch(service, slug);

    expect((await service.root.client.delete(`/rest/videos/${id}/`)).status).toBe(204);

    const { rows } = await service.sql.query('select 1 from encodings where video_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('The page of /rest/launch_encode_view/', () => {
  test('asks a browser first and acts on its POST, and acts at once for programs', async () => {
    const root = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
    const { id, slug } = await givenVideo(service.db, { ownerId: service.ada.id, title: 'Moving "clouds"' });
    const address = `/rest/launch_encode_view/?slug=${slug}`;

    const asked = await root.get(address);
    const script = await root.open(address, { headers: { Accept: 'application/json' } });
    const before = await encodingsOf(service, id);
    const once = onceOn(asked.page);
    const launched = await root.post(address, { _once: once });

    expect([asked.status, script.status, before]).toEqual([200, 405, []]);
    expect(asked.page.get('main').text).toContain('Moving "clouds"');
    expect([launched.status, exchangeOn(launched.page).status]).toEqual([200, 'HTTP 200 OK']);
    expect(await encodingsOf(service, id)).toHaveLength(1);
    await service.sql.query(
      "update encodings set state = 'failed', finished_at = now() where video_id = $1",
      [id],
    );
    const again = await root.post(address, { _once: once });
    expect([again.status, again.location]).toEqual([303, `/rest/videos/${id}/?_done=repeated`]);
    expect(await encodingsOf(service, id)).toHaveLength(1);
    await service.root.client.get(address).set('Accept', 'text/html').expect(200);
  });
});
