/** How many SQL statements a request costs; the rules for all resources are in `every-resource.test.ts`. */
import { fewestStatements } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { resources } from '../../../src/http/resources/resources.ts';
import { givenUser } from '../../support/accounts.ts';
import { addressOf, givenObject } from '../../support/given-objects.ts';
import { givenVideoRows } from '../../support/given-records.ts';
import { postBroadcaster, postBuilding, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';
import { signedIn } from '../../support/visitor.ts';

const sent: string[] = [];
const service = useService({}, { statements: sent });

function statementsOf(path: string): Promise<string[]> {
  return fewestStatements(sent, async () => {
    const { body } = await service.staff.client.get(path).expect(200);
    expect(body.results?.length ?? 1).toBeGreaterThan(0);
  });
}

test('Of a thousand links it is asked once which of them the caller sees, as of one', async () => {
  const { id: typeId } = await postType(service);
  const [first = 0, ...others] = await givenVideoRows(service, {
    count: 1000,
    ownerId: service.staff.id,
    typeId,
  });
  const rulesIn = async (ids: readonly number[]) => {
    sent.length = 0;
    await service.ada.client
      .post('/rest/playlists/')
      .send({ name: 'p', owner: service.ada.url, content: ids.map((id) => `/rest/videos/${id}/`) })
      .expect(201);
    return sent.join('\n').match(/is_draft = false/g)?.length;
  };

  expect(await rulesIn([first, ...others])).toBe(await rulesIn([first]));
});

describe('A list costs the same few statements for one row and for fifty', () => {
  test('of videos, with owner, type and encodings', async () => {
    const types = await Promise.all(Array.from({ length: 50 }, () => postType(service)));
    const owners = await Promise.all(types.map(() => service.givenUser()));
    for (const [index, { id: typeId }] of types.entries()) {
      const [id = 0] = await givenVideoRows(service, { count: 1, ownerId: owners[index]?.id ?? 0, typeId });
      const encoding = `insert into encodings (video_id, state, outputs, finished_at)
        values ($1, 'done', '{"hls": null, "mp4": [], "audio": null, "poster": null}', now()) returning id`;
      const { rows } = await service.sql.query<{ id: number }>(encoding, [id]);
      await service.sql.query('update videos set encoding_id = $2, latest_encoding_id = $2 where id = $1', [
        id,
        rows[0]?.id,
      ]);
    }

    const [one, fifty] = [
      await statementsOf('/rest/videos/?page_size=1'),
      await statementsOf('/rest/videos/?page_size=50'),
    ];

    expect(fifty).toHaveLength(one.length);
    // Who calls, and the page with the count of all.
    expect(fifty).toHaveLength(2);
    const { body } = await service.staff.client.get('/rest/videos/?page_size=50');
    expect(new Set(body.results.map(({ owner }: { owner: string }) => owner)).size).toBe(50);
  });

  test('of broadcasters, ordered by the name of their building, and filtered', async () => {
    const building = await postBuilding(service);
    await Promise.all(Array.from({ length: 50 }, () => postBroadcaster(service)));
    await postBroadcaster(service, { building: building.url });

    const counts = [
      await statementsOf('/rest/broadcasters/?page_size=1'),
      await statementsOf('/rest/broadcasters/?page_size=50'),
      await statementsOf('/rest/broadcasters/?page=last&limit=50&search=broadcaster'),
      await statementsOf(`/rest/broadcasters/?building=${building.url}&page_size=50`),
    ].map(({ length }) => length);

    // Of another than a first page the rows follow by themselves; the building of the filter is looked up.
    expect(counts).toEqual([2, 2, 3, 4]);
  });
});

test('One object costs two statements: who calls, and the object', async () => {
  const { slug } = await postBroadcaster(service);

  expect(await statementsOf(`/rest/broadcasters/${slug}/`)).toHaveLength(2);
});

// The others find who calls, and the object with the right to it; and who else has a title that is unique.
test.each([
  ['videos', { description: 'Groups' }, 3],
  ['channels', { description: 'Groups' }, 3],
  ['themes', { title: 'Groups' }, 4],
  ['files', { name: 'Groups' }, 3],
  ['webhooks', { description: 'Groups' }, 3],
  ['broadcasters', { status: true }, 3],
])(
  'An object of %s that changes by %j is changed and answered in one statement, of %i',
  async (name, change, count) => {
    const resource = resources.find(({ path }) => path === name);
    if (resource === undefined) throw new Error(`there is no resource ${name}`);
    const given = await Promise.all([1, 2, 3].map(() => givenObject(service, resource)));
    const addresses = given.map((object) => addressOf(resource, object));

    const statements = await fewestStatements(sent, async () => {
      const { body } = await service.root.client
        .patch(addresses.pop() ?? '')
        .send(change)
        .expect(200);
      expect(body).toMatchObject(change);
    });

    expect(statements).toHaveLength(count);
    expect(statements.at(-1)).toMatch(/^\s*with changed as \(update/);
  },
);

test('Many strangers who follow one encoding find it once each, and share every look after that', async () => {
  const { id: typeId } = await postType(service);
  const [videoId] = await givenVideoRows(service, { count: 1, ownerId: service.ada.id, typeId });
  const { rows } = await service.sql.query<{ id: number; slug: string }>(
    `with run as (insert into encodings (video_id, state) values ($1, 'running') returning id)
     update videos set latest_encoding_id = run.id from run where videos.id = $1 returning run.id, slug`,
    [videoId],
  );
  const [{ id, slug } = { id: 0, slug: '' }] = rows;
  const looks = () => sent.filter((text) => text.includes('latest_encoding_id')).length;
  const begunAt = Date.now();
  sent.length = 0;

  const streams = await Promise.all(
    Array.from({ length: 40 }, () => fetch(new URL(`/video/${slug}/live/`, service.url))),
  );
  await service.sql.query(`update encodings set state = 'cancelled', finished_at = now() where id = $1`, [
    id,
  ]);
  const events = await Promise.all(streams.map((stream) => stream.text()));

  for (const text of events) expect(text.match(/event: part/g)).toHaveLength(2);
  // At most four looks a second, however many have come.
  expect(looks()).toBeLessThanOrEqual(streams.length + 2 + (Date.now() - begunAt) / 250);
});

test('Values are parameters: no text of a request is part of a statement', async () => {
  await postBuilding(service, { name: 'needle in parts' });
  const statements = [
    ...(await statementsOf('/rest/buildings/?search=needle')),
    ...(await statementsOf('/rest/buildings/?name=needle+in+parts&name__icontains=needle&ordering=-name')),
  ];

  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) expect(statement).not.toContain('needle');
});

test.each(['json', 'table'])(
  'A page of a list as %s costs the same for two rows and for fifty',
  async (view) => {
    const person = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
    for (let count = 0; count < 50; count += 1) {
      const { id: typeId } = await postType(service);
      await givenVideoRows(service, { count: 1, ownerId: (await service.givenUser()).id, typeId });
    }
    const costOf = async (size: number) => {
      const statements = await fewestStatements(sent, async () => {
        const { status } = await person.get(`/rest/videos/?page_size=${size}&_view=${view}`);
        expect(status).toBe(200);
      });
      return statements.length;
    };

    expect(await costOf(50)).toBe(await costOf(2));
  },
);
