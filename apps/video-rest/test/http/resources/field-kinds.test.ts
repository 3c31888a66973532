/**
 * What the engine does for a resource beyond one table of texts, tried on a catalogue of albums that exists for these
 * tests alone.
 */
import {
  address,
  colour,
  eachEquals,
  id,
  integer,
  link,
  links,
  openApiDocument,
  resourcesFor,
  shownOnce,
  slug,
  text,
} from '@campus/rest';
import { formWith } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenUser } from '../../support/accounts.ts';
import { useDeclared } from '../../support/declared-resources.ts';
import { signedIn } from '../../support/visitor.ts';

const defineResource = resourcesFor<object>();
const everybody = { may: () => true, sees: () => [] };

const labels = defineResource({
  path: 'labels',
  name: ['Label', 'Label'],
  plural: ['labels', 'labels'],
  table: 'labels',
  fields: {
    id: id(),
    url: address('labels'),
    name: text({ required: true, maxLength: 100 }),
    hue: colour({ default: '#000' }),
  },
  search: ['name'],
  ordering: ['name'],
  rights: {
    ...everybody,
    sees: (caller) =>
      caller.isStaff ? [] : [{ columns: ['name'], operator: 'equals' as const, value: 'open' }],
  },
});

const albums = defineResource({
  path: 'albums',
  name: ['Album', 'Album'],
  plural: ['albums', 'albums'],
  table: 'albums',
  fields: {
    id: id(),
    url: address('albums'),
    title: text({ required: true, maxLength: 100 }),
    slug: slug({ from: 'title' }),
    stars: integer({ min: 0, max: 5, default: 3 }),
    publisher: link(() => labels, { nullable: true, default: null }),
    labels: links(() => labels),
  },
  filters: eachEquals('stars', 'labels'),
  uniqueTogether: [{ fields: ['title', 'stars'] }],
  search: ['title'],
  ordering: ['title'],
  rights: everybody,
});

/** Albums that are handed out to whoever says the code. */
const loans = defineResource({
  path: 'loans',
  name: ['Loan', 'Prêt'],
  plural: ['loans', 'prêts'],
  table: 'loans',
  fields: {
    id: id(),
    code: shownOnce({ schema: { type: 'string' }, show: ({ spoken }) => spoken }),
    reader: text({ required: true, maxLength: 100 }),
  },
  search: ['reader'],
  ordering: ['reader'],
  rights: everybody,
  hooks: {
    async create({ values: { reader } }) {
      const sql = 'insert into loans (reader) values ($1) returning id';
      const { rows } = await service.db.pool.query<{ id: number }>(sql, [reader]);
      return { id: Number(rows[0]?.id), once: { spoken: `sesame for ${reader}` } };
    },
  },
});

const service = useDeclared([labels, albums, loans], {
  sql: `
    create table loans (id serial primary key, reader text not null);
    create table labels (id serial primary key, name text not null, hue varchar(9) not null);
    create table albums (
      id serial primary key, title text not null, slug varchar(230) not null unique, stars int not null,
      publisher_id int references labels on delete restrict,
      constraint albums_title_stars_key unique (title, stars));
    create table "_AlbumToLabel" (
      "A" int constraint "_AlbumToLabel_A_fkey" references albums on delete cascade,
      "B" int constraint "_AlbumToLabel_B_fkey" references labels on delete cascade, primary key ("A", "B"));
    select keep_count('albums');`,
  tables: {
    loans: { name: 'loans', columns: ['id', 'reader'], joins: {}, links: {}, instants: [], longTexts: [] },
    labels: {
      name: 'labels',
      columns: ['id', 'name', 'hue'],
      joins: {},
      links: { albums: { table: '_AlbumToLabel', own: 'B', other: 'A', to: 'albums' } },
      instants: [],
      longTexts: [],
    },
    albums: {
      name: 'albums',
      columns: ['id', 'title', 'slug', 'stars', 'publisherId'],
      joins: { publisher: 'labels' },
      links: { labels: { table: '_AlbumToLabel', own: 'A', other: 'B', to: 'labels' } },
      instants: [],
      longTexts: [],
    },
  },
});

async function givenLabel(name: string): Promise<{ id: number; url: string }> {
  const { body } = await service.client.post('/rest/labels/').send({ name }).expect(201);
  return body;
}

async function givenAlbum(title: string, given: object = {}) {
  const { body } = await service.client
    .post('/rest/albums/')
    .send({ title, ...given })
    .expect(201);
  return { ...body, path: `/rest/albums/${body.id}/` };
}

describe('A whole number', () => {
  test.each([
    [5, 5],
    ['0', 0],
    [' +4.0 ', 4],
  ])('%j is stored as %j', async (given, stored) => {
    expect((await givenAlbum(`stars ${given}`, { stars: given })).stars).toBe(stored);
  });

  test.each([
    ['many', 'A valid integer is required.'],
    ['', 'A valid integer is required.'],
    [1.5, 'A valid integer is required.'],
    [true, 'A valid integer is required.'],
    [[1], 'A valid integer is required.'],
    [-1, 'Ensure this value is greater than or equal to 0.'],
    [9e99, 'Ensure this value is less than or equal to 5.'],
    [null, 'This field may not be null.'],
  ])('%j is refused: %s', async (stars, message) => {
    const { status, body } = await service.client.post('/rest/albums/').send({ title: 'x', stars });

    expect([status, body]).toEqual([400, { stars: [message] }]);
  });

  test('filters a list, and has its bounds in OPTIONS', async () => {
    const { id: wanted } = await givenAlbum('one star', { stars: 1 });
    const { body: list } = await service.client.get('/rest/albums/?stars=1').expect(200);
    const { body: refused } = await service.client.get('/rest/albums/?stars=x').expect(400);
    const { body: options } = await service.client.options('/rest/albums/');

    expect(list.results.map((album: { id: number }) => album.id)).toEqual([wanted]);
    expect(refused).toEqual({ stars: ['Enter a number.'] });
    expect(options.actions.POST.stars).toMatchObject({ type: 'integer', min_value: 0, max_value: 5 });
  });
});

test('A colour is written in hexadecimal digits, and nothing else is one', async () => {
  const hueOf = async (hue: unknown) => {
    const { body } = await service.client.post('/rest/labels/').send({ name: 'coloured', hue });
    return body.hue;
  };

  expect(await hueOf('#1a5fb4')).toBe('#1a5fb4');
  expect(await hueOf('#FFF8')).toBe('#FFF8');
  for (const wrong of ['red', '#12', '#12345', 'url(x)', '#1a5fb4;']) {
    expect(await hueOf(wrong)).toEqual(['Enter a colour like #1a5fb4.']);
  }
});

describe('What is shown once', () => {
  test('is in the answer that creates the object, which nobody keeps, and in no other', async () => {
    const made = await service.client.post('/rest/loans/').send({ reader: 'Ada', code: 'mine' }).expect(201);
    const path = `/rest/loans/${made.body.id}/`;
    const others = [
      (await service.client.get(path)).body,
      (await service.client.put(path).send(made.body)).body,
      (await service.client.get('/rest/loans/?search=Ada')).body.results[0],
    ];

    expect(Object.entries(made.body)).toEqual([
      ['id', made.body.id],
      ['code', 'sesame for Ada'],
      ['reader', 'Ada'],
    ]);
    expect(made.headers['cache-control']).toBe('no-store');
    for (const other of others) expect(other).toEqual({ id: made.body.id, reader: 'Ada' });
  });

  test('orders nothing, is not written, and is not required in the OpenAPI document', async () => {
    const { body: options } = await service.client.options('/rest/loans/').expect(200);
    const { components } = openApiDocument(
      { resources: [loans], views: [] },
      { title: '', description: '', version: '1', baseUrl: undefined },
    );

    expect(options.actions.POST.code).toMatchObject({ read_only: true, required: false });
    expect((await service.client.get('/rest/loans/?ordering=code')).status).toBe(400);
    expect(components.schemas).toMatchObject({
      Loan: { required: ['id', 'reader'], properties: { code: { type: 'string', readOnly: true } } },
      LoanInput: { required: ['reader'], properties: { reader: {} } },
    });
  });
});

describe('The slug of a row', () => {
  test('is made from its text, numbered where another has it, and stays when the text changes', async () => {
    const first = await givenAlbum('Kind of Blue', { stars: 4 });
    const second = await givenAlbum('Kind of blue!');
    const { body: renamed } = await service.client.patch(first.path).send({ title: 'Bleu', slug: 'x' });

    expect([first.slug, second.slug, renamed.slug]).toEqual([
      'kind-of-blue',
      'kind-of-blue-2',
      'kind-of-blue',
    ]);
  });

  test('is made from its id where the text leaves nothing', async () => {
    const { id: made, slug: its } = await givenAlbum('数学');

    expect(its).toBe(`album-${made}`);
  });

  test('is one for each of many that are created at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, place) => givenAlbum(`Same${'!'.repeat(place)}`)),
    );

    expect(made.map((album) => album.slug).toSorted()).toEqual(
      ['same', ...Array.from({ length: 11 }, (_, place) => `same-${place + 2}`)].toSorted(),
    );
  });
});

describe('Fields that are unique together', () => {
  test('are refused with a message of their own, whoever changes either, and not to the row itself', async () => {
    await givenAlbum('Pair', { stars: 1 });
    const other = await givenAlbum('Pair', { stars: 2 });
    const message = { non_field_errors: ['The fields title, stars must make a unique set.'] };

    const created = await service.client.post('/rest/albums/').send({ title: 'Pair', stars: 1 });
    const changed = await service.client.patch(other.path).send({ stars: 1 });
    const kept = await service.client.put(other.path).send(other);

    expect([created.status, created.body]).toEqual([400, message]);
    expect([changed.status, changed.body]).toEqual([400, message]);
    expect(kept.status).toBe(200);
  });

  test('that two callers write at once: one of them is refused like that', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.client.post('/rest/albums/').send({ title: 'Race', stars: 5 })),
    );
    const refused = answers.filter(({ status }) => status === 400);

    expect(refused).toHaveLength(7);
    for (const { body } of refused)
      expect(body).toEqual({ non_field_errors: ['The fields title, stars must make a unique set.'] });
  });
});

describe('Links to many', () => {
  test('are a list of addresses, each once, and follow POST, PUT and PATCH in JSON', async () => {
    const [jazz, cool] = [await givenLabel('jazz'), await givenLabel('cool')];
    const album = await givenAlbum('linked', { labels: [cool.url, jazz.url, cool.url] });
    const labelsAfter = async (method: 'put' | 'patch', body: object) =>
      (await service.client[method](album.path).send(body).expect(200)).body.labels;

    expect(album.labels).toEqual([jazz.url, cool.url]);
    expect((await givenAlbum('without')).labels).toEqual([]);
    expect(await labelsAfter('patch', { stars: 1 })).toEqual([jazz.url, cool.url]);
    expect(await labelsAfter('patch', { labels: [cool.url] })).toEqual([cool.url]);
    expect(await labelsAfter('put', { title: 'linked' })).toEqual([cool.url]);
    expect(await labelsAfter('put', { title: 'linked', labels: [] })).toEqual([]);
  });

  test('are repeated members of a form, where none at all is an empty list, but to PATCH', async () => {
    const [jazz, cool] = [await givenLabel('form jazz'), await givenLabel('form cool')];
    const album = await givenAlbum('by form', { labels: [jazz.url] });
    const labelsAfter = async (method: 'put' | 'patch', form: string) =>
      (await service.client[method](album.path).type('form').send(form).expect(200)).body.labels;
    const both = new URLSearchParams([
      ['title', 'by form'],
      ['labels', jazz.url],
      ['labels', ''],
      ['labels', cool.url],
    ]);

    expect(await labelsAfter('patch', 'stars=2')).toEqual([jazz.url]);
    expect(await labelsAfter('put', both.toString())).toEqual([jazz.url, cool.url]);
    expect(await labelsAfter('put', 'title=by+form')).toEqual([]);
  });

  test('are kept when the row is refused, and the row when a link is', async () => {
    const jazz = await givenLabel('kept');
    const album = await givenAlbum('kept', { labels: [jazz.url] });
    await givenAlbum('kept', { stars: 0 });

    await service.client.patch(album.path).send({ stars: 0, labels: [] }).expect(400);
    await service.client
      .patch(album.path)
      .send({ title: 'changed', labels: [`${jazz.url}0/`] })
      .expect(400);

    expect((await service.client.get(album.path)).body).toMatchObject({ title: 'kept', labels: [jazz.url] });
  });

  test.each([
    ['a text', 'x', 'Expected a list of items but got type "str".'],
    ['nothing', null, 'This field may not be null.'],
    ['a number in it', [3], 'Incorrect type. Expected URL string, received int.'],
    ['what is not there', ['/rest/labels/999999/'], 'Invalid hyperlink - Object does not exist.'],
    ['another kind', ['/rest/albums/1/'], 'Invalid hyperlink - Incorrect URL match.'],
    ['too much', Array.from({ length: 1001 }, () => '/rest/labels/1/'), 'At most 1000 items are taken.'],
  ])('%s is refused', async (_what, given, message) => {
    const { status, body } = await service.client
      .post('/rest/albums/')
      .send({ title: 'refused', labels: given });

    expect([status, body]).toEqual([400, { labels: [message] }]);
  });

  test('to what somebody may not see are 403, whether it is there or not', async () => {
    const hidden = await givenLabel('hidden');
    const open = await givenLabel('open');
    const ask = async (...urls: string[]) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ title: `seen ${urls.length}`, labels: urls });
      return (await fetch(`${service.url}/rest/albums/`, { method: 'POST', headers, body })).status;
    };

    expect(await ask(open.url)).toBe(201);
    expect(await ask(open.url, hidden.url)).toBe(403);
    expect(await ask(open.url, `${service.url}/rest/labels/999999/`)).toBe(403);
  });

  test('filter a list, which is one statement however many there are', async () => {
    const [jazz, cool] = [await givenLabel('filter jazz'), await givenLabel('filter cool')];
    const wanted = await givenAlbum('filtered', { labels: [jazz.url, cool.url] });
    await givenAlbum('not filtered', { labels: [cool.url] });

    const byUrl = await service.client.get(`/rest/albums/?labels=${jazz.url}`).expect(200);
    const byItsId = await service.client.get(`/rest/albums/?labels=${jazz.id}`).expect(200);

    expect(byUrl.body).toMatchObject({ count: 1, results: [{ url: wanted.url }] });
    expect(byItsId.body.results).toEqual(byUrl.body.results);
  });

  test('that two callers set at once end as one of the two has set them', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, (_, place) => givenLabel(`race ${place}`)));
    const urls = all.map(({ url }) => url).toSorted();
    const album = await givenAlbum('raced', { labels: urls.slice(0, 2) });
    const sets = [urls.slice(0, 3), urls.slice(3)];

    for (let round = 0; round < 5; round += 1) {
      await Promise.all(sets.map((labels) => service.client.patch(album.path).send({ labels }).expect(200)));
      expect(sets).toContainEqual((await service.client.get(album.path)).body.labels.toSorted());
    }
  });

  test('are lines of a form in a browser', async () => {
    const person = await signedIn(service, await givenUser(service.db));
    const [jazz, cool] = [await givenLabel('page jazz'), await givenLabel('page cool')];

    const made = await person.post('/rest/albums/', {
      _form: 'all',
      title: 'by hand',
      stars: '3',
      labels: `${jazz.url}\r\n${cool.url}\r\n`,
    });
    const { body } = await service.client.get('/rest/albums/?search=by+hand');
    const page = await person.get(`/rest/albums/${body.results[0].id}/`);

    expect(made.status).toBe(201);
    expect(body.results[0].labels).toEqual([jazz.url, cool.url]);
    expect(formWith(page.page, '_form').field('labels').value).toBe(`${jazz.url}\n${cool.url}`);
  });

  test('are an array in the OpenAPI document', () => {
    const { components } = openApiDocument(
      { resources: [albums], views: [] },
      {
        title: '',
        description: '',
        version: '1',
        baseUrl: undefined,
      },
    );

    expect(components.schemas).toMatchObject({
      AlbumInput: { properties: { labels: { type: 'array', items: { type: 'string', format: 'uri' } } } },
    });
  });
});

describe('What a deletion would orphan', () => {
  test('keeps it from happening where the schema restricts it, and goes with it where it cascades', async () => {
    const label = await givenLabel('used');
    const publisher = await givenLabel('publisher');
    const album = await givenAlbum('orphan', { publisher: publisher.url, labels: [label.url] });

    const refused = await service.client.delete(`/rest/labels/${publisher.id}/`);
    await service.client.delete(`/rest/labels/${label.id}/`).expect(204);

    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This label is still in use (albums: 1). Change or delete those first.',
    ]);
    expect((await service.client.get(album.path)).body.labels).toEqual([]);
  });
});

describe('The total of a list', () => {
  beforeAll(() => givenLabel('counted'));

  test.each(['labels', 'albums'])('of %s is right, kept or not', async (table) => {
    const { rows } = await service.db.pool.query(`select count(*)::int as count from ${table}`);
    const kept = await service.db.pool.query('select rows from row_counts where table_name = $1', [table]);

    expect(rows[0].count).toBeGreaterThan(0);
    expect(kept.rows).toEqual(table === 'albums' ? [{ rows: String(rows[0].count) }] : []);
    expect((await service.client.get(`/rest/${table}/`)).body.count).toBe(rows[0].count);
  });
});
