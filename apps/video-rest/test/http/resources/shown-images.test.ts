/** The images that objects show, whatever the objects are. */
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { resources } from '../../../src/http/resources/resources.ts';
import { addressOf, givenObject } from '../../support/given-objects.ts';
import { givenVideo } from '../../support/given-records.ts';
import { givenFile } from '../../support/kept-files.ts';
import { givenImage, type ShownImage } from '../../support/kept-images.ts';
import { givenOnAir, outputsOfVideo } from '../../support/on-air.ts';
import { postBroadcaster, postType } from '../../support/post-resources.ts';
import { type Person, useService } from '../../support/service.ts';

const service = useService();

const relations = resources.flatMap((resource) =>
  resource.fields
    .filter(({ target }) => target?.().path === 'images')
    .map(({ name }) => [`${name} of ${resource.path}`, { resource, name }] as const),
);

test('Types, disciplines, places, channels, videos, people, enrichments and events show images', () => {
  expect(relations.map(([what]) => what)).toEqual(
    expect.arrayContaining([
      ...['userpicture of owners', 'icon of types', 'icon of discipline', 'headband of channels'],
      ...['headband of themes', 'thumbnail of videos', 'image of enrichments', 'poster of broadcasters'],
      ...['headband of buildings', 'thumbnail of events'],
    ]),
  );
});

describe.each(relations)('%s', (_what, { resource, name }) => {
  test('is an image or none, and none once the image is removed', async () => {
    const shown = await givenObject(service, resource);
    const address = addressOf(resource, shown);
    const { id, url } = await givenImage(service);
    const set = async (value: string | null) =>
      (
        await service.root.client
          .patch(address)
          .send({ [name]: value })
          .expect(200)
      ).body[name];
    const clear = () =>
      service.root.client
        .patch(address)
        .type('form')
        .send({ [name]: '' });

    expect(shown[name]).toBeNull();
    expect(await set(url)).toBe(url);
    expect((await clear().expect(200)).body[name]).toBeNull();
    await set(url);
    await service.root.client.delete(`/rest/images/${id}/`).expect(204);
    expect((await service.root.client.get(address).expect(200)).body[name]).toBeNull();
  });
});

/** Without credentials, as browsers ask for a picture. */
const read = (address: string) => request(service.url).get(new URL(address, service.url).pathname);
const idOf = (url: string) => new URL(url).pathname;

describe('An image that an object shows', () => {
  let eve: Person;
  let image: ShownImage;
  beforeAll(async () => {
    eve = await service.givenUser();
    image = await givenImage(service, { by: service.staff });
    const { id } = await postType(service);
    await service.staff.client.patch(`/rest/types/${id}/`).send({ icon: image.url }).expect(200);
  });

  test('is there for whoever sees the object, small and without what the camera said, and in no list', async () => {
    const { body } = await eve.client.get(idOf(image.url)).expect(200);
    const { body: list } = await eve.client.get('/rest/images/').expect(200);

    expect(body.file).toContain('/large-');
    expect((await read(body.file)).status).toBe(200);
    expect(list.count).toBe(0);
    expect((await service.staff.client.get(idOf(image.url))).body.file).toContain('/image-');
  });

  test('is not theirs to change, and tells nothing of what is beside it', async () => {
    const { url } = await givenImage(service, { by: service.staff });

    await eve.client.patch(idOf(image.url)).send({ name: 'mine' }).expect(403);
    await eve.client.delete(idOf(image.url)).expect(403);
    await eve.client.get(idOf(image.folder)).expect(404);
    await eve.client.get(idOf(url)).expect(404);
  });

  test('may not be shown by what they own, as none that they do not see', async () => {
    const video = await givenVideo(service.db, { ownerId: eve.id });
    const { url: hidden } = await givenImage(service, { by: service.staff });
    const show = (thumbnail: string) => eve.client.patch(`/rest/videos/${video.id}/`).send({ thumbnail });

    const { body } = await show(image.url).expect(403);
    await show(hidden).expect(403);
    await show(`${service.url}/rest/images/2147483647/`).expect(403);
    expect(body.detail).toBe(
      'You may look at what "thumbnail" names, but not use it elsewhere. Name one of your own.',
    );
  });

  test('is gone for them with the object, and where they do not see the object', async () => {
    const { url } = await givenImage(service, { by: service.staff });
    const { slug } = await postBroadcaster(service);
    const change = (values: object) =>
      service.staff.client.patch(`/rest/broadcasters/${slug}/`).send(values).expect(200);

    await change({ poster: url });
    await eve.client.get(idOf(url)).expect(200);
    await change({ is_restricted: true });
    await eve.client.get(idOf(url)).expect(404);
    await change({ is_restricted: false, poster: null });
    await eve.client.get(idOf(url)).expect(404);
  });
});

test('Given a file beside a video, When somebody asks for it who sees the video, Then it is there, and in no list', async () => {
  const eve = await service.givenUser();
  const { id, url } = await givenFile(service);
  const video = await givenVideo(service.db, { ownerId: service.ada.id, isDraft: true });
  const address = `/rest/videos/${video.id}/`;
  await service.ada.client
    .post('/rest/documents/')
    .send({ video: `${service.url}${address}`, document: url })
    .expect(201);

  await eve.client.get(`/rest/files/${id}/`).expect(404);
  await service.ada.client.patch(address).send({ is_draft: false }).expect(200);
  await eve.client.get(`/rest/files/${id}/`).expect(200);
  await eve.client.delete(`/rest/files/${id}/`).expect(403);
  expect((await eve.client.get('/rest/files/')).body.count).toBe(0);
});

describe('The thumbnail of a video', () => {
  async function givenShown(flags: { isRestricted?: boolean } = {}) {
    const { id, slug } = await givenVideo(service.db, { ownerId: service.ada.id, ...flags });
    await givenOnAir(service, id);
    const image = await givenImage(service);
    const { body } = await service.ada.client
      .patch(`/rest/videos/${id}/`)
      .send({ thumbnail: image.url })
      .expect(200);
    return { id, slug, image, poster: body.playback.poster as string };
  }

  test('is its poster, in place of what the encoder took out of it', async () => {
    const { slug, poster } = await givenShown();
    const { text: page } = await request(service.url).get(`/video/${slug}/`);
    const { body: list } = await service.ada.client.get('/rest/videos/user_videos/?username=ada');
    const path = new URL(poster).pathname;

    expect(path).toMatch(/^\/media\/images\/\d+\/large-[0-9a-f]{32}\.webp$/);
    expect(page).toContain(`poster="${path}"`);
    expect(page).toContain(`<meta property="og:image" content="${poster}">`);
    expect(JSON.stringify(list.results)).toContain(path);
  });

  test('is for everybody as long as the video is, the image as it was sent never', async () => {
    const { id, image, poster } = await givenShown();
    const sent = new URL(image.file).pathname.replace(/signed\/[^/]+\//, '');

    const { headers } = await read(poster).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'cache-control': 'no-cache',
    });
    await read(sent).expect(401);
    await service.ada.client.patch(`/rest/videos/${id}/`).send({ is_restricted: true }).expect(200);
    await read(poster).expect(401);
    await service.ada.client.patch(`/rest/videos/${id}/`).send({ is_restricted: false }).expect(200);
    await service.ada.client.delete(idOf(image.url)).expect(204);
    await read(poster).expect(401);
  });

  test('of a closed video has an address that is signed', async () => {
    const { poster } = await givenShown({ isRestricted: true });

    expect(poster).toContain('/media/signed/');
    await read(poster).expect(200);
  });

  test('is chosen among three of the encoder, the first where there is no such one, and an image of its own comes before', async () => {
    const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
    const thumbnails = ['poster.jpg', 'thumbnail-2.jpg', 'thumbnail-3.jpg'];
    await givenOnAir(service, id, { ...outputsOfVideo, thumbnails });
    const change = async (values: object) =>
      (await service.ada.client.patch(`/rest/videos/${id}/`).send(values).expect(200)).body;

    const { playback } = await change({ thumbnail_choice: 3 });
    expect(playback.thumbnails.map((url: string) => path.basename(url))).toEqual(thumbnails);
    expect(playback.poster).toBe(playback.thumbnails[2]);
    const image = await givenImage(service);
    expect((await change({ thumbnail: image.url })).playback.poster).toContain('/images/');
    await givenOnAir(service, id, { ...outputsOfVideo, thumbnails: thumbnails.slice(0, 2) });
    const after = await change({ thumbnail: null });
    expect(after).toMatchObject({ thumbnail_choice: 3, playback: { poster: after.playback.thumbnails[0] } });
    await service.ada.client.patch(`/rest/videos/${id}/`).send({ thumbnail_choice: 4 }).expect(400);
    await (await service.givenUser()).client
      .patch(`/rest/videos/${id}/`)
      .send({ thumbnail_choice: 2 })
      .expect(403);
  });

  test('is that of the encoder once the image is removed', async () => {
    const { id, image } = await givenShown();
    await service.ada.client.delete(idOf(image.url)).expect(204);
    const { body } = await service.ada.client.get(`/rest/videos/${id}/`).expect(200);

    expect([body.thumbnail, body.playback.poster]).toEqual([null, expect.stringMatching(/\/poster\.jpg$/)]);
  });
});
