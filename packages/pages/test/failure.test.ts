import { describe, expect, test } from '@jest/globals';
import { failureHtml, failureText, readFailure, storeFailure } from '../src/index.ts';

const messages = {
  cut_off: { en: 'Only {done.1} s of {file} are there.', fr: 'Seules {done.1} s de {file} sont là.' },
  tool: { en: '', fr: '' },
  recorded: { en: '', fr: '' },
};
const cutOff = { code: 'cut_off', values: { done: 3, file: 'a.mp4' } } as const;
const withWords = { ...cutOff, words: 'moov <atom> not found' };

describe('A failure', () => {
  test('is said in the language of the reader, with numbers as that writes them', () => {
    expect(failureText(messages.cut_off, cutOff, 'en')).toBe('Only 3.0 s of a.mp4 are there.');
    expect(failureText(messages.cut_off, cutOff, 'fr')).toBe('Seules 3,0 s de a.mp4 sont là.');
  });

  test('has the words of another program behind its own sentence, in English', () => {
    expect(failureText(messages.cut_off, withWords, 'en')).toBe(
      'Only 3.0 s of a.mp4 are there: moov <atom> not found',
    );
    expect(String(failureHtml(messages.cut_off, withWords, 'fr'))).toBe(
      'Seules 3,0 s de a.mp4 sont là\u00a0: <span lang="en">moov &lt;atom&gt; not found</span>',
    );
  });

  test('may be all in the words of another program', () => {
    const failure = { code: 'tool', words: 'broken pipe' } as const;

    expect(failureText(messages.tool, failure, 'fr')).toBe('broken pipe');
    expect(String(failureHtml(messages.tool, failure, 'fr'))).toBe('<span lang="en">broken pipe</span>');
  });
});

describe('A stored failure', () => {
  const stored = storeFailure(messages, withWords);

  test('is read as it was, and has its sentence beside it for older versions', () => {
    expect(stored.error).toBe(failureText(messages.cut_off, withWords, 'en'));
    expect(readFailure(messages, JSON.parse(JSON.stringify(stored)))).toEqual(withWords);
  });

  test.each([
    ['of a version without codes', null],
    ['beside the failure of an earlier attempt', stored.failure],
    ['beside a code of a later version', { code: 'eaten', values: {} }],
  ])('that is a sentence %s is shown as it stands', (_, failure) => {
    const error = 'answered 503';

    expect(readFailure(messages, { failure, error })).toEqual({ code: 'recorded', words: error });
  });

  test('is none without a sentence', () => {
    expect(readFailure(messages, { failure: stored.failure, error: null })).toBeNull();
  });
});
