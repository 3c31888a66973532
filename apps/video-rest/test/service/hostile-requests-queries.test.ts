import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../support/given-records.ts';
import { injections, leaks, rowsOfAllTables } from '../support/injections.ts';
import { useService } from '../support/service.ts';

const service = useService();

/** The addresses beside the lists of resources (`every-resource.test.ts`) that take parameters. */
const parameters = [
  ...['owner', 'type', 'title', 'slug', 'date_added__gte', 'date_added__year', 'owner__username'].map(
    (name) => ['dublincore', name] as const,
  ),
  ['launch_encode_view', 'slug'] as const,
];

describe('A parameter that would be SQL', () => {
  test.each(parameters)('of %s, %s, is a value and no more', async (resource, name) => {
    await givenVideo(service.db, { ownerId: service.ada.id });
    const before = await rowsOfAllTables(service);

    for (const injection of injections) {
      const { status, text } = await service.staff.client
        .get(`/rest/${resource}/`)
        .query({ [name]: injection })
        .buffer(true);
      // Nothing matches it, or it is refused: it never widens what is found.
      expect([injection, [200, 400, 404].includes(status), text.includes('<rdf:Description')]).toEqual([
        ...[injection, true, false],
      ]);
      expect(text).not.toMatch(leaks);
    }
    expect(await rowsOfAllTables(service)).toEqual(before);
  });

  test('in a body is kept as the text that it is', async () => {
    let made = 0;
    for (const injection of injections) {
      const title = `${injection} ${made}`;
      made += 1;
      const response = await service.root.client.post('/rest/types/').send({ title });
      expect([response.status, response.body.title]).toEqual([201, title]);
    }
  });
});

describe('A search', () => {
  test.each(['%', '_', '\\', '%%', 'a%c', 'a_c', '\\%'])(
    'for %j finds those characters alone',
    async (wanted) => {
      const owner = await service.givenUser();
      await givenVideo(service.db, { ownerId: owner.id, title: 'abc' });
      const { id } = await givenVideo(service.db, { ownerId: owner.id, title: `x${wanted}y` });

      for (const name of ['search', 'title__icontains', 'search_title']) {
        const { body } = await owner.client.get('/rest/videos/').query({ [name]: wanted });
        expect([name, body.results.map((video: { id: number }) => video.id)]).toEqual([name, [id]]);
      }
    },
  );

  test('of a name with wildcards is exact', async () => {
    await service.givenUser({ username: 'a_user' });
    await service.givenUser({ username: 'abuser' });

    const { body } = await service.root.client.get('/rest/users/').query({ username: 'A_USER' });

    expect(body.results.map(({ username }: { username: string }) => username)).toEqual(['a_user']);
  });

  test('for thousands of words is refused, since it would keep the database busy', async () => {
    const words = (count: number) =>
      Array.from({ length: count }, (_none, word) => word.toString(36)).join(' ');

    const many = await service.ada.client.get('/rest/videos/').query({ search: words(2000) });
    const some = await service.ada.client.get('/rest/videos/').query({ search: words(20) });
    const same = await service.ada.client.get('/rest/videos/').query({ search: 'lecture '.repeat(1000) });

    expect([many.status, many.body]).toEqual([400, { search: [expect.stringMatching(/at most \d+/)] }]);
    expect([some.status, same.status]).toEqual([200, 200]);
  });
});

describe('A date at the end of time', () => {
  test.each([
    'date_added__year=9999',
    'date_added__year=1000',
    'date_added__lte=9999-12-31',
    'date_added__gte=0001-01-01',
    'date_added=9999-12-30T23:59:59.999999Z',
    'date_added__gte=0001-01-02T00:00:00Z',
    'date_evt__lte=9999-12-31',
  ])('%s is answered', async (query) => {
    expect((await service.ada.client.get(`/rest/videos/?${query}`)).status).toBe(200);
  });
});

test.each(['date_added=9999-12-31T23:59:59.999999-23:59', 'date_added__gte=0001-01-01T00:00:00%2B23:59'])(
  'A date beyond the end of time, %s, is refused',
  async (query) => {
    expect((await service.ada.client.get(`/rest/videos/?${query}`)).status).toBe(400);
  },
);
