import { describe, expect, test } from '@jest/globals';
import { corrected, type SubtitleLine, subtitleLinesOf } from '../../src/library/correct-subtitles.ts';
import { blocksOf, wrongLineOfWebVtt } from '../../src/library/web-vtt.ts';

const whole = `WEBVTT - Lecture
X-TIMESTAMP-MAP=LOCAL:00:00:00.000

STYLE
::cue(b) { color: lime }

NOTE of the first

first
00:01.000 -->  00:02.500 align:start position:10%
<v Ada>A &lt; B  </v>

00:03.000 --> 00:04.000
two
lines


NOTE the end
00:05.000 --> 00:06.000
tight
`;
const none = new Map<number, SubtitleLine>();
const nothing = { changed: none, removed: new Set<number>(), added: [] };
const line = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text });

test.each([
  ['lines of any kind', whole],
  ['line ends of other systems', whole.replaceAll('\n', '\r\n')],
  ['line ends of old systems', whole.replaceAll('\n', '\r')],
  [
    'a cue right behind the header, and no line end',
    'WEBVTT\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb',
  ],
  ['nothing but a header', 'WEBVTT'],
])('Given %s, When nothing is corrected, Then every byte stays', (_what, text) => {
  expect(blocksOf(text).join('')).toBe(text);
  expect(corrected(text, nothing)).toBe(text);
  const same = new Map(subtitleLinesOf(text).entries());
  expect(corrected(text, { ...nothing, changed: same })).toBe(text);
});

test('Lines are shown as they are read, but for what would be read otherwise then', () => {
  const texts = ['a &lt; b', '&amp; &eacute;', '&lt;i&gt;', '&lt;b> not bold', 'a --&gt; b', 'x &amp;amp; y'];
  const cues = texts.map((text, index) => `00:0${index}.000 --> 00:09.000\n${text}\n`);

  const lines = subtitleLinesOf(`WEBVTT\n\n${cues.join('\n')}`);

  expect(lines.map(({ text }) => text)).toEqual([
    ...['a < b', '& &eacute;', '&lt;i&gt;', '&lt;b> not bold', 'a --> b', 'x &amp;amp; y'],
  ]);
});

describe('Given a WebVTT with notes, styles, names and settings', () => {
  test('When a text and a time are corrected, Then those alone are others', () => {
    const changed = new Map([
      [0, line(1000, 2750, '<v Ada>A & B --> <C>\n\nD\u0007</v>')],
      [1, line(3000, 4000, 'two')],
    ]);

    const text = corrected(whole, { ...nothing, changed });

    expect(text).toBe(
      whole
        .replace('00:01.000 -->  00:02.500', '00:00:01.000 -->  00:00:02.750')
        .replace('<v Ada>A &lt; B  </v>', '<v Ada>A &amp; B --&gt; &lt;C>\nD </v>')
        .replace('two\nlines', 'two'),
    );
    expect(wrongLineOfWebVtt(text)).toBeNull();
  });

  test('When lines come, go and move, Then they are in order, each for itself, and notes stay with theirs', () => {
    const corrections = {
      changed: new Map([[0, line(7000, 8000, 'moved')]]),
      removed: new Set([1]),
      added: [line(9000, 10_000, 'last'), line(0, 500, 'first of all')],
    };

    const text = corrected(whole, corrections);

    const [header, body] = text.split('00:00:00.000 --> 00:00:00.500\n');
    expect(header).toBe(whole.slice(0, whole.indexOf('NOTE of')));
    expect(body).toBe(
      [
        'first of all\n\nNOTE the end\n00:05.000 --> 00:06.000\ntight\n\n',
        'NOTE of the first\n\nfirst\n00:00:07.000 -->  00:00:08.000 align:start position:10%\nmoved\n\n',
        '00:00:09.000 --> 00:00:10.000\nlast\n\n',
      ].join(''),
    );
    expect(subtitleLinesOf(text).map((one) => one.text)).toEqual(['first of all', 'tight', 'moved', 'last']);
  });

  test('When a line goes before one that stands tight behind it, Then none becomes a part of another', () => {
    const tight =
      'WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb\n\nc\n00:05.000 --> 00:06.000\nc\n';

    const text = corrected(tight, { ...nothing, removed: new Set([1]) });

    expect(subtitleLinesOf(text).map((one) => one.text)).toEqual(['a', 'c']);
    expect(text).toContain('a\n\nc\n00:05.000');
  });
});

test('Lines are added to what has none, with the line ends that it has', () => {
  expect(corrected('WEBVTT\r\n', { ...nothing, added: [line(3_723_004, 3_724_000, 'a\nb')] })).toBe(
    'WEBVTT\r\n\r\n01:02:03.004 --> 01:02:04.000\r\na\r\nb\r\n\r\n',
  );
});
