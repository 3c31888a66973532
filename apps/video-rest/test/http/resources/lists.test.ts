import { leaveWhileLocked } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenVideoRows } from '../../support/given-records.ts';
import { lockedLists, lockedTables } from '../../support/locked-lists.ts';
import { postBroadcaster, postBuilding, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** Buildings whose names share a word that no others have. */
async function givenBuildings(word: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${word} ${String(index + 1).padStart(3, '0')}`);
  await service.sql.query('insert into buildings (name) select unnest($1::text[])', [names]);
  return names;
}

const namesOf = (results: { name: string }[]) => results.map(({ name }) => name);

describe('The list envelope', () => {
  test('has its four members in the order of the contract, in compact JSON and UTF-8', async () => {
    const { name } = await postBuilding(service, { name: 'Bâtiment Été' });

    const { text, headers } = await service.ada.client
      .get('/rest/buildings/?search=Bâtiment+Été')
      .expect(200);

    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(text).toMatch(/^\{"count":1,"next":null,"previous":null,"results":\[\{"id":\d+,"url":"http/);
    expect(text).toContain(`"name":"${name}"`);
  });

  test('of an empty list has one page, and no second', async () => {
    const { body } = await service.ada.client.get('/rest/buildings/?search=nothingofthesort').expect(200);
    const second = await service.ada.client.get('/rest/buildings/?search=nothingofthesort&page=2');

    expect(body).toEqual({ count: 0, next: null, previous: null, results: [] });
    expect([second.status, second.body]).toEqual([404, { detail: 'Invalid page.' }]);
  });

  test('is answered to HEAD with the same headers and no body', async () => {
    const got = await service.ada.client.get('/rest/buildings/?search=nothingofthesort');
    const head = await service.ada.client.head('/rest/buildings/?search=nothingofthesort').expect(200);

    expect(head.text).toBeUndefined();
    for (const name of ['content-type', 'content-length', 'allow', 'vary', 'content-language'])
      expect(head.headers[name]).toBe(got.headers[name]);
  });
});

describe('Pages', () => {
  test('hold 12 rows; the links lead through all of them once, and keep every other parameter', async () => {
    const names = await givenBuildings('walk', 30);
    const first = `${service.url}/rest/buildings/?search=walk&_=1`;
    interface Page {
      next: string | null;
      previous: string | null;
      results: { name: string }[];
    }
    const pages: Page[] = [];

    for (let address: string | null = first; address !== null; ) {
      const { body }: { body: Page } = await service.ada.client.get(address.slice(service.url.length));
      pages.push(body);
      address = body.next;
    }

    expect(pages.map(({ results }) => results.length)).toEqual([12, 12, 6]);
    expect(pages.flatMap(({ results }) => namesOf(results))).toEqual(names);
    expect(pages[0]?.next).toBe(`${first}&page=2`);
    expect(pages[2]?.previous).toBe(`${first}&page=2`);
    expect(pages[1]?.previous).toBe(first);
  });

  test.each(['page_size', 'limit'])('are as long as %s says, and the links keep it', async (parameter) => {
    await givenBuildings(`size ${parameter}`, 5);

    const { body } = await service.ada.client.get(`/rest/buildings/?${parameter}=2&search=size+${parameter}`);

    expect(body.count).toBe(5);
    expect(body.results).toHaveLength(2);
    expect(body.next).toBe(`${service.url}/rest/buildings/?${parameter}=2&search=size+${parameter}&page=2`);
  });

  test('are never longer than 1000 rows, whatever is asked for', async () => {
    await givenBuildings('cap', 1001);

    const { body } = await service.ada.client.get('/rest/buildings/?search=cap&page_size=5000').expect(200);

    expect([body.count, body.results.length]).toEqual([1001, 1000]);
    expect(body.next).toContain('page=2');
  });

  test('page=last is the last one', async () => {
    const names = await givenBuildings('ultimate', 14);

    const { body } = await service.ada.client.get('/rest/buildings/?search=ultimate&page=last').expect(200);

    expect(namesOf(body.results)).toEqual(names.slice(12));
    expect([body.next, body.previous]).toEqual([null, `${service.url}/rest/buildings/?search=ultimate`]);
  });

  test('can be asked for by limit and offset, and the links move the offset', async () => {
    const names = await givenBuildings('shifted', 10);
    const address = `${service.url}/rest/buildings/?search=shifted&limit=4`;

    const { body } = await service.ada.client
      .get('/rest/buildings/?search=shifted&limit=4&offset=4')
      .expect(200);
    const beyond = await service.ada.client
      .get('/rest/buildings/?search=shifted&limit=4&offset=40')
      .expect(200);

    expect(namesOf(body.results)).toEqual(names.slice(4, 8));
    expect([body.next, body.previous]).toEqual([`${address}&offset=8`, address]);
    expect([beyond.body.count, beyond.body.results, beyond.body.next]).toEqual([10, [], null]);
  });

  test('count by page when an offset is given beside it, also in the links', async () => {
    const names = await givenBuildings('both', 14);

    const { body } = await service.ada.client.get('/rest/buildings/?search=both&page=2&offset=3').expect(200);
    const before = await service.ada.client.get(body.previous.slice(service.url.length)).expect(200);

    expect(namesOf(body.results)).toEqual(names.slice(12));
    expect(namesOf(before.body.results)).toEqual(names.slice(0, 12));
  });

  test.each(['0', '-1', '1.5', '1e3', 'two', '999999999', '99999999999999999999', '%00'])(
    'page=%s is none',
    async (page) => {
      const { status, body } = await service.ada.client.get(`/rest/buildings/?page=${page}`);

      expect([status, body]).toEqual([404, { detail: 'Invalid page.' }]);
    },
  );

  test('page= without a number is the first', async () => {
    const { body } = await service.ada.client.get('/rest/buildings/?page=&limit=').expect(200);

    expect(body.previous).toBeNull();
  });

  test.each(['limit', 'page_size'])('%s=1001 is taken as 1000', async (name) => {
    const mark = `many ${crypto.randomUUID()}`;
    await service.sql.query(
      `insert into buildings (name) select $1 || ' ' || n from generate_series(1, 1001) n`,
      [mark],
    );

    const { body } = await service.ada.client
      .get(`/rest/buildings/?${name}=1001`)
      .query({ search: mark })
      .expect(200);

    expect([body.count, body.results.length]).toEqual([1001, 1000]);
    const { body: rest } = await service.ada.client.get(body.next.slice(service.url.length)).expect(200);
    expect([rest.results.length, rest.next]).toEqual([1, null]);
  });

  test.each(['page_size=0', 'page_size=-5', 'limit=many', 'limit=1.5', 'limit=0', 'offset=-1', 'offset=x'])(
    '%s is a 400 that names the parameter',
    async (pair) => {
      const { status, body } = await service.ada.client.get(`/rest/buildings/?${pair}`);

      expect([status, Object.keys(body)]).toEqual([400, [pair.split('=')[0]]]);
    },
  );
});

describe('The order of a list', () => {
  test('is that of the resource: types by title, broadcasters by building and name', async () => {
    const [east, west] = [
      await postBuilding(service, { name: 'order East' }),
      await postBuilding(service, { name: 'order West' }),
    ];
    await postBroadcaster(service, { name: 'order a', building: west.url });
    await postBroadcaster(service, { name: 'order c', building: east.url });
    await postBroadcaster(service, { name: 'order b', building: east.url });
    for (const title of ['order 2', 'order 1']) await postType(service, { title });

    const broadcasters = await service.ada.client.get('/rest/broadcasters/?search=order');
    const types = await service.ada.client.get('/rest/types/?search=order');

    expect(namesOf(broadcasters.body.results)).toEqual(['order b', 'order c', 'order a']);
    expect(types.body.results.map(({ title }: { title: string }) => title)).toEqual(['order 1', 'order 2']);
  });

  test('of videos and users is the newest first, and the id decides between equals', async () => {
    const owner = await service.givenUser();
    const { id: typeId } = await postType(service);
    const ids = await givenVideoRows(service, { count: 14, ownerId: owner.id, typeId });
    await service.sql.query("update videos set date_added = '2020-01-01' where id = any($1)", [ids.slice(2)]);

    const pages = await Promise.all(
      [1, 2].map((page) => service.staff.client.get(`/rest/videos/?owner=${owner.id}&page=${page}`)),
    );
    const users = await service.staff.client.get('/rest/users/');

    const [second = 0, first = 0, ...older] = [ids[1], ids[0], ...ids.slice(2).reverse()];
    expect(pages.flatMap(({ body }) => body.results.map(({ id }: { id: number }) => id))).toEqual(
      [second, first, ...older].filter((id) => id !== 0),
    );
    expect(users.body.results[0].id).toBe(owner.id);
  });

  test('is as ?ordering= says, by several fields, descending with a dash', async () => {
    for (const [name, status] of [
      ['sorted a', false],
      ['sorted b', true],
      ['sorted c', false],
    ] as const)
      await postBroadcaster(service, { name, status });

    const { body } = await service.ada.client.get('/rest/broadcasters/?search=sorted&ordering=status,-name');

    expect(namesOf(body.results)).toEqual(['sorted c', 'sorted a', 'sorted b']);
  });

  test('by a value that is made of several columns is a 400 on ordering', async () => {
    for (const field of ['playback', 'get_encoding_step', 'video', 'nothing', 'password']) {
      const { status, body } = await service.root.client.get(`/rest/videos/?ordering=${field}`);
      expect([field, status, Object.keys(body)]).toEqual([field, 400, ['ordering']]);
      expect(body.ordering[0]).toMatch(/^".*" is no field to order by\. Use one of: id, /);
    }
  });
});

describe('Search', () => {
  test('finds rows that hold every word somewhere, whatever its case', async () => {
    await postBroadcaster(service, { name: 'Amphi Curie left' });
    await postBroadcaster(service, { name: 'Amphi Noether right' });

    const { body } = await service.ada.client.get('/rest/broadcasters/?search=LEFT,amphi').expect(200);

    expect(namesOf(body.results)).toEqual(['Amphi Curie left']);
  });

  test.each(['%', '_', '\\', "'", '"', '(', '\0', '\u{1F600}'])('takes %j as it is', async (text) => {
    await postBuilding(service, { name: `literal ${text === '\0' ? '' : text} ${text.codePointAt(0)}` });

    const { body } = await service.ada.client.get(
      `/rest/buildings/?search=literal+${encodeURIComponent(text)}`,
    );

    expect(body.results.length).toBeGreaterThan(0);
    for (const { name } of body.results) expect(name).toContain(text === '\0' ? '' : text);
  });

  test('for more words than anybody types is an answer too', async () => {
    await service.ada.client.get(`/rest/buildings/?search=${'a+'.repeat(3000)}`).expect(200);
  });
});

describe('Filters', () => {
  test('of relations take the id, the URL and the path', async () => {
    const { id, url } = await postBuilding(service);
    const { name } = await postBroadcaster(service, { building: url });
    await postBroadcaster(service);

    for (const value of [`${id}`, url, `/rest/buildings/${id}/`, `/rest/buildings/${id}`, `%20${id}%20`]) {
      const { body } = await service.ada.client.get(`/rest/broadcasters/?building=${value}`).expect(200);
      expect(namesOf(body.results)).toEqual([name]);
    }
  });

  test.each([
    '0',
    '2147483647',
    '99999999999',
    'x',
    'http://elsewhere.example.org/rest/buildings/1/',
    '/rest/types/1/',
    '%00',
    '/%5C[',
  ])('of relations refuse %s as no valid choice', async (value) => {
    const { status, body } = await service.ada.client.get(`/rest/broadcasters/?building=${value}`);

    expect([status, body]).toEqual([
      400,
      { building: ['Select a valid choice. That choice is not one of the available choices.'] },
    ]);
  });

  test('combine with AND', async () => {
    const { url } = await postBuilding(service);
    const { name } = await postBroadcaster(service, { building: url, status: true });
    await postBroadcaster(service, { building: url, status: false });

    const { body } = await service.ada.client
      .get(`/rest/broadcasters/?building=${url}&status=True`)
      .expect(200);

    expect(namesOf(body.results)).toEqual([name]);
  });

  test.each(['true', 'True', '1', 'yes', 'on'])('take %s for true', async (value) => {
    const { slug } = await postBroadcaster(service, { status: true });

    const { body } = await service.ada.client
      .get(`/rest/broadcasters/?slug=${slug}&status=${value}`)
      .expect(200);
    const others = await service.ada.client.get(`/rest/broadcasters/?slug=${slug}&status=False`).expect(200);

    expect([body.count, others.body.count]).toEqual([1, 0]);
  });

  test('find a user name whatever its case', async () => {
    const { username } = await service.givenUser({ username: 'Marie.Curie' });

    const { body } = await service.staff.client.get('/rest/users/?username=marie.curie').expect(200);

    expect(body.results).toHaveLength(1);
    expect(body.results[0].username).toBe(username);
  });

  test('with bad values are all refused at once, in the words that clients know', async () => {
    const { status, body } = await service.staff.client.get(
      '/rest/videos/?date_added=yesterday&id=x&owner=99999&is_draft=maybe',
    );

    expect([status, body]).toEqual([
      400,
      {
        id: ['Enter a number.'],
        owner: ['Select a valid choice. That choice is not one of the available choices.'],
        date_added: ['Enter a valid date/time.'],
        is_draft: ['Must be a valid boolean.'],
      },
    ]);
  });

  test('find exact instants, also as clients write them', async () => {
    const { id: typeId } = await postType(service);
    const [id] = await givenVideoRows(service, { count: 1, ownerId: service.ada.id, typeId });
    await service.sql.query("update videos set date_added = '2024-02-29T10:11:12.345Z' where id = $1", [id]);

    for (const value of [
      '2024-02-29T10:11:12.345Z',
      '2024-02-29T11:11:12.345000%2B01:00',
      '2024-02-29 10:11:12.345',
    ]) {
      const { body } = await service.staff.client.get(`/rest/videos/?date_added=${value}`).expect(200);
      expect(body.results.map((video: { id: number }) => video.id)).toEqual([id]);
    }
  });
});

describe('Query parameters', () => {
  test('that nobody knows are a 400 that names each and lists those that exist', async () => {
    const { status, body } = await service.ada.client.get('/rest/buildings/?colour=red&nmae=x&name=y');

    const known =
      'This parameter is not known here. Known are: format, id, limit, name, name__icontains, offset, ordering, page, page_size, search, sites.';
    expect([status, body]).toEqual([400, { colour: [known], nmae: [known] }]);
  });

  test('that clients of this kind of platform send anywhere are taken without effect', async () => {
    const { name } = await postBuilding(service);
    const names =
      'slug _ username email display_name code_name owner type date_added is_draft is_restricted encoding_in_progress encoded search_title search__title title__icontains extensions extension video role visibility autoplay editable recorder file status site_id channel theme discipline additional_owners';

    for (const parameter of names.split(' ')) {
      const { status, body } = await service.ada.client.get(
        `/rest/buildings/?name=${encodeURIComponent(name)}&${parameter}=anything`,
      );
      expect([parameter, status, body.count]).toEqual([parameter, 200, 1]);
    }
  });

  test('without a value or a name are ignored, also unknown ones', async () => {
    const { name } = await postBuilding(service);

    const { body } = await service.ada.client
      .get(`/rest/buildings/?&name=${encodeURIComponent(name)}&&colour=&id=&=&=x&search=%20&`)
      .expect(200);

    expect(namesOf(body.results)).toEqual([name]);
  });

  test('that are repeated count once, the last', async () => {
    const { id, name } = await postBuilding(service);

    const { body } = await service.ada.client.get(`/rest/buildings/?id=0&id=x&id=${id}`).expect(200);

    expect(namesOf(body.results)).toEqual([name]);
  });

  test('that name members of every object are unknown like others', async () => {
    for (const parameter of ['__proto__', 'constructor', 'toString', 'id[]', 'id%00']) {
      const { status, text } = await service.ada.client.get(`/rest/buildings/?${parameter}=1`);
      expect([parameter, status]).toEqual([parameter, 400]);
      expect(Object.keys(JSON.parse(text))).toEqual([decodeURIComponent(parameter)]);
    }
  });
});

describe('Given a list whose statement is under way', () => {
  test.each(lockedLists)('%s: When the client leaves, Then its statement is cancelled', async (path) => {
    await leaveWhileLocked(service.sql, lockedTables, {
      url: new URL(path, service.url),
      headers: { Authorization: `Token ${service.staff.token}` },
    });
  });
});
