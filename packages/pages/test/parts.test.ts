import { expect, test } from '@jest/globals';
import {
  confirmPage,
  day,
  html,
  outcomeNotice,
  pager,
  selectAll,
  selectedCount,
  withQuery,
} from '../src/index.ts';

const outcomes = { saved: { mood: 'good', text: 'Saved.' } } as const;

test('What has just been done is told by its key, and nothing else is', () => {
  expect(outcomeNotice('saved', outcomes)?.toString()).toContain('Saved.');
  for (const done of [undefined, '', 'other', 'toString', '__proto__', ['saved']])
    expect(outcomeNotice(done, outcomes)).toBeUndefined();
});

test('A box for all of a name is not seen until its script runs, and what is ticked is told as it changes', () => {
  const box = selectAll('item', { text: 'All', label: 'Select all on this page' }).toString();
  expect(box).toMatch(/^<label class="select-all" hidden><input type="checkbox" id="select-all-item"/);
  expect(box).toContain('aria-label="Select all on this page"');
  expect(box).not.toContain(' name=');
  expect(selectedCount('item', 'Selected:').toString()).toMatch(/^<span role="status" data-selected="item"/);
});

test('An address takes the query that says something', () => {
  const query = { q: 'a & b', page: 2, state: undefined, label: '' };
  expect(withQuery('/list/', query)).toBe('/list/?q=a+%26+b&page=2');
  expect(withQuery('/list/', { q: '' })).toBe('/list/');
});

test.each([
  [{ page: 1, hasNext: false }, undefined],
  [{ page: 2, hasNext: true }, ['Previous 1', 'Page 2', 'Next 3']],
  [{ page: 1, lastPage: 1 }, undefined],
  [{ page: 1, lastPage: 3 }, ['Page 1 of 3', 'Next 2', 'Last 3']],
  [{ page: 4, lastPage: 9 }, ['First 1', 'Previous 3', 'Page 4 of 9', 'Next 5', 'Last 9']],
  [{ page: 9, lastPage: 9 }, ['First 1', 'Previous 8', 'Page 9 of 9']],
] as const)('From %j lead %j', (place, ways) => {
  const markup = pager({ ...place, language: 'en', addressOf: (page) => `/list/?page=${page}` });
  const items = markup?.toString().matchAll(/<li><(?:a href="[^"]*page=(\d+)"|span)[^>]*>([^<]+)</g);
  const seen = items && [...items].map(([, page, text]) => (page === undefined ? text : `${text} ${page}`));
  expect(seen).toEqual(ways);
});

test('A day of the calendar is the same day wherever it is read', () => {
  expect(day('2026-11-21', 'fr').toString()).toBe('<time datetime="2026-11-21">21 novembre 2026</time>');
});

test('A confirmation sends what it shows by POST, and leads back without changing anything', () => {
  const { main } = confirmPage({
    title: 'Remove it?',
    breadcrumbs: [],
    problem: 'It is in use.',
    content: html`<p>It will be gone.</p>`,
    csrf: html`<input type="hidden" name="csrfmiddlewaretoken" value="t">`,
    action: '/things/7/remove/',
    button: 'Remove',
    isDangerous: true,
    back: '/things/7/',
    language: 'en',
  });
  const text = main.toString();
  expect(text).toContain('<form method="post" action="/things/7/remove/"><input type="hidden"');
  expect(text).toContain('<button class="danger">Remove</button>');
  expect(text).toContain('<a class="button plain" href="/things/7/">Back without changing anything</a>');
});
