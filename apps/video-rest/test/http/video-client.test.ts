import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { eventually, startLine } from '@campus/testing';
import {
  ApiError,
  answerOf,
  type Change,
  createVideoClient,
  EncodingFailed,
  type NewVideo,
} from '@campus/video-client';
import { describe, expect, test } from '@jest/globals';
import { clip, quickMediaTools } from '../support/clips.ts';
import { postType } from '../support/post-resources.ts';
import { useService } from '../support/service.ts';

const { ffmpeg } = await quickMediaTools();
const service = useService({ encodeConcurrency: 1 }, { tools: { ffmpeg } });

function clientOf({ token = service.root.token, url = service.url } = {}) {
  return createVideoClient({ baseUrl: url, token });
}

async function givenFields(title = 'Lecture'): Promise<NewVideo> {
  const { url: type } = await postType(service);
  return { title, type, owner: service.ada.url };
}

test('Given more objects than a page has, When a list is gone through, Then each comes once', async () => {
  const client = clientOf();
  const titles = Array.from({ length: 5 }, (_, number) => `Listed ${number}`);
  for (const title of titles) await answerOf(client.api.POST('/rest/types/', { body: { title } }));

  const found: string[] = [];
  for await (const { title } of client.all('/rest/types/', { search: 'Listed', page_size: 2 }))
    found.push(title);

  expect(found.toSorted()).toEqual(titles);
});

test('When the service refuses, Then an error has the status and says what it says, by field too', async () => {
  const refused = answerOf(clientOf().api.POST('/rest/types/', { body: { title: '' } }));
  const unknown = answerOf(clientOf({ token: 'f'.repeat(40) }).api.GET('/rest/videos/'));

  await expect(refused).rejects.toThrow(/400: title: .*blank/);
  await expect(refused).rejects.toMatchObject({ status: 400, body: { title: [expect.any(String)] } });
  await expect(unknown).rejects.toThrow(ApiError);
  await expect(unknown).rejects.toMatchObject({ status: 401 });
});

test('When a file is among the fields, Then it is sent as a form', async () => {
  const { api } = clientOf();
  const fields = await givenFields('By a form');
  const video = new File([await readFile(await clip('tiny'))], 'lecture.mp4');

  const made = await answerOf(
    api.POST('/rest/videos/', { body: { ...fields, tags: ['one', 'two'], video } }),
  );

  expect(made).toMatchObject({ title: 'By a form', tags: ['one', 'two'] });
});

test('When a file is uploaded to be encoded, Then the client waits until it plays, and says how far it is', async () => {
  const client = clientOf();
  const seen: string[] = [];
  const uploaded = await client.upload({
    file: await openAsBlob(await clip('tiny')),
    filename: 'lecture.mp4',
    fields: { ...(await givenFields()), tags: ['algebra', 'first year'], encode: true },
  });

  const encoded = await client.encoded(uploaded, {
    everyMs: 100,
    onProgress: ({ state }) => seen.push(state),
  });

  expect(uploaded).toMatchObject({ title: 'Lecture', tags: ['algebra', 'first year'] });
  expect(encoded).toMatchObject({ id: uploaded.id, encoded: true });
  expect(seen.at(-1)).toBe('done');
});

test('Given a video that nobody had encoded, When it is waited for, Then that ends with an error', async () => {
  const client = clientOf();
  const file = await readFile(await clip('tiny'));
  const video = await client.upload({ file, filename: 'a.mp4', fields: await givenFields() });

  await expect(client.encoded(video)).rejects.toThrow(EncodingFailed);
  await expect(client.encoded(video)).rejects.toThrow(/never asked for/);
});

test('Given a line that is cut amid an upload, Then it goes on by itself, and the video is there once', async () => {
  await using line = await startLine(service.url);
  const client = clientOf({ url: line.url });
  const bytes = await readFile(await clip('tiny'));
  let cuts = 0;

  const made = await client.upload({
    file: bytes,
    filename: 'cut.mp4',
    fields: await givenFields('Cut off'),
    pieceBytes: Math.ceil(bytes.length / 8),
    onProgress: (sent, all) => {
      if (cuts > 0 || sent < all / 2) return;
      cuts += 1;
      line.cut();
      setTimeout(line.mend, 100);
    },
  });

  const found = [];
  for await (const { id } of client.all('/rest/videos/', { search: 'Cut off' })) found.push(id);
  expect([cuts, found]).toEqual([1, [made.id]]);
});

test('Given a line that goes silent amid an upload, Then the request is given up, and the video is there once', async () => {
  await using line = await startLine(service.url, { passes: 4_000 });
  // Each call is given up after that, those of a busy machine too.
  const client = createVideoClient({ baseUrl: line.url, token: service.root.token, timeoutMs: 5_000 });
  const fields = await givenFields('Went silent');
  const uploading = client.upload({ file: await readFile(await clip('tiny')), filename: 'a.mp4', fields });
  await eventually(() => line.isHolding);
  line.mend();

  const made = await uploading;

  const found = [];
  for await (const { id } of clientOf().all('/rest/videos/', { search: 'Went silent' })) found.push(id);
  expect(found).toEqual([made.id]);
});

test('Given an upload that was ended in between, When it is begun with its address, Then only the rest is sent', async () => {
  const client = clientOf();
  const bytes = await readFile(await clip('tiny'));
  const ending = new AbortController();
  const upload = { file: bytes, filename: 'lecture.mp4', fields: await givenFields('Resumed') };
  let address = '';
  let had = 0;
  const first = client.upload({
    ...upload,
    pieceBytes: Math.ceil(bytes.length / 8),
    signal: ending.signal,
    onBegun: (at) => {
      address = at;
    },
    onProgress: (sent, all) => {
      had = sent;
      if (sent >= all / 2) ending.abort(new Error('ended'));
    },
  });
  await expect(first).rejects.toThrow('ended');

  const sent: number[] = [];
  const made = await client.upload({ ...upload, resume: address, onProgress: (bytes) => sent.push(bytes) });

  expect(made.title).toBe('Resumed');
  expect(had).toBeGreaterThan(0);
  expect(Math.min(...sent)).toBeGreaterThan(0);
});

test('When the hearer of an address cannot keep it, Then the upload ends with its error, and is not begun again', async () => {
  const client = clientOf();
  const title = crypto.randomUUID();

  const failed = client.upload({
    file: await openAsBlob(await clip('tiny')),
    filename: `${title}.mp4`,
    fields: await givenFields(title),
    onBegun: () => {
      throw new Error('no place');
    },
  });

  await expect(failed).rejects.toThrow('no place');
  const { body } = await service.root.client.get('/rest/uploads/').expect(200);
  const begun = body.results.filter(({ filename }: { filename: string }) => filename === `${title}.mp4`);
  expect(begun).toHaveLength(1);
});

test('When an upload is refused, Then the error says why', async () => {
  const fields = { ...(await givenFields()), title: '' };

  const refused = clientOf().upload({ file: Buffer.from('x'), filename: 'x', fields });

  await expect(refused).rejects.toMatchObject({ status: 400, body: { title: [expect.any(String)] } });
});

describe('The changes that a client follows', () => {
  test('come as they happen, and across a cut none is missed', async () => {
    await using line = await startLine(service.url);
    const seen: Change[] = [];
    const ending = new AbortController();
    let cuts = 0;
    const after = (await service.root.client.get('/rest/changes/?after=now')).body.cursor as string;
    const following = (async () => {
      const onCut = () => {
        cuts += 1;
      };
      const changes = clientOf({ url: line.url }).changes({ after, signal: ending.signal, onCut });
      for await (const change of changes) seen.push(change);
    })();

    const first = await postType(service);
    await eventually(() => seen.some(({ id }) => id === first.id));
    line.cut();
    const second = await postType(service);
    await eventually(() => cuts > 0);
    line.mend();
    await eventually(() => seen.some(({ id }) => id === second.id));
    ending.abort();
    await following;

    const events = seen.filter(({ resource }) => resource === 'types').map(({ event }) => event);
    expect(events).toEqual(['created', 'created']);
  });

  test('end with an error where the refusal would stay one', async () => {
    await expect(
      clientOf({ token: 'f'.repeat(40) })
        .changes()
        .next(),
    ).rejects.toMatchObject({ status: 401 });
  });
});
