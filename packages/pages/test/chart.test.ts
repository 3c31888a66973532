import { readPage } from '@campus/testing/markup';
import { expect, test } from '@jest/globals';
import { html } from '../src/html.ts';
import { columnChart, spanBar, tiles } from '../src/index.ts';

const chart = (values: number[][]) =>
  columnChart({
    id: 'weeks-table',
    title: 'Twelve weeks',
    series: [
      { name: 'signed', shade: 'good' },
      { name: 'failed', shade: 'bad' },
    ],
    columns: values.map((one, index) => ({ label: `Week ${index + 1}`, values: one })),
    columnsAre: 'Week',
    language: 'en',
  }).toString();

test('A chart has a name, a legend, and a table of the same numbers', () => {
  const page = readPage(
    chart([
      [1200, 3],
      [0, 0],
    ]),
  );

  expect(page.all('img').map(({ name }) => name)).toEqual(['Chart: Twelve weeks; its table follows']);
  expect(page.all('listitem').map(({ text }) => text)).toEqual(['signed', 'failed']);
  expect(page.all('row').map(({ text }) => text.replaceAll('\n', ' '))).toEqual([
    'Week signed failed',
    'Week 1 1,200 3',
    'Week 2 0 0',
  ]);
});

test('Columns are stacked in proportion, below a round number, and nothing is drawn of nothing', () => {
  const drawn = [
    ...chart([
      [30, 10],
      [20, 0],
    ]).matchAll(/<rect class="(good|bad)" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g),
  ];

  expect(drawn.map(([, shade, y, height]) => [shade, Number(y), Number(height)])).toEqual([
    ['good', 49.5, 118.5],
    ['bad', 10, 39.5],
    ['good', 89, 79],
  ]);
});

test.each([
  [0, '0 1 2'],
  [3, '0 2 4'],
  [7, '0 4 8'],
  [101, '0 100 200'],
  [1000, '0 500 1,000'],
])('The scale of at most %d is %s', (most, scale) => {
  const texts = [...chart([[most, 0]]).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts.join(' ')).toBe(scale);
});

test('What stands in a chart needs no style of its own, and is escaped', () => {
  const markup = html`${spanBar({ median: 1, ninth: 5 }, { longest: 10 })}${tiles(
    [{ label: '<b>', count: { count: 12 }, links: [{ text: 'Drafts', href: '/?a=1&b=2' }] }],
    { label: 'Now', language: 'en' },
  )}`.toString();

  expect(markup).not.toMatch(/style=|<b>/);
  expect(markup).toContain('&lt;b&gt;');
  expect(readPage(markup).names('link')).toEqual(['Drafts']);
});
