import { formWith, type Page, type PageElement, readPage } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attributes, type Html, html } from '../src/html.ts';
import {
  badge,
  checkbox,
  copyable,
  createSite,
  facts,
  fileField,
  hiddenField,
  live,
  notice,
  renderPage,
  searchSelect,
  selectField,
  submitButton,
  table,
  textArea,
  textField,
  time,
} from '../src/index.ts';
import { readMarkup } from './support/read-markup.ts';

const site = createSite({
  name: { en: 'Videos', fr: 'Vidéos' },
  brand: { brandName: undefined, brandColour: '#2457a6', brandLogo: undefined },
  home: '/',
  timeZone: 'Europe/Paris',
  links: { legal: 'https://school.example/legal', accessibility: undefined },
  assetsPath: '/static',
  files: {},
});

function page(language: 'en' | 'fr', title: string, main = html`<p>Hello</p>`): string {
  const frame = {
    site,
    language,
    path: '/videos/7/',
    account: html`<a href="/login/">Log in</a>`,
    isDense: false,
  };
  const navigation = [
    { text: title, href: '/videos/' },
    { text: 'Users', href: '/users/' },
  ];
  return renderPage(
    { ...frame, navigation },
    { title, main, breadcrumbs: [{ text: title, href: '/videos/' }] },
  );
}

/** Everything that shows a text, with that text in every place of it. */
const shows: Record<string, (text: string) => Html | string> = {
  'a template': (text) => html`<p title="${text}">${text}${[text, [text]]}</p>`,
  attributes: (text) => html`<a${attributes({ title: text, 'data-a': text })}>a</a>`,
  'a notice': (text) => notice('bad', text),
  'a badge': (text) => badge('good', text),
  // A heading that says nothing is no label of its cells.
  'a table': (text) => table({ caption: text, headings: [`${text}.`], rows: [[text, html`<b>${text}</b>`]] }),
  facts: (text) => facts([[text, text]]),
  'a text to copy': (text) => copyable(text, { id: 'a', language: 'en', label: text }),
  'a live part': (text) => live({ source: text, label: text, language: 'fr' }, html`<p>${text}</p>`),
  'a line of text': (text) =>
    textField({ name: 'a', label: text, value: text, help: text, errors: [text, text], placeholder: text }),
  'an area of text': (text) => textArea({ name: 'a', label: text, value: text, help: text, errors: [text] }),
  'a select': (text) =>
    selectField({
      name: 'a',
      label: text,
      choices: [{ value: text, label: text }],
      value: text,
      blank: text,
    }),
  'a check box': (text) => checkbox({ name: 'a', label: text, value: text, errors: [text] }),
  'a file': (text) => fileField({ name: 'a', label: text, accept: text, help: text }),
  'a hidden field': (text) => hiddenField('a', text),
  'a button': (text) => submitButton(text, { name: 'a', value: text }),
  'a search': (text) =>
    searchSelect({
      name: 'a',
      label: text,
      language: 'en',
      choices: [{ value: text, label: text }],
      words: text,
      source: text,
      valueMember: text,
      labelMember: text,
      detailMembers: [text],
    }),
  'a page': (text) => page('en', text),
};

describe('No text ever becomes markup', () => {
  const text = fc.oneof(
    fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          '"',
          "'",
          '&',
          '/',
          '=',
          ' ',
          '\n',
          '`',
          '-->',
          '</p>',
          '&lt',
          'x',
          '\0',
          '$&',
        ),
      )
      .map((pieces) => pieces.join('')),
    fc.constantFrom(
      '</textarea><script>alert(1)</script>',
      '" onfocus="alert(1)" autofocus="',
      '</title><svg/onload=a>',
    ),
    fc.string({ unit: 'binary' }),
  );

  test.each(Object.entries(shows))('in %s', (_name, show) => {
    const marker = 'MARKER';
    const expected = readMarkup(show(marker).toString());

    fc.assert(
      fc.property(text, (given) => {
        const meant = expected.map((piece) => piece.replaceAll(marker, () => given)).filter(Boolean);
        expect(readMarkup(show(given).toString()).join('\n')).toBe(meant.join('\n'));
      }),
      { numRuns: 40 },
    );
  });
});

test('False, null and undefined show nothing; a number shows itself', () => {
  expect(html`a${false}${null}${undefined}${0}${[1, [false, 2]]}b`.toString()).toBe('a012b');
});

test('Attributes that are false or undefined are left out, true stands alone, and an empty text stays', () => {
  const values = { id: 'a', required: true, disabled: false, title: undefined, value: '', rows: 4 };

  expect(attributes(values).toString()).toBe(' id="a" required value="" rows="4"');
});

test('What is no name of an attribute is refused', () => {
  for (const name of ['a b', 'onclick="', '', 'A', 'é', '>'])
    expect(() => attributes({ [name]: 'x' })).toThrow(/no attribute/);
});

test('A control is tied to its label, its help and its errors', () => {
  const text = textField({
    name: 'title',
    label: 'Title',
    help: 'In short.',
    errors: ['Too long.'],
    required: true,
  });

  const { element, ...field } = formWith(readPage(`<form>${text}</form>`), 'title').field('title');
  expect(field).toMatchObject({ name: 'title', label: 'Title', errors: ['Too long.'] });
  expect([element.role, element.attribute('required')]).toEqual(['textbox', '']);
  expect(element.namedBy('aria-describedby').map((help) => help.text)).toEqual(['In short.', 'Too long.']);
});

test('The first line end of a long text is kept', () => {
  expect(textArea({ name: 'a', label: 'A', value: '\nsecond' }).toString()).toContain(
    '>\n\nsecond</textarea>',
  );
});

test('A page names its language, itself and the room it is in, and lets a keyboard skip to its content', () => {
  const [english, french] = [page('en', 'Lectures'), page('fr', 'Cours')].map(readPage) as [Page, Page];
  const hrefs = (within: PageElement) =>
    within.all('link').map((link) => [link.name, link.attribute('href')]);

  // On the bytes: without it a browser reads the rest by the rules of long ago.
  expect(page('en', 'Lectures')).toMatch(/^<!doctype html>\n/);
  expect([english.language, english.title]).toEqual(['en', 'Lectures · Videos']);
  expect(english.names('heading')).toEqual(['Lectures']);
  expect(hrefs(english.get('body'))[0]).toEqual(['Skip to content', '#main']);
  const main = english.get('main');
  expect([main.attribute('id'), main.attribute('tabindex')]).toEqual(['main', '-1']);
  const navigation = english.get('navigation', 'Main');
  expect(hrefs(navigation)).toEqual([
    ['Lectures', '/videos/'],
    ['Users', '/users/'],
  ]);
  expect(navigation.all('link').map((link) => link.attribute('aria-current'))).toEqual(['true', undefined]);
  expect(hrefs(english.get('contentinfo'))).toEqual([['Legal notice', 'https://school.example/legal']]);
  expect([french.language, french.title]).toEqual(['fr', 'Cours · Vidéos']);
  expect(hrefs(french.get('body'))[0]).toEqual(['Aller au contenu', '#main']);
});

test('A time is shown in the place and language of the reader, and to programs in UTC', () => {
  const instant = new Date('2026-07-14T22:30:00Z');
  const inParis = (language: 'en' | 'fr') =>
    readPage(time(instant, { language, timeZone: 'Europe/Paris' }).toString()).get('time');

  expect(inParis('en').text).toBe('15 Jul 2026, 00:30');
  expect(['datetime', 'title'].map((name) => inParis('en').attribute(name))).toEqual([
    '2026-07-14T22:30:00.000Z',
    '2026-07-14T22:30:00.000Z',
  ]);
  expect(inParis('fr').text).toBe('15 juil. 2026, 00:30');
  expect(time(null, { language: 'en', timeZone: 'UTC' }).toString()).toContain('–');
});

test('A time is shown to the second where things happen within a minute', () => {
  const instant = new Date('2026-07-14T22:30:09.870Z');
  const toTheSecond = (language: 'en' | 'fr') =>
    readPage(time(instant, { language, timeZone: 'Europe/Paris' }, { seconds: true }).toString()).get('time');

  expect(toTheSecond('en').text).toBe('15 Jul 2026, 00:30:09');
  expect(toTheSecond('fr').text).toBe('15 juil. 2026, 00:30:09');
  expect(toTheSecond('fr').attribute('datetime')).toBe('2026-07-14T22:30:09.870Z');
});
