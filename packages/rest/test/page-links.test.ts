import { lastPage, pageLinks } from '@campus/rest';
import { describe, expect, test } from '@jest/globals';

const address = 'https://pod.example.org/rest/videos/';

describe('pageLinks', () => {
  test('The first of several pages has a next page and none before it', () => {
    expect(pageLinks(address, { page: 1, limit: 12, total: 30, shown: 12 })).toEqual({
      next: `${address}?page=2`,
      previous: null,
    });
  });

  test('The link to the first page has no page parameter, and every other parameter stays', () => {
    expect(
      pageLinks(`${address}?limit=5&page=2&owner=3`, { page: 2, limit: 5, total: 30, shown: 5 }),
    ).toEqual({
      next: `${address}?limit=5&page=3&owner=3`,
      previous: `${address}?limit=5&owner=3`,
    });
  });

  test('The last page is the last one', () => {
    expect(pageLinks(`${address}?page=last`, { page: 'last', limit: 12, total: 30, shown: 6 })).toEqual({
      next: null,
      previous: `${address}?page=2`,
    });
  });

  test('With an offset the links move the offset', () => {
    expect(
      pageLinks(`${address}?limit=10&offset=10`, { offset: 10, limit: 10, total: 25, shown: 10 }),
    ).toEqual({
      next: `${address}?limit=10&offset=20`,
      previous: `${address}?limit=10`,
    });
  });

  test.each([
    ['', { page: 1, limit: 12, total: 30, shown: 5 }, '?offset=5'],
    ['?page=2&owner=3', { page: 2, limit: 12, total: 30, shown: 5 }, '?owner=3&offset=17'],
    ['?page=last', { page: 'last' as const, limit: 12, total: 30, shown: 1 }, '?offset=25'],
    ['?limit=10&offset=10', { offset: 10, limit: 10, total: 25, shown: 3 }, '?limit=10&offset=13'],
    ['?offset=20', { offset: 20, limit: 12, total: 25, shown: 5 }, null],
    ['?page=3', { page: 3, limit: 12, total: 30, shown: 6 }, null],
  ])('After %s that ended early, or did not (%j), the next rows are at %s', (query, paging, next) => {
    expect(pageLinks(`${address}${query}`, paging).next).toBe(next === null ? null : `${address}${next}`);
  });
});

test('An empty list has one page', () => {
  expect(lastPage(0, 12)).toBe(1);
  expect(lastPage(12, 12)).toBe(1);
  expect(lastPage(13, 12)).toBe(2);
});
