import { fewestStatements } from '@campus/testing';
import type { Page } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { maxSorted } from '../../../src/data/sorted-search.ts';
import { type PersonInConsole, signIn } from '../../support/console.ts';
import { numbersOn } from '../../support/read-console.ts';
import { useService } from '../../support/service.ts';

const statements: string[] = [];
const service = useService({ statements, webhook: false });
const list = '/console/conventions/';
let reader: PersonInConsole;

beforeAll(async () => {
  reader = await signIn(service, 'reader');
  // One more than are sorted, of which the first hundred are seldom; titles from Z to A.
  await service.sql.query(
    `with more as (select nextval('agreement_number_seq') as number from generate_series(1, $1::int)),
    documents as (insert into documents (sha256, size, bytes)
      select encode(sha256('x'), 'hex'), 1, 'x' from more returning id),
    numbered as (select number, row_number() over (order by number) as n from more),
    stored as (select id, row_number() over () as n from documents)
    insert into signables (kind, number, title, company_name, school, workflow_id, watchers, search_text, document_id)
    select 'agreement', number, 'Convention ' || 99999 - n, 'c', 's', '', '{}',
      'convention zz ' || case when n <= 100 then 'seldom' else 'often' end, stored.id
    from numbered join stored using (n)`,
    [maxSorted + 1],
  );
});

/** What orders the rows of a page by its headings, and what the filter offers. */
function offered(page: Page) {
  return {
    select: page.all('combobox', 'Order').length,
    headings: page.get('table').all('link', /^(No\.|Agreement|Sent)$/).length,
    says: page.text.includes('Order: newest first, since more than 10,000 are found.'),
  };
}

describe('A search that finds more than are sorted', () => {
  test.each([
    ['convention', 'title'],
    ['convention', 'number'],
    ['zz', 'title'],
    ['conv zz', 'title'],
  ])('for "%s" by %s goes from the newest, says so, and offers no order', async (q, sort) => {
    const newest = numbersOn(await reader.page(list));
    const page = await reader.page(`${list}?q=${q}&sort=${sort}`);
    const older = page.get('link', 'Older').attribute('href') ?? '';

    expect(numbersOn(page)).toEqual(newest);
    expect(offered(page)).toEqual({ select: 0, headings: 0, says: true });
    expect(numbersOn(await reader.page(older))[0]).toBe((newest.at(-1) ?? 0) - 1);
    expect(offered(await reader.page(older))).toEqual({ select: 0, headings: 0, says: true });
  });

  test('offers none either before one is asked for', async () => {
    expect(offered(await reader.page(`${list}?q=convention`))).toMatchObject({ select: 0, says: true });
  });

  test('is saved as a table from the newest', async () => {
    const { text } = await reader.get(`${list}export/?q=convention&sort=title`).expect(200);

    expect(text.split('\r\n')).toHaveLength(maxSorted + 3);
    expect(text.split('\r\n')[1]).toContain('Convention 89998');
  });
});

describe('A search that finds fewer', () => {
  test.each([
    ['title', (a: number, b: number) => b - a],
    ['number', (a: number, b: number) => a - b],
  ])('has the order by %s that was chosen, from page to page', async (sort, inOrder) => {
    const found: number[] = [];
    for (let next: string | undefined = `${list}?q=seldom&sort=${sort}`; next !== undefined; ) {
      const page: Page = await reader.page(next);
      expect(offered(page)).toEqual({ select: 1, headings: 3, says: false });
      found.push(...numbersOn(page));
      next = page.all('link', 'Next')[0]?.attribute('href');
    }

    expect(found).toEqual(found.toSorted(inOrder));
    expect(new Set(found).size).toBe(100);
  });

  test('is sorted in one statement more', async () => {
    const ask = (query: string) => fewestStatements(statements, () => reader.page(`${list}?${query}`));
    const [sorted, unsorted] = [await ask('q=seldom&sort=title'), await ask('sort=title&department=none')];

    expect(sorted.length).toBeLessThanOrEqual(unsorted.length + 1);
  });

  test('is sorted up to the last that can be', async () => {
    await service.sql.query(`update signables set search_text = 'another' where number = 50`);

    const page = await reader.page(`${list}?q=convention&sort=number`);

    expect(numbersOn(page).slice(0, 2)).toEqual([1, 2]);
    expect(offered(page)).toEqual({ select: 1, headings: 3, says: false });
  });
});
