import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eventually } from '@campus/testing';
import { ask, isDone, type Scenario, type Told } from '@campus/testing/faults';
import { clip } from './clips.ts';
import type { Playback } from './encode-videos.ts';
import type { FaultyService } from './faulty-service.ts';
import { smallPng } from './kept-images.ts';
import { metadataOf, tus, tusBytes } from './tus.ts';
import { signedIn } from './visitor.ts';

/** What the API shows, as far as it is looked at. */
interface Shown {
  id: number;
  url: string;
  slug: string;
  video: string;
  playback?: Playback;
}

/** How the service is spoken to, and what with. */
interface Talk {
  service: FaultyService;
  source: Buffer;
  call(method: string, address: string, init?: RequestInit): Promise<Told>;
  givenVideo(): Promise<Shown>;
  /** What is wrong with a video whose source was acknowledged. */
  wrongSource(address: string, expected?: Buffer): Promise<string[]>;
}

/** What is asked of the service while something is wanting, by what somebody would call it. */
export async function faultScenarios(service: FaultyService) {
  const talk = await talkTo(service);
  return {
    ...sources(talk),
    ...pieces(talk),
    ...(await chunks(talk)),
    ...(await kept(talk)),
    ...encodings(talk),
    ...(await readings(talk)),
    ...signIn(talk),
  };
}

const shownIn = (told: Told | undefined) => JSON.parse(told?.body.toString() || '{}') as Shown;

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const formOf = (fields: Record<string, string>, [name, file, fileName]: [string, Buffer, string]) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(name, new Blob([Uint8Array.from(file)]), fileName);
  return form;
};

const videoForm = ({ service: { owner, type }, source }: Pick<Talk, 'service' | 'source'>, title: string) =>
  formOf({ title, owner, type }, ['video', source, 'a.mp4']);

async function talkTo(service: FaultyService): Promise<Talk> {
  const source = await readFile(await clip('tiny'));
  const call: Talk['call'] = (method, address, init = {}) =>
    ask(new URL(address, service.url), {
      ...{ method, ...init },
      headers: { ...service.headers, ...(init.headers as Record<string, string>) },
    });
  return {
    ...{ service, source, call },
    givenVideo: async () =>
      shownIn(await must(call('POST', '/rest/videos/', { body: videoForm({ service, source }, 'Algebra') }))),
    async wrongSource(address, expected = source) {
      const shown = await call('GET', new URL(address).pathname);
      if (!isDone(shown)) return [`${address} was acknowledged, and answers ${shown.status}`];
      const { body } = await call('GET', new URL(shownIn(shown).video).pathname);
      return hashOf(body) === hashOf(expected) ? [] : [`the source of ${address} is another one`];
    },
  };
}

/** Asks while nothing is wanting. */
async function must(asking: Promise<Told>): Promise<Told> {
  const told = await asking;
  if (!isDone(told)) throw new Error(`${told.asked} was answered ${told.status} ${told.body}`);
  return told;
}

function sources(talk: Talk) {
  const { service, source, call, givenVideo, wrongSource } = talk;
  const other = Buffer.concat([source, freeBox]);
  return {
    'an upload': {
      given: async () => randomUUID(),
      asked: async (key: string) => [
        await call('POST', '/rest/videos/', {
          body: videoForm(talk, key),
          headers: { 'Idempotency-Key': key },
        }),
      ],
      async check(key: string, [told]: Told[]) {
        if (told === undefined || !isDone(told)) return [];
        const { rows } = await service.sql.query('select 1 from videos where title = $1', [key]);
        const more = rows.length === 1 ? [] : [`it became ${rows.length} videos`];
        return [...more, ...(await wrongSource(shownIn(told).url))];
      },
    } satisfies Scenario<string>,
    'another source': {
      given: givenVideo,
      asked: async ({ url }: Shown) => [
        await call('PATCH', new URL(url).pathname, { body: formOf({}, ['video', other, 'b.mp4']) }),
      ],
      async check({ url }: Shown, [told]: Told[]) {
        const wrong = await wrongSource(url, other);
        if ((told !== undefined && isDone(told)) || wrong.length === 0) return wrong;
        return wrongSource(url);
      },
    } satisfies Scenario<Shown>,
    'the end of a video': {
      given: givenVideo,
      async asked({ url }: Shown) {
        const told = await call('DELETE', new URL(url).pathname);
        return [told.status === 404 ? { ...told, status: 204 } : told];
      },
      check: async () => [],
    } satisfies Scenario<Shown>,
  };
}

/** What readers of MP4 pass over (ISO/IEC 14496-12 §8.1.2). */
const freeBox = Buffer.from('0000000866726565', 'hex');

/** What an upload in pieces is to become. */
const becoming = ({ service: { owner, type } }: Talk) =>
  metadataOf({ title: 'Algebra', type, owner, filename: 'a.mp4' });

const halves = (bytes: Buffer) => {
  const half = Math.floor(bytes.length / 2);
  return [bytes.subarray(0, half), bytes.subarray(half)] as const;
};

function pieces(talk: Talk) {
  const { service, source, call, wrongSource } = talk;
  const sendUpTo = async (address: string, end: number) => {
    const head = await call('HEAD', address, { headers: tus });
    const at = Number(head.headers.get('upload-offset'));
    if (!isDone(head) || head.headers.has('content-location') || at >= end) return head;
    const headers = { ...tusBytes, 'Upload-Offset': String(at) };
    return call('PATCH', address, { headers, body: Uint8Array.from(source.subarray(at, end)) });
  };
  const begin = async (told: Record<string, string>, body?: Buffer) => {
    const init = {
      headers: { ...(body ? tusBytes : tus), ...told },
      ...(body && { body: Uint8Array.from(body) }),
    };
    return String((await must(call('POST', '/rest/uploads/', init))).headers.get('location'));
  };
  return {
    'an upload in pieces': {
      given: async () =>
        new URL(await begin({ 'Upload-Length': String(source.length), ...becoming(talk) })).pathname,
      async asked(address: string) {
        const told: Told[] = [];
        for (const end of [Math.floor(source.length / 2), source.length]) {
          const answer = await sendUpTo(address, end);
          told.push(answer);
          if (!isDone(answer)) return told;
        }
        return [...told, await call('HEAD', address, { headers: tus })];
      },
      async check(_: string, told: Told[]) {
        if (told.length < 3 || !told.every(isDone)) return [];
        const video = told.at(-1)?.headers.get('content-location');
        return video
          ? wrongSource(new URL(video, service.url).href)
          : ['it is whole, and has become no video'];
      },
    } satisfies Scenario<string>,
    'joined uploads': {
      async given() {
        const parts: string[] = [];
        for (const half of halves(source))
          parts.push(await begin({ 'Upload-Length': String(half.length), 'Upload-Concat': 'partial' }, half));
        return parts;
      },
      asked: async (parts) => [
        await call('POST', '/rest/uploads/', {
          headers: { ...tus, ...becoming(talk), 'Upload-Concat': `final;${parts.join(' ')}` },
        }),
      ],
      check: async (_, [told]) => (told !== undefined && isDone(told) ? wrongSource(shownIn(told).url) : []),
    } satisfies Scenario<string[]>,
  };
}

/** As desktop clients send files: each part in a form of its own, and another form completes them. */
async function chunks({ service, source, call, wrongSource }: Talk) {
  const person = await signedIn(service, { username: 'root', password: service.password });
  const { text } = await person.get('/accounts/');
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const Cookie = person.cookies();
  const send = (address: string, body: FormData | URLSearchParams, headers = {}) =>
    ask(new URL(address, service.url), { method: 'POST', body, headers: { Cookie, ...headers } });
  const sendAll = async (told: Told[], title: string) => {
    let at = 0;
    let upload_id = '';
    for (const half of halves(source)) {
      const form = formOf({ csrfmiddlewaretoken, upload_id }, ['the_file', half, title]);
      const range = `bytes ${at}-${at + half.length - 1}/${source.length}`;
      told.push(await send('/video/api/chunked_upload/', form, { 'Content-Range': range }));
      if (!told.every(isDone)) return;
      at += half.length;
      upload_id = JSON.parse(String(told.at(-1)?.body)).upload_id;
    }
    const md5 = createHash('md5').update(source).digest('hex');
    const fields = new URLSearchParams({ csrfmiddlewaretoken, upload_id, md5 });
    told.push(await send('/video/api/chunked_upload_complete/', fields));
  };
  return {
    'an upload in chunks': {
      given: async () => randomUUID(),
      async asked(title) {
        const told: Told[] = [];
        await sendAll(told, title);
        return told;
      },
      async check(title, told) {
        if (!told.every(isDone)) return [];
        const { rows } = await service.sql.query('select id from videos where title = $1', [title]);
        const wrong: string[] = [];
        for (const { id } of rows) {
          const address = `/rest/videos/${id}/`;
          wrong.push(...(await wrongSource(new URL(address, service.url).href)));
          // Before somebody encodes it.
          await must(call('DELETE', address));
        }
        return rows.length > 0 ? wrong : ['it has become no video'];
      },
    } satisfies Scenario<string>,
  };
}

async function kept({ service, call }: Talk) {
  const body = JSON.stringify({ name: 'Faults', owner: service.owner });
  const headers = { 'Content-Type': 'application/json' };
  const { url: folder } = shownIn(await must(call('POST', '/rest/folders/', { body, headers })));
  const keeping = (resource: string, file: Buffer, name: string): Scenario<unknown> => ({
    given: async () => {},
    asked: async () => {
      const fields = { folder, created_by: service.owner, name };
      return [await call('POST', `/rest/${resource}/`, { body: formOf(fields, ['file', file, name]) })];
    },
    check: async () => [],
  });
  const subtitles = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
  return {
    'a document': keeping('files', Buffer.from('%PDF-1.7\nwords'), 'words.pdf'),
    subtitles: keeping('files', Buffer.from(subtitles), 'words.srt'),
    'an image': keeping('images', smallPng, 'photo.png'),
  };
}

function encodings({ service, call, givenVideo }: Talk) {
  return {
    'an encoding': {
      given: givenVideo,
      async asked({ id, slug }: Shown) {
        const told = await call('GET', `/rest/launch_encode_view/?slug=${slug}`);
        if (!isDone(told)) return [told];
        await eventually(async () => {
          const { rows } = await service.sql.query(
            "select 1 from encodings where video_id = $1 and state in ('queued', 'running')",
            [id],
          );
          return rows.length === 0;
        });
        return [told];
      },
      async check({ id }: Shown, told: Told[]) {
        if (!told.every(isDone)) return [];
        const { rows } = await service.sql.query(
          'select state, attempts, error from encodings where video_id = $1 order by id desc limit 1',
          [id],
        );
        return rows[0]?.state === 'done' ? [] : [`it ended ${JSON.stringify(rows[0])}`];
      },
    } satisfies Scenario<Shown>,
  };
}

async function readings({ service, call, givenVideo }: Talk) {
  const { id, slug, video } = await givenVideo();
  await must(call('GET', `/rest/launch_encode_view/?slug=${slug}`));
  const { hls, mp4, poster, overview } = await eventually(async () => {
    const { playback } = shownIn(await call('GET', `/rest/videos/${id}/`));
    return playback?.hls ? playback : null;
  });
  // A short one has no overview.
  const media = [video, hls, ...mp4.map(({ url }) => url), poster, overview].filter(
    (address) => address !== null,
  );
  const reading = (addresses: string[]): Scenario<unknown> => ({
    given: async () => {},
    async asked() {
      const told: Told[] = [];
      for (const address of addresses) told.push(await call('GET', address));
      return told;
    },
    check: async () => [],
  });
  return {
    playing: reading(media.map((address) => new URL(String(address), service.url).pathname)),
    pages: reading([
      ...['/', '/rest/', '/rest/videos/', `/rest/videos/${id}/`, '/rest/schema/', '/rest/swagger-ui.html'],
      ...[`/video/${slug}/`, '/feed.rss', '/sitemap.xml', '/robots.txt', '/accounts/login/', '/help/'],
      ...['/video/', '/video/add/', '/admin/', '/admin/encodings/', '/admin/encodings/workers/'],
    ]),
  };
}

function signIn({ service }: Talk) {
  const login = new URL('/accounts/login/', service.url);
  return {
    'a sign-in': {
      given: async () => {},
      async asked() {
        const form = await ask(login);
        if (!isDone(form)) return [form];
        const csrfmiddlewaretoken =
          /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(form.body.toString())?.[1] ?? '';
        const Cookie = form.headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0])
          .join('; ');
        const fields = { csrfmiddlewaretoken, username: 'root', password: service.password };
        return [
          form,
          await ask(login, { method: 'POST', headers: { Cookie }, body: new URLSearchParams(fields) }),
        ];
      },
      check: async () => [],
    } satisfies Scenario<void>,
  };
}
