/**
 * What is a part of something else follows the rights of the whole, and rules about several of its values: tried on
 * shelves of books that exist for these tests alone.
 */
import {
  address,
  choice,
  equals,
  id,
  integer,
  link,
  namedChoices,
  partRights,
  type Rights,
  resourcesFor,
  text,
} from '@campus/rest';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useDeclared } from '../../support/declared-resources.ts';
import { type Client, clientWith } from '../../support/service.ts';

const defineResource = resourcesFor<object>();

/** Staff has all; others do not see closed shelves, and change those that are left to everybody. */
const shelfRights: Rights = {
  may: () => true,
  sees: ({ isStaff }) =>
    isStaff ? [] : [{ not: { columns: ['access'], operator: 'equals', value: 'closed' } }],
  judgedBy: ['access'],
  mayChange: ({ isStaff }, { access }) => isStaff || access === 'free',
};

const shelves = defineResource({
  path: 'shelves',
  name: ['Shelf', 'Étagère'],
  plural: ['shelves', 'étagères'],
  table: 'shelves',
  fields: { id: id(), url: address('shelves'), name: text({ required: true }) },
  search: ['name'],
  ordering: ['name'],
  rights: shelfRights,
});

const books = defineResource({
  path: 'books',
  name: ['Book', 'Livre'],
  plural: ['books', 'livres'],
  table: 'books',
  fields: {
    id: id(),
    url: address('books'),
    shelf: link(() => shelves, { required: true, isWhole: true }),
    form: choice({
      ...namedChoices({ novel: ['novel', 'roman'], poems: ['poems', 'poèmes'] }),
      default: 'novel',
    }),
    first_page: integer({ default: 1 }),
    last_page: integer({ default: 2 }),
  },
  filters: { shelf: equals('shelf') },
  search: [],
  ordering: ['id'],
  judge: ({ firstPage, lastPage }) =>
    Number(lastPage) < Number(firstPage)
      ? { last_page: [{ text: { en: 'This is before the first.', fr: 'Avant la première.' } }] }
      : undefined,
  rights: partRights('shelf', shelfRights),
});

const service = useDeclared([shelves, books], {
  sql: `
    create table shelves (id serial primary key, name text not null, access text not null default 'read');
    create table books (
      id serial primary key, form text not null, first_page int not null, last_page int not null,
      shelf_id int not null constraint books_shelf_id_fkey references shelves on delete cascade);
    insert into shelves (name, access) values ('first', 'free'), ('second', 'read'), ('third', 'closed');
    insert into books (shelf_id, form, first_page, last_page) select id, 'novel', 1, 9 from shelves;
    select keep_count('shelves'), keep_count('books');`,
  tables: {
    shelves: {
      name: 'shelves',
      columns: ['id', 'name', 'access'],
      joins: {},
      links: {},
      instants: [],
      longTexts: [],
    },
    books: {
      name: 'books',
      columns: ['id', 'shelfId', 'form', 'firstPage', 'lastPage'],
      joins: { shelf: 'shelves' },
      links: {},
      instants: [],
      longTexts: [],
    },
  },
});

/** The shelves and the books that stand on them have the same numbers. */
const [free, read, closed, unknown] = [1, 2, 3, 99];
const shelf = (number: number) => `/rest/shelves/${number}/`;
const book = (number: number) => `/rest/books/${number}/`;
let stranger: Client;

beforeAll(() => {
  stranger = clientWith(service.url, { authorization: 'stranger' });
});

describe('A part', () => {
  test('is there for whom its whole is there', async () => {
    const { body } = await stranger.get('/rest/books/').expect(200);
    const statuses = [];
    for (const number of [free, read, closed]) statuses.push((await stranger.get(book(number))).status);

    expect(body.results.map(({ shelf: url }: { shelf: string }) => new URL(url).pathname)).toEqual([
      shelf(free),
      shelf(read),
    ]);
    expect(statuses).toEqual([200, 200, 404]);
  });

  test('is made, moved, changed and removed by who may change its whole, and nothing tells of a closed one', async () => {
    const statusesOf = async (ask: (number: number) => Promise<{ status: number }>) => {
      const statuses = [];
      for (const number of [free, read, closed, unknown]) statuses.push((await ask(number)).status);
      return statuses;
    };

    expect(await statusesOf((to) => stranger.post('/rest/books/').send({ shelf: shelf(to) }))).toEqual([
      ...[201, 403, 403, 403],
    ]);
    expect(await statusesOf((to) => stranger.patch(book(free)).send({ shelf: shelf(to) }))).toEqual([
      ...[200, 403, 403, 403],
    ]);
    expect(await statusesOf((of) => stranger.patch(book(of)).send({ last_page: 8 }))).toEqual([
      ...[200, 403, 404, 404],
    ]);
    expect(await statusesOf((of) => stranger.get(`/rest/books/?shelf=${of}`))).toEqual([200, 200, 400, 400]);
    expect(await statusesOf((of) => stranger.delete(book(of)))).toEqual([204, 403, 404, 404]);
    expect((await service.client.delete(book(closed))).status).toBe(204);
  });

  test('is described as changeable to who may change it', async () => {
    const { body } = await stranger.options(book(read)).expect(200);
    const { body: forStaff } = await service.client.options(book(read)).expect(200);

    expect([body.actions, Object.keys(forStaff.actions)]).toEqual([undefined, ['PUT']]);
  });
});

describe('A rule about several values', () => {
  test('is asked with what is there already and what is left out', async () => {
    const wrong = { last_page: ['This is before the first.'] };
    const post = (given: object) =>
      service.client.post('/rest/books/').send({ shelf: shelf(free), ...given });
    const { body: made } = await post({ first_page: 2 }).expect(201);

    expect((await post({ first_page: 3 }).expect(400)).body).toEqual(wrong);
    expect((await service.client.patch(book(made.id)).send({ last_page: 1 }).expect(400)).body).toEqual(
      wrong,
    );
    expect(
      (await service.client.patch(book(made.id)).send({ first_page: 1 }).expect(200)).body,
    ).toMatchObject({
      first_page: 1,
      last_page: 2,
    });
  });

  test('is asked when every value is fine by itself', async () => {
    const given = { shelf: shelf(free), first_page: 3, form: 'play' };
    const { body } = await service.client.post('/rest/books/').send(given).expect(400);

    expect(body).toEqual({ form: ['"play" is not a valid choice.', 'Choose one of: novel, poems.'] });
  });
});

test('Choices are called in English by OPTIONS, and on a page in the language of its reader', async () => {
  const { body } = await service.client.options('/rest/books/').expect(200);

  expect(body.actions.POST.form.choices).toEqual([
    { value: 'novel', display_name: 'novel' },
    { value: 'poems', display_name: 'poems' },
  ]);
  expect(books.fields.find(({ name }) => name === 'form')?.choicesIn('fr')).toEqual([
    { value: 'novel', display_name: 'roman' },
    { value: 'poems', display_name: 'poèmes' },
  ]);
});
