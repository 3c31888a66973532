/** The images that objects show, whatever the objects are. */
import { describe, expect, test } from '@jest/globals';
import { resources } from '../../../src/http/resources/resources.ts';
import { addressOf, givenObject } from '../../support/given-objects.ts';
import { givenImage } from '../../support/kept-images.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const relations = resources.flatMap((resource) =>
  resource.fields
    .filter(({ target }) => target?.().path === 'images')
    .map(({ name }) => [`${name} of ${resource.path}`, { resource, name }] as const),
);

test('Types, disciplines, places, channels, videos, people and enrichments show images', () => {
  expect(relations.map(([what]) => what)).toEqual(
    expect.arrayContaining([
      ...['userpicture of owners', 'icon of types', 'icon of discipline', 'headband of channels'],
      ...['headband of themes', 'thumbnail of videos', 'image of enrichments', 'poster of broadcasters'],
      'headband of buildings',
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
