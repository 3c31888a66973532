import { describe, expect, test } from '@jest/globals';
import { webVttOf } from '../../src/library/sub-rip.ts';
import { cuesOf, mostCues, webVttAt, wrongLineOfWebVtt } from '../../src/library/web-vtt.ts';

describe('WebVTT', () => {
  test.each([
    ['a header alone', 'WEBVTT', null],
    [
      'cues with and without hours, names and settings',
      'WEBVTT - x\n\n1\n00:01.000 --> 01:00:02.500 align:start\nHi\n',
      null,
    ],
    [
      'notes, and lines of either kind of end',
      'WEBVTT\r\n\r\nNOTE x\r\n\r\n00:01.000 --> 00:02.000\rHi',
      null,
    ],
    ['another header', 'WEBVTTX\n', 1],
    ['nothing', '', 1],
    ['the times of SRT', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nHi\n', 3],
    ['an end before its beginning', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHi\n', 3],
    ['an arrow in a text', 'WEBVTT\n\n00:01.000 --> 00:02.000\na --> b\n', 4],
  ])('%s', (_what, text, line) => {
    expect(wrongLineOfWebVtt(text)).toBe(line);
  });

  test('Of more cues than are looked at the first are shown, whole', () => {
    const cue = '00:01.000 --> 00:02.000\r\nHi\r\n\r\n';
    const most = `WEBVTT\r\n\r\n${cue.repeat(mostCues)}`;

    expect(webVttAt(most, (seconds) => seconds)).toBe(most);
    expect(webVttAt(most + cue, (seconds) => seconds)).toBe(most);
    expect(cuesOf(most + cue)).toHaveLength(mostCues);
  });
});

describe('SRT', () => {
  test('becomes WebVTT, with what both write alike, and without what WebVTT does not have', () => {
    const subRip =
      '1\r\n00:00:01,5 --> 0:00:02,500 X1:10\r\n<i>Tom</i> & <font color="red">Jerry</font>\r\n{\\an8}a --> b <3\r\n\r\n2\r\n01:00:00,000 --> 01:00:01,000\r\n7\r\n';

    expect(webVttOf(subRip)).toBe(
      'WEBVTT\n\n00:00:01.500 --> 00:00:02.500\n<i>Tom</i> &amp; Jerry\na --&gt; b &lt;3\n\n01:00:00.000 --> 01:00:01.000\n7\n',
    );
  });

  test('has as many lines of a text as have something to show', () => {
    const subRip = '1\n00:00:01,000 --> 00:00:02,000\n\n  a < b\t\n<font>\n{\\an8}\nc > d {\\\n} & e\n';

    expect(webVttOf(subRip)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na &lt; b\nc > d {\\\n} &amp; e\n',
    );
  });

  test('without a time is none', () => {
    expect(webVttOf('Hello')).toBeNull();
  });

  test('of ten million angles and braces is read in no time', () => {
    const hostile = `1\n00:00:01,000 --> 00:00:02,000\n${'<'.repeat(5e6)}${'{\\'.repeat(2.5e6)}`;

    expect(webVttOf(hostile)).toContain('&lt;');
  });
});
