import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { clip } from '../../support/clips.ts';
import { nothingToPlay } from '../../support/encode-videos.ts';
import { type Person, useService } from '../../support/service.ts';

const service = useService();
let source: Buffer;
let typeUrl: string;

beforeAll(async () => {
  source = await readFile(await clip('landscape'));
  const { body } = await service.root.client.post('/rest/types/').send({ title: 'Course' });
  typeUrl = body.url;
});

/** The upload of the contract's example: owner, type and title as fields, the video as a file. */
function upload(person: Person, fields: Record<string, string> = {}): request.Test {
  const call = person.client.post('/rest/videos/');
  const all = { owner: person.url, type: typeUrl, title: 'Linear algebra', ...fields };
  for (const [name, value] of Object.entries(all)) call.field(name, value);
  return call.attach('video', source, 'lecture.mp4');
}

describe('POST /rest/videos/', () => {
  test('answers 413 at once to texts that are too long together, though a file follows', async () => {
    const { status, body } = await upload(service.root, { a: 'x'.repeat(2 ** 20), b: 'x'.repeat(2 ** 20) });

    expect([status, body]).toEqual([413, { detail: 'The request body is larger than 2 MiB.' }]);
  });

  test('gives a title of which a slug would be too long one with a page', async () => {
    const { body } = await upload(service.root, { title: '㎯'.repeat(200) }).expect(201);

    expect(body.slug).toMatch(/^\d{4,}-(rads2){40}$/);
    expect((await fetch(`${service.url}/video/${body.slug}/`)).status).toBe(200);
  });

  test('answers 201 with all that there is to know about the video, its encoding not launched', async () => {
    const { status, body, headers } = await upload(service.root, { title: 'Algèbre linéaire' });

    expect(status).toBe(201);
    const id = String(body.id).padStart(4, '0');
    expect(body).toMatchObject({
      url: `${service.url}/rest/videos/${body.id}/`,
      title: 'Algèbre linéaire',
      slug: `${id}-algebre-lineaire`,
      description: '',
      owner: service.root.url,
      type: typeUrl,
      main_lang: 'en',
      is_draft: false,
      is_restricted: false,
      allow_downloading: false,
      encoded: false,
      encoding_in_progress: false,
      get_encoding_step: '',
      playback: nothingToPlay,
    });
    expect(body.date_evt).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(body.duration).toBeGreaterThan(0);
    expect(body.duration_in_time).toMatch(/^00:00:0\d$/);
    expect(headers.location).toBe(body.url);
  });

  test('keeps the source byte for byte, for whoever was shown its address', async () => {
    const { body } = await upload(service.root);

    const answer = await fetch(body.video);

    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(source)).toBe(true);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('takes the file before the fields, and a file whose name has no extension', async () => {
    const call = service.root.client.post('/rest/videos/').attach('video', source, 'video');
    const { status, body } = await call
      .field('title', 'Before')
      .field('type', typeUrl)
      .field('owner', service.root.url);

    expect({ status, title: body.title }).toEqual({ status: 201, title: 'Before' });
  });

  test('takes every field that an uploader may send, and ignores those that it does not know', async () => {
    const { status, body } = await upload(service.root, {
      description: '<p>Part 1</p>',
      main_lang: 'fr',
      is_draft: 'True',
      is_restricted: '1',
      allow_downloading: 'on',
      date_evt: '2026-05-04',
      date_added: '2026-05-05T10:00:00Z',
      cursus: 'L',
      licence: 'by-nc-sa',
      is_360: 'true',
      disable_comment: 'on',
      layout: 'composed',
      sites: `${service.url}/rest/sites/1/`,
      additional_owners: service.root.url,
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      description: '<p>Part 1</p>',
      main_lang: 'fr',
      is_draft: true,
      is_restricted: true,
      allow_downloading: true,
      date_evt: '2026-05-04',
      date_added: '2026-05-05T10:00:00Z',
      cursus: 'L',
      licence: 'by-nc-sa',
      is_360: true,
      disable_comment: true,
      layout: 'composed',
    });
  });

  test('takes what a form leaves empty for what nobody says of a video, and names the version that was uploaded', async () => {
    const { body } = await upload(service.root, { licence: '', cursus: '', layout: '' }).expect(201);

    expect(body).toMatchObject({
      licence: null,
      cursus: '0',
      is_360: false,
      disable_comment: false,
      layout: 'first',
      get_version: 'O',
    });
  });

  test('names everything that is wrong at once, and keeps nothing', async () => {
    const before = await service.root.client.get('/rest/videos/');

    const { status, body } = await service.root.client
      .post('/rest/videos/')
      .field('owner', `${service.url}/rest/users/999999/`)
      .field('type', service.root.url)
      .field('main_lang', 'xx');

    expect(status).toBe(400);
    expect(body).toEqual({
      video: ['No file was submitted.'],
      title: ['This field is required.'],
      owner: ['Invalid hyperlink - Object does not exist.'],
      type: ['Invalid hyperlink - Incorrect URL match.'],
      main_lang: ['"xx" is not a valid choice.'],
    });
    expect((await service.root.client.get('/rest/videos/')).body.count).toBe(before.body.count);
  });

  test('refuses a file that is no video on that field, in the language of the caller', async () => {
    const { status, body } = await service.root.client
      .post('/rest/videos/')
      .set('Accept-Language', 'fr')
      .field('owner', service.root.url)
      .field('type', typeUrl)
      .field('title', 'Text')
      .attach('video', Buffer.from('hello'), 'video.mp4');

    expect(status).toBe(400);
    expect(body).toEqual({
      video: ["Le fichier n'est ni une vidéo ni un son lisible, ou bien il est endommagé ou tronqué."],
    });
  });

  test('refuses an empty file, and a text where the file should be', async () => {
    const call = () =>
      service.root.client
        .post('/rest/videos/')
        .field('owner', service.root.url)
        .field('type', typeUrl)
        .field('title', 'None');

    const empty = await call().attach('video', Buffer.alloc(0), 'video.mp4');
    const text = await call().field('video', 'video.mp4');

    expect(empty.body).toEqual({ video: ['The submitted file is empty.'] });
    expect(text.body).toEqual({
      video: ['The submitted data was not a file. Check the encoding type on the form.'],
    });
  });
});

describe('A video', () => {
  test('is found by its id and by its slug, and changed by both', async () => {
    const { body } = await upload(service.root);

    const byId = await service.root.client.get(`/rest/videos/${body.id}/`);
    const changed = await service.root.client.patch(`/rest/videos/${body.slug}/`).send({ title: 'Changed' });

    expect(byId.body.slug).toBe(body.slug);
    expect(changed.body).toMatchObject({ id: body.id, title: 'Changed', slug: body.slug });
  });

  test('keeps its source when other fields are replaced with PUT', async () => {
    const { body } = await upload(service.root, { description: 'old' });

    const answer = await service.root.client
      .put(`/rest/videos/${body.id}/`)
      .send({ title: 'New', owner: service.root.url, type: typeUrl });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ title: 'New', description: 'old', slug: body.slug });
    expect((await fetch(answer.body.video)).status).toBe(200);
  });

  test('gets a new source with PATCH, and the old one goes', async () => {
    const { body } = await upload(service.root);
    const other = await readFile(await clip('portrait'));

    const answer = await service.root.client
      .patch(`/rest/videos/${body.id}/`)
      .attach('video', other, 'other.mp4');

    expect(answer.status).toBe(200);
    const now = Buffer.from(await (await fetch(answer.body.video)).arrayBuffer());
    expect(now.equals(other)).toBe(true);
    expect(answer.body.video).not.toBe(body.video);
  });

  test('is gone with DELETE, and its files with it', async () => {
    const { body } = await upload(service.root);

    const { status } = await service.root.client.delete(`/rest/videos/${body.id}/`);

    expect(status).toBe(204);
    expect((await service.root.client.get(`/rest/videos/${body.id}/`)).status).toBe(404);
    expect((await fetch(body.video)).status).toBe(404);
  });

  test('keeps its type and its owner from being deleted, with 409 and how many there are', async () => {
    const { body: type } = await service.root.client.post('/rest/types/').send({ title: 'In use' });
    const owner = await service.givenUser();
    await upload(service.root, { type: type.url, owner: owner.url });

    const typeAnswer = await service.root.client.delete(`/rest/types/${type.id}/`);
    const ownerAnswer = await service.root.client.delete(`/rest/users/${owner.id}/`);

    expect(typeAnswer.status).toBe(409);
    expect(typeAnswer.body.detail).toBe(
      'This type is still in use (videos: 1). Change or delete those first.',
    );
    expect(ownerAnswer.status).toBe(409);
  });
});

describe('GET /rest/videos/', () => {
  test('filters by licence, degree, kind of picture and day of the event', async () => {
    const owner = await service.givenUser();
    await upload(service.root, { owner: owner.url, title: 'Free', licence: 'by', date_evt: '2024-12-31' });
    await upload(service.root, { owner: owner.url, title: 'Round', is_360: 'true', date_evt: '2025-01-01' });
    await upload(service.root, { owner: owner.url, title: 'Degree', cursus: '1', disable_comment: 'true' });
    const titles = async (query: string) => {
      const { body } = await service.root.client.get(`/rest/videos/?owner=${owner.id}&${query}`).expect(200);
      return body.results.map(({ title }: { title: string }) => title);
    };

    expect(await titles('licence=by')).toEqual(['Free']);
    expect(await titles('cursus=1')).toEqual(['Degree']);
    expect(await titles('is_360=True')).toEqual(['Round']);
    expect(await titles('disable_comment=1')).toEqual(['Degree']);
    expect(await titles('date_evt=2024-12-31')).toEqual(['Free']);
    expect(await titles('date_evt__year=2025')).toEqual(['Round']);
    expect(await titles('date_evt__year=9999')).toEqual([]);
    expect(await titles('search__title=ROUN')).toEqual(['Round']);
    expect(await titles('licence=&&_=7')).toEqual(['Degree', 'Round', 'Free']);
  });

  test('filters by owner (id or URL), type, title, dates and flags', async () => {
    const owner = await service.givenUser();
    const of = `owner=${owner.id}`;
    await upload(service.root, { owner: owner.url, title: 'Alpha', date_added: '2024-03-01T12:00:00Z' });
    await upload(service.root, {
      owner: owner.url,
      title: 'Beta',
      is_draft: 'true',
      date_added: '2025-03-01T12:00:00Z',
    });
    const titles = async (query: string) => {
      const { body } = await service.root.client.get(`/rest/videos/?${query}`);
      return (body.results ?? [body]).map(({ title }: { title: string }) => title);
    };

    expect(await titles(of)).toEqual(['Beta', 'Alpha']);
    expect(await titles(`owner=${encodeURIComponent(owner.url)}`)).toEqual(['Beta', 'Alpha']);
    expect(await titles(`owner__username=${owner.username.toUpperCase()}`)).toEqual(['Beta', 'Alpha']);
    expect(await titles(`${of}&is_draft=False`)).toEqual(['Alpha']);
    expect(await titles(`${of}&title__icontains=ALP`)).toEqual(['Alpha']);
    expect(await titles(`${of}&search=eta`)).toEqual(['Beta']);
    expect(await titles(`${of}&date_added__gte=2025-01-01`)).toEqual(['Beta']);
    expect(await titles(`${of}&date_added__lte=2024-03-01`)).toEqual(['Alpha']);
    expect(await titles(`${of}&date_added__year=2024`)).toEqual(['Alpha']);
    expect(await titles(`${of}&encoded=false&encoding_in_progress=False`)).toEqual(['Beta', 'Alpha']);
    expect(await titles(`${of}&encoded=true`)).toEqual([]);
    expect(await titles(`${of}&ordering=title`)).toEqual(['Alpha', 'Beta']);
  });
});
