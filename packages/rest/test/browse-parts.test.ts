import { execFileSync } from 'node:child_process';
import { curlLine, linkedJson, quoted } from '@campus/rest';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

/** Words as a shell reads them. */
function wordsOf(line: string): string[] {
  const env = { TOKEN: 'secret' };
  const read = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { env, encoding: 'utf8' });
  return read.split('\0').slice(0, -1);
}

/** Anything that an argument of a program can be: all but NUL, and halves of characters. */
const argument = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'\'"$`\\!;&|<>(){}[]*? \n\t~#a') }),
  )
  .map((text) => text.replaceAll('\0', ''));

describe('A curl line', () => {
  test('hands every text over as it is, whatever a shell thinks of its characters', () => {
    fc.assert(
      fc.property(fc.array(argument, { minLength: 1, maxLength: 50 }), (texts) => {
        expect(wordsOf(texts.map(quoted).join(' '))).toEqual(texts);
      }),
      { numRuns: 20 },
    );
  });

  test('names method, token, language, body and address', () => {
    const line = curlLine({
      method: 'PATCH',
      url: 'https://pod.example.org/rest/types/1/?a[]=b',
      language: 'fr',
      body: { json: { title: "L'été $HOME" } },
    });

    expect(wordsOf(line)).toEqual([
      ...['curl', '--request', 'PATCH', '--globoff', '--header', 'Authorization: Token secret'],
      ...['--header', 'Accept-Language: fr', '--header', 'Content-Type: application/json'],
      ...['--data-raw', '{"title":"L\'été $HOME"}', 'https://pod.example.org/rest/types/1/?a[]=b'],
    ]);
  });

  test('sends a file in a form, whose other fields are never taken for files', () => {
    const line = curlLine({
      method: 'POST',
      url: 'http://h/rest/videos/',
      body: { fields: { title: '@/etc/passwd' }, file: 'video' },
    });

    expect(wordsOf(line).slice(5)).toEqual([
      ...['--form-string', 'title=@/etc/passwd', '--form', 'video=@file.mp4', 'http://h/rest/videos/'],
    ]);
  });
});

describe('JSON on a page', () => {
  /** All the markup that there may be. */
  const marks =
    /<a href="https?:[^"<>]*" rel="noreferrer">|<span class="[ksnw]"(?: data-name="[^"<>]*")?>|<\/a>|<\/span>/g;

  // On the bytes: a reader of markup would mend what escapes.
  const textOf = (markup: string) =>
    markup
      .replace(marks, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');

  test('reads as it is, and no value of it becomes markup of its own', () => {
    const hostile = fc.constantFrom(
      '</pre><script>',
      '"><img src=x onerror=alert(1)>',
      'http://x/"><b>',
      "'",
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.oneof(hostile, fc.webUrl(), fc.string())), (value, texts) => {
        const given = { value, texts, http: Object.fromEntries(texts.map((text) => [text, text])) };

        const markup = linkedJson(given, new Map(texts.map((text) => [text, text]))).toString();

        expect(textOf(markup)).toBe(JSON.stringify(given, null, 2));
        expect(markup.replace(marks, '')).not.toMatch(/[<>]/);
      }),
    );
  });

  test('has links alone where it is long', () => {
    const text = 'x'.repeat(100_000);
    const markup = linkedJson({ text, url: 'http://h/' }).toString();
    expect(markup.replace(text, '')).toContain('<a href="http://h/"');
    expect(markup).not.toContain('<span class="k"');
  });

  test('marks names, texts, numbers and words', () => {
    const markup = linkedJson({ name: 'a "1" null', number: -1.5e-7, is: [true, null] }).toString();
    const marked = [...markup.matchAll(/<span class="(.)">([^<]*)<\/span>/g)].map(([, kind, text]) => [
      kind,
      text,
    ]);
    expect(marked).toEqual([
      ['k', '&quot;name&quot;'],
      ['s', '&quot;a \\&quot;1\\&quot; null&quot;'],
      ['k', '&quot;number&quot;'],
      ['n', '-1.5e-7'],
      ['k', '&quot;is&quot;'],
      ['w', 'true'],
      ['w', 'null'],
    ]);
  });

  test('has links for addresses of the web, and for nothing else', () => {
    const markup = linkedJson({
      'http://key/': 'http://h/rest/types/1/?a=1&b=2',
      list: [
        'https://h/"quoted"',
        'javascript:alert(1)',
        'ftp://h/',
        ' http://h/',
        'http://',
        'see http://h/',
      ],
    }).toString();

    const links = [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(['http://h/rest/types/1/?a=1&amp;b=2', 'https://h/&quot;quoted&quot;']);
  });
});
