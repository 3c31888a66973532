import { describe, expect, test } from '@jest/globals';
import { clip } from '../../support/clips.ts';
import { postBuilding, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService({ baseUrl: 'https://pod.example.org:8443', titleEtb: 'Example University' });
const current = 'https://pod.example.org:8443/rest/sites/1/';

async function givenSite(): Promise<string> {
  const domain = `${crypto.randomUUID()}.example.org`;
  const { body } = await service.staff.client
    .post('/rest/sites/')
    .send({ name: 'Other', domain })
    .expect(201);
  return body.url;
}

const pathOf = (url: string) => new URL(url).pathname;

describe('The site of the instance', () => {
  test('is there from the first start, named as the instance is', async () => {
    const { body } = await service.ada.client.get('/rest/sites/?page=1').expect(200);

    expect(body.results[0]).toEqual({
      id: 1,
      url: current,
      name: 'Example University',
      domain: 'pod.example.org:8443',
    });
  });

  test('is written by staff and cannot be removed, others can', async () => {
    const refused = await service.staff.client.delete('/rest/sites/1/');

    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This site stands for the instance itself and cannot be removed. Change its name and domain instead.',
    ]);
    await service.ada.client.patch('/rest/sites/1/').send({ name: 'x' }).expect(403);
    await service.staff.client.delete(pathOf(await givenSite())).expect(204);
  });
});

test.each([
  ['with a blank', 'two words', 'The domain name cannot contain any spaces or tabs.'],
  ['that another site has', 'pod.example.org:8443', 'Site with this domain name already exists.'],
])('A domain %s is refused', async (_what, domain, message) => {
  const { status, body } = await service.staff.client.post('/rest/sites/').send({ name: 'x', domain });

  expect([status, body]).toEqual([400, { domain: [message] }]);
});

describe('What stands on sites', () => {
  test('is on that of the instance unless it says otherwise, whatever it is sent as', async () => {
    const other = await givenSite();
    const building = await postBuilding(service);
    const path = `/rest/buildings/${building.id}/`;
    const sitesAfter = async (method: 'put' | 'patch', body: object | string) => {
      const { body: shown } = await service.staff.client[method](path)
        .type(typeof body === 'string' ? 'form' : 'json')
        .send(body)
        .expect(200);
      return shown.sites;
    };
    const form = (sites: string) => `name=${building.name}${sites}`;

    expect(building.sites).toEqual([current]);
    expect(await sitesAfter('patch', { sites: [other] })).toEqual([other]);
    expect(await sitesAfter('put', form(''))).toEqual([other]);
    expect(await sitesAfter('put', form('&sites='))).toEqual([other]);
    expect(await sitesAfter('put', form(`&sites=${current}&sites=${other}`))).toEqual([current, other]);
    expect(await sitesAfter('patch', { sites: [] })).toEqual([current]);
    expect(await sitesAfter('patch', { sites: [other] })).toEqual([other]);
    await service.staff.client.delete(pathOf(other)).expect(204);
    expect(await sitesAfter('patch', {})).toEqual([current]);
  });

  test('is found by them, by id or URL; of several one is enough, and too many are refused', async () => {
    const [north, south] = [await givenSite(), await givenSite()];
    const [here, there, yonder] = [
      await postBuilding(service),
      await postBuilding(service, { sites: [north] }),
      await postBuilding(service, { sites: [south, current] }),
    ];
    const idsAt = async (...sites: (string | number)[]) => {
      const query = new URLSearchParams(
        sites.map((site): [string, string] => ['sites', String(site)]),
      ).toString();
      const { body } = await service.ada.client.get(`/rest/buildings/?page_size=1000&${query}`).expect(200);
      const made = [here.id, there.id, yonder.id];
      return body.results.map(({ id }: { id: number }) => id).filter((id: number) => made.includes(id));
    };
    const ids = (...of: { id: number }[]) => of.map(({ id }) => id);

    expect(new Set(await idsAt(1))).toEqual(new Set(ids(here, yonder)));
    expect(await idsAt(north)).toEqual(ids(there));
    expect(new Set(await idsAt(north, '', south))).toEqual(new Set(ids(there, yonder)));
    expect((await service.ada.client.get('/rest/buildings/?sites=1&sites=999999')).body).toEqual({
      sites: ['Select a valid choice. That choice is not one of the available choices.'],
    });
    const many = Array.from({ length: 31 }, () => 'sites=1').join('&');
    expect((await service.ada.client.get(`/rest/buildings/?${many}`)).body).toEqual({
      sites: ['At most 30 items are taken.'],
    });
  });

  test('a type takes sites and is shown without them, as the contract shows it', async () => {
    const other = await givenSite();
    const type = await postType(service, { sites: [other] });
    const { body } = await service.ada.client.get(`/rest/types/?sites=${other}`).expect(200);

    expect(Object.keys(type)).toEqual(['id', 'url', 'title', 'description', 'icon']);
    expect(body).toMatchObject({ count: 1, results: [{ id: type.id }] });
  });

  test('a video takes them with its file, and changes them later', async () => {
    const other = await givenSite();
    const type = await postType(service);
    const upload = async (sites: string[]) => {
      const { body } = await service.staff.client
        .post('/rest/videos/')
        .field({ owner: service.ada.url, type: type.url, title: 'On sites', sites })
        .attach('video', await clip('landscape'))
        .expect(201);
      return body;
    };
    const without = await upload([]);
    const video = await upload([current, other, '']);
    const { body: found } = await service.staff.client.get(`/rest/videos/?sites=${other}`).expect(200);
    const { body: moved } = await service.staff.client
      .patch(`/rest/videos/${video.id}/`)
      .send({ sites: [other], title: 'Moved' })
      .expect(200);

    expect([without.sites, video.sites, moved.sites]).toEqual([[current], [current, other], [other]]);
    expect(found).toMatchObject({ count: 1, results: [{ id: video.id }] });
  });
});
