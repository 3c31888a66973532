import { formWith, readPage } from '@campus/testing/markup';
import { expect, test } from '@jest/globals';
import { html } from '../src/html.ts';
import {
  confirmPage,
  day,
  glossaryPage,
  outcomeNotice,
  pager,
  selectAll,
  selectedCount,
  termLinks,
  withQuery,
} from '../src/index.ts';

const outcomes = { saved: { mood: 'good', text: 'Saved.' } } as const;

test('What has just been done is told by its key, and nothing else is', () => {
  expect(outcomeNotice('saved', outcomes)?.toString()).toContain('Saved.');
  for (const done of [undefined, '', 'other', 'toString', '__proto__', ['saved']])
    expect(outcomeNotice(done, outcomes)).toBeUndefined();
});

test('A box for all of a name is not seen until its script runs, and what is ticked is told as it changes', () => {
  const label = readPage(
    selectAll('item', { heading: 'Selection', text: 'All', label: 'Select all on this page' }).toString(),
  ).get('label');
  const box = label.get('checkbox', 'Select all on this page');
  expect(label.attribute('hidden')).toBe('');
  expect([box.attribute('id'), box.attribute('name')]).toEqual(['select-all-item', undefined]);
  const count = readPage(selectedCount('item', '{count} selected').toString()).get('status');
  expect(count.attribute('data-selected')).toBe('item');
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
  [{ page: 1, lastPage: 3, isEstimate: true }, ['Page 1 of about 3', 'Next 2', 'Last last']],
] as const)('From %j lead %j', (place, ways) => {
  const markup = pager({ ...place, language: 'en', addressOf: (page) => `/list/?page=${page}` });
  const items = markup && readPage(markup.toString()).all('listitem');
  const seen = items?.map((item) => {
    const page = item.all('link')[0]?.attribute('href')?.replace('/list/?page=', '');
    return page === undefined ? item.text : `${item.text} ${page}`;
  });
  expect(seen).toEqual(ways);
});

test('A day of the calendar is the same day wherever it is read', () => {
  const shown = readPage(day('2026-11-21', 'fr').toString()).get('time');
  expect([shown.text, shown.attribute('datetime')]).toEqual(['21 novembre 2026', '2026-11-21']);
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
  const page = readPage(main.toString());
  const { element, values } = formWith(page, 'csrfmiddlewaretoken');
  expect([element.attribute('method'), element.attribute('action')]).toEqual(['post', '/things/7/remove/']);
  expect(values.toString()).toBe('csrfmiddlewaretoken=t');
  expect(element.get('button', 'Remove').attribute('class')).toBe('danger');
  expect(page.get('link', 'Back without changing anything').attribute('href')).toBe('/things/7/');
  expect(page.get('alert').text).toBe('It is in use.');
});

test('A glossary says what words mean in the order of the reader, each where an address leads to it', () => {
  const glossary = {
    round: { term: 'tour', meaning: 'Un passage.' },
    erased: { term: 'effacé', meaning: 'Disparu.' },
    zero: { term: 'élément nul', meaning: 'Rien.' },
  };
  const { title, main } = glossaryPage(glossary, 'fr');
  const page = readPage(main.toString());
  expect(title).toBe('Glossaire');
  expect(page.all('term').map((term) => [term.attribute('id'), term.text])).toEqual([
    ['erased', 'effacé'],
    ['zero', 'élément nul'],
    ['round', 'tour'],
  ]);
  expect(page.all('definition').map(({ text }) => text)).toEqual(['Disparu.', 'Rien.', 'Un passage.']);
});

test('A word on a page leads to what it means', () => {
  const glossary = { round: { term: 'round', meaning: 'One pass.' } };
  const term = termLinks(glossary, '/help/');
  const link = readPage(html`<p>${term('round', 'Rounds that were set aside')}</p>`.toString()).get('link');
  expect([link.text, link.attribute('href')]).toEqual(['Rounds that were set aside', '/help/#round']);
});
