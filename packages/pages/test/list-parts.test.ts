import { formWith, readPage } from '@campus/testing/markup';
import { expect, test } from '@jest/globals';
import { html } from '../src/html.ts';
import {
  actionBar,
  foldedFilter,
  type Segment,
  segmentBar,
  submitButton,
  table,
  tabs,
} from '../src/index.ts';

test('Tabs lead to the parts of a list with their counts, and tell which is open and what is an estimate', () => {
  const all = [
    { text: 'All', href: '/list/', count: { count: 12_345, isEstimate: true }, isOpen: false },
    { text: 'Draft', href: '/list/?state=draft', count: { count: 1_234 }, isOpen: true },
    { text: 'Erased', href: '/list/?state=erased', isOpen: false },
  ];
  const seen = (language: 'en' | 'fr') =>
    readPage(tabs(all, { label: 'States', language }).toString()).get('navigation', 'States');
  expect(seen('en').names('link')).toEqual(['All about 12,345', 'Draft 1,234', 'Erased']);
  expect(seen('fr').names('link')[0]).toBe('All environ 12\u202f345');
  const open = seen('en')
    .all('link')
    .filter((link) => link.attribute('aria-current') === 'page');
  expect(open.map(({ text }) => text)).toEqual(['Draft 1,234']);
});

test('A heading puts the rows in the order of its column, and its cell tells the order there is', () => {
  const markup = table({
    caption: 'Things',
    headings: [
      { text: 'Number', href: '/list/?sort=number', order: 'descending' },
      { text: 'Title', href: '/list/?sort=title' },
      'State',
    ],
    rows: [['7', 'Seven', 'draft']],
  });
  const page = readPage(markup.toString());
  expect(page.get('table').name).toBe('Things');
  const headings = page.all('columnheader');
  expect(headings.map(({ name }) => name)).toEqual(['Number', 'Title', 'State']);
  expect(headings.map((heading) => heading.attribute('aria-sort'))).toEqual([
    'descending',
    undefined,
    undefined,
  ]);
  expect(page.get('link', 'Title').attribute('href')).toBe('/list/?sort=title');
  expect(page.all('cell').map((cell) => cell.attribute('data-label'))).toEqual(['Number', 'Title', 'State']);
});

test.each<[string, Segment[], [string, number, number][]]>([
  [
    'each of a few steps',
    ['done', 'done', 'now', 'open'],
    [
      ['done', 0, 16.5],
      ['done', 18.5, 16.5],
      ['now', 37, 16.5],
      ['open', 55.5, 16.5],
    ],
  ],
  [
    'many steps by how far they are',
    [...new Array<Segment>(50).fill('done'), ...new Array<Segment>(50).fill('open')],
    [
      ['done', 0, 35],
      ['open', 37, 35],
    ],
  ],
])('A bar of segments shows %s', (_, segments, expected) => {
  const page = readPage(segmentBar(segments, { text: '2/4', label: '2 of 4 have signed' }).toString());
  const bar = page.get('img', '2 of 4 have signed');
  expect(bar.text).toBe('2/4');
  const drawn = bar
    .all('rect')
    .map((rect) => [rect.attribute('class'), Number(rect.attribute('x')), Number(rect.attribute('width'))]);
  expect(drawn).toEqual(expected);
});

test('A bar of actions is the form of the rows that are ticked, each of its buttons may lead elsewhere', () => {
  const bar = actionBar(
    {
      id: 'selection',
      name: 'thing',
      label: 'With the selection',
      selected: '{count} selected',
      action: '/things/send/',
      csrf: html`<input type="hidden" name="csrfmiddlewaretoken" value="t">`,
    },
    [submitButton('Send'), submitButton('Export', { formAction: '/things/export/' })],
  );
  const row = html`<input type="checkbox" name="thing" value="7" checked form="selection" aria-label="Seven">`;
  const { element, values } = formWith(readPage(html`${row}${bar}`.toString()), 'thing');
  expect([element.name, element.attribute('method'), element.attribute('action')]).toEqual([
    'With the selection',
    'post',
    '/things/send/',
  ]);
  expect(values.toString()).toBe('csrfmiddlewaretoken=t&thing=7');
  expect(element.get('status').attribute('data-label')).toBe('{count} selected');
  expect(element.get('button', 'Export').attribute('formaction')).toBe('/things/export/');
});

test.each([
  [true, ''],
  [false, undefined],
])('A filter that is set (%s) is unfolded', (isSet, open) => {
  const page = readPage(foldedFilter({ label: 'Filter', isSet }, html`<form></form>`).toString());
  expect(page.all('group', 'Filter')[0]?.attribute('open')).toBe(open);
});
