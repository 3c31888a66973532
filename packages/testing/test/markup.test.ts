import { describe, expect, test } from '@jest/globals';
import { factsOf, formsOf, formWith, readPage, recordsOf, rowsOf } from '../src/markup/index.ts';

describe('A page is read as its users are told of it', () => {
  test('with its language, title, headings and links', () => {
    const page = readPage(
      '<!doctype html><html lang="fr"><link rel="icon" href="/i.svg"><title>Vidéos – Université</title><h1>Vidéos &amp; sons</h1>' +
        '<nav aria-label="Principal"><a href="/video/?a=1&amp;b=2">Mes <b>vidéos</b></a></nav><a>none</a>',
    );

    expect([page.language, page.title, page.names('heading')]).toEqual([
      'fr',
      'Vidéos – Université',
      ['Vidéos & sons'],
    ]);
    expect(page.names('link')).toEqual(['Mes vidéos']);
    expect(page.get('resource').attribute('href')).toBe('/i.svg');
    expect(page.get('navigation', 'Principal').get('link', 'Mes vidéos').attribute('href')).toBe(
      '/video/?a=1&b=2',
    );
  });

  test('with its text in lines, and what is preformatted as it is', () => {
    const page = readPage('<p>One\n<b>bold</b></p><ul><li>Two<br><br>Three</li></ul><pre>a\n  b</pre>');

    expect(page.get('list').text).toBe('Two\n\nThree');
    expect(page.get('pre').text).toBe('a\n  b');
    expect(page.text).toBe('One bold\nTwo\n\nThree\na b');
  });

  test('without script, so that what stands for it is seen', () => {
    const page = readPage('<script>let a = 1;</script><noscript><p>Load the page again.</p></noscript>');

    expect(page.text).toBe('Load the page again.');
  });

  test('with names from labels, and without what is hidden from screen readers', () => {
    const page = readPage(
      '<label for="a">Title <span aria-hidden="true">*</span></label><input id="a">' +
        '<label><input type="checkbox"> Draft</label><img src="a.png" alt="Poster">' +
        '<h2 id="h">Forms</h2><section aria-labelledby="h"></section><input type="search" aria-label="Search">',
    );

    expect(['textbox', 'checkbox', 'img', 'region', 'searchbox'].flatMap((role) => page.names(role))).toEqual(
      ['Title', 'Draft', 'Poster', 'Forms', 'Search'],
    );
  });

  test('What is not there, or there twice, is an error that says what is', () => {
    const page = readPage('<a href="/a">A</a><a href="/b">B</a>');

    expect(() => page.get('link', 'C')).toThrow('no link C; there are: "A", "B"');
    expect(() => page.get('link')).toThrow('more than one link');
    expect(page.all('link', /A|B/)).toHaveLength(2);
  });
});

describe('A form is read as it would be sent', () => {
  const page = readPage(`<form id="other"></form><form method="post">
    <input type="hidden" name="_token" value="t">
    <label for="title">Title</label><input id="title" name="title" value="&quot;x&quot;" aria-invalid="true" aria-describedby="help errors">
    <p id="help">Short.</p><ul id="errors"><li>Too long.</li><li>Taken.</li></ul>
    <textarea name="description">\n<b></textarea>
    <select name="type"><option value="1">One<option value="2" selected>Two</select>
    <input type="checkbox" name="record" value="7" checked><input type="checkbox" name="record" value="8">
    <button name="go" value="yes">Send</button></form><input form="other" name="word" value="w">`);

  test('with the values of its fields, theirs too that stand outside of it', () => {
    const [other, form] = formsOf(page);

    expect(form?.values.toString()).toBe('_token=t&title=%22x%22&description=%3Cb%3E&type=2&record=7');
    expect(other?.values.toString()).toBe('word=w');
  });

  test('with the label of each field, what is wrong with it, and what it offers', () => {
    const form = formWith(page, 'title');

    expect(form.field('title')).toMatchObject({
      label: 'Title',
      value: '"x"',
      errors: ['Too long.', 'Taken.'],
    });
    expect(form.field('type')).toMatchObject({ value: '2', errors: [], choices: ['One', 'Two'] });
    expect(() => form.field('record')).toThrow('not one field record');
    expect(() => formWith(page, 'nothing')).toThrow('no form with nothing; there are: word | _token title');
  });
});

test('Tables are read by their headings, and names by their values', () => {
  const page = readPage(
    '<table><thead><tr><th>Name<th>State<tbody><tr><td>A<td><b>on</b><tr><td>B<td>off</table>' +
      '<dl><dt>Type<dd>Lecture<dt>Owner<dd>Ada</dl>',
  );

  expect(recordsOf(page.get('table'))).toEqual([
    { Name: 'A', State: 'on' },
    { Name: 'B', State: 'off' },
  ]);
  expect(rowsOf(page).map(({ text }) => text)).toEqual(['A\non', 'B\noff']);
  expect(factsOf(page)).toEqual({ Type: 'Lecture', Owner: 'Ada' });
});
