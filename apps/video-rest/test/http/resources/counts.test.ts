/** Lists of more rows than are counted one by one, in the order of their dates, newest first. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenUser } from '../../support/accounts.ts';
import { postType } from '../../support/post-resources.ts';
import { type Person, useService } from '../../support/service.ts';
import { signedIn } from '../../support/visitor.ts';

const service = useService();
const many = 12_500;
const counted = 10_000;
/** In a group that may watch all videos, in one that may watch three of them, in none. */
let member: Person;
let guest: Person;
let stranger: Person;

interface List {
  count: number;
  count_is_estimate?: true;
  next: string | null;
  previous: string | null;
  results: { id: number }[];
}

beforeAll(async () => {
  const { id: typeId } = await postType(service);
  [member, guest, stranger] = [
    await service.givenUser(),
    await service.givenUser(),
    await service.givenUser(),
  ];
  // For groups from the start: noting that of one video after the other takes ten times as long.
  await service.sql.query(
    `insert into videos (id, slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file,
       is_for_groups, date_added)
     select n, to_char(n, 'FM00000') || '-row',
       case when n <= 5 then 'A rare lecture' when n <= 3000 then 'An old lecture' else 'A lecture' end,
       $2, $3, 'fr', 'video', 60, 'source.mp4', true, timestamptz '2020-01-01Z' + n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [many, service.staff.id, typeId],
  );
  await service.sql.query(`
    select setval('videos_id_seq', ${many});
    insert into access_groups (id, display_name, code_name) values (1, 'All', 'all'), (2, 'Three', 'three');
    insert into owners (user_id) select id from users where id not in (select user_id from owners);
    insert into "_AccessGroupToOwner" ("A", "B") select 1, id from owners where user_id = ${member.id};
    insert into "_AccessGroupToOwner" ("A", "B") select 2, id from owners where user_id = ${guest.id};
    insert into "_AccessGroupToVideo" ("A", "B") select 1, id from videos;
    insert into "_AccessGroupToVideo" ("A", "B") select 2, id from videos where id in (100, 5000, 12000)`);
});

async function listOf(query: string, person = service.staff): Promise<List> {
  return (await person.client.get(`/rest/videos/?${query}`).expect(200)).body;
}

/** The ids on all pages, as `next` leads through them, and the last of the answers. */
async function walk(query: string, person = service.staff): Promise<{ ids: number[]; last: List }> {
  let page = await listOf(query, person);
  const ids = page.results.map(({ id }) => id);
  while (page.next !== null) {
    page = (await person.client.get(page.next.slice(service.url.length)).expect(200)).body;
    ids.push(...page.results.map(({ id }) => id));
  }
  return { ids, last: page };
}

const newestFirst = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

describe('A count', () => {
  test.each([
    ['without a filter', '', many],
    ['of few', 'title__icontains=rare', 5],
    ['of many, as long as they can be counted', 'date_added__gte=2020-01-02T17:41:00Z', counted],
    ['on the last page', 'main_lang=fr&page=last', many],
  ])('is exact %s', async (_when, query, count) => {
    const body = await listOf(query);

    expect(body.count).toBe(count);
    expect(body).not.toHaveProperty('count_is_estimate');
  });

  test.each(['main_lang=fr', 'search=lecture', 'encoded=false', 'sites=1'])(
    'of more than 10,000 is an estimate that says so (%s)',
    async (query) => {
      const { count, count_is_estimate } = await listOf(query);

      expect(count_is_estimate).toBe(true);
      expect(Math.abs(count - many)).toBeLessThan(many * 0.05);
    },
  );

  test('that is an estimate stays the same from page to page', async () => {
    const [first, second] = [await listOf('search=lecture'), await listOf('search=lecture&page=2')];

    expect(second.count).toBe(first.count);
  });

  test('of what somebody may watch is exact for few, and for none', async () => {
    expect(await listOf('', guest)).toMatchObject({
      count: 3,
      results: [{ id: 12_000 }, { id: 5000 }, { id: 100 }],
    });
    expect(await listOf('', stranger)).toEqual({ count: 0, next: null, previous: null, results: [] });
    expect(await listOf('', member)).toMatchObject({ count_is_estimate: true });
  });
});

describe('With an estimated count', () => {
  test.each([
    ['a filter', 'main_lang=fr'],
    ['a search', 'search=lecture'],
    ['what somebody may watch', ''],
  ])('next leads through all rows of %s once, and ends behind the last', async (_of, query) => {
    const person = query === '' ? member : service.staff;

    const { ids, last } = await walk(`${query}&page_size=1000`, person);

    expect(ids).toEqual(newestFirst(many, 1));
    expect(last).toMatchObject({ count: many, next: null });
    expect(last).not.toHaveProperty('count_is_estimate');
  });

  test('a page of any number is found, and one behind the last is none', async () => {
    const inside = await listOf('main_lang=fr&page=1041');
    const last = await listOf('main_lang=fr&page=1042');
    const behind = await service.staff.client.get('/rest/videos/?main_lang=fr&page=1043');
    const searched = await service.staff.client.get('/rest/videos/?search=lecture&page=1043');
    const { body: byOffset } = await service.staff.client.get('/rest/videos/?main_lang=fr&offset=12500');

    expect(inside.results.map(({ id }) => id)).toEqual(newestFirst(20, 9));
    expect(inside.next).toContain('page=1042');
    expect([last.results.map(({ id }) => id), last.next]).toEqual([newestFirst(8, 1), null]);
    expect([behind.status, searched.status]).toEqual([404, 404]);
    expect(byOffset).toMatchObject({ next: null, results: [] });
  });

  test('a place beyond all that a number of 32 bits holds has no rows', async () => {
    const { results, next } = await listOf('offset=999999999999999', member);
    const page = await member.client.get('/rest/videos/?page=999999999&page_size=1000');

    expect([results, next, page.status]).toEqual([[], null, 404]);
  });

  test('page=last is the last page, and leads back from there', async () => {
    const { results, next, previous } = await listOf('search=lecture&page=last');

    expect(results.map(({ id }) => id)).toEqual(newestFirst(8, 1));
    expect([next, previous]).toEqual([null, `${service.url}/rest/videos/?search=lecture&page=1041`]);
  });

  test('what only old rows have is found', async () => {
    const { results, count } = await listOf('search=old');

    expect(results.map(({ id }) => id)).toEqual(newestFirst(3000, 2989));
    expect(count).toBe(2995);
  });

  test.each([
    ['en', 'of about'],
    ['fr', 'sur environ'],
  ])('a page in the browser says so (%s)', async (language, words) => {
    const visitor = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
    const { page } = await visitor.get('/rest/videos/?main_lang=fr&page=2', {
      Accept: 'text/html',
      'Accept-Language': language,
    });

    const [pager] = page.all('navigation', 'Pages');

    expect(pager?.text).toMatch(new RegExp(`Page 2 ${words} 1\\d\\d\\d`));
    expect(pager?.all('link').at(-1)?.attribute('href')).toContain('page=last');
  });
});

describe('Far inside a list without a filter', () => {
  test.each(['ordering=-date_added', 'ordering=date_added'])(
    'a page is the one of its number, also after videos are added, dated anew and removed (%s)',
    async (ordering) => {
      const direction = ordering.includes('-') ? 'desc' : 'asc';
      const { rows: added } = await service.sql.query<{ id: number }>(
        `insert into videos (slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file, date_added)
         select '0000-' || md5(random()::text), 'Added', owner_id, type_id, 'fr', 'video', 60, 'source.mp4',
           date_added + (id % 3 - 1) * interval '3 days' from videos where id % 100 = 7 returning id`,
      );
      const ids = added.map(({ id }) => id);
      await service.staff.client
        .patch(`/rest/videos/${ids[0]}/`)
        .send({ date_added: '2020-01-05T12:00:00Z' })
        .expect(200);
      await service.sql.query(
        `update videos set date_added = date_added + interval '1 day' where id % 50 = 0`,
      );
      await service.staff.client.delete(`/rest/videos/${ids[1]}/`).expect(204);

      for (const offset of [10_000, 11_111, 12_480]) {
        const { rows } = await service.sql.query<{ id: number }>(
          `select id from videos order by date_added ${direction}, id ${direction} limit 12 offset ${offset}`,
        );
        const { results } = await listOf(`${ordering}&offset=${offset}`);
        expect(results.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      }
      const behind = await service.staff.client.get(`/rest/videos/?${ordering}&page=1100`);
      expect(behind.status).toBe(404);
      await service.sql.query('delete from videos where id = any($1)', [ids]);
      await service.sql.query(
        `update videos set date_added = date_added - interval '1 day' where id % 50 = 0`,
      );
    },
  );
});
