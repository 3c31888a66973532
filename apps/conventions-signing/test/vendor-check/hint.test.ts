import { describe, expect, test } from '@jest/globals';
import { hint } from '../../vendor-check/hint.ts';
import { happenings, isEnded, type Seen } from '../../vendor-check/progress.ts';

const fetched = { method: 'GET', path: '/public/api/conventions/1', status: 200, detail: null };

/** A vendor that answered, unless the test says otherwise. */
function seen({
  status = 200,
  dates = [null, null],
  deposit = false,
  calls = [],
  refusal = null,
}: {
  status?: number | null;
  dates?: [string | null, string | null];
  deposit?: boolean;
  calls?: Seen['calls'];
  refusal?: Seen['record']['refusal'];
}): Seen {
  const isGood = status !== null && status < 300;
  const error = isGood ? null : status === null ? 'ECONNREFUSED' : `answered ${status}`;
  return {
    record: {
      id: 1,
      state: refusal === null ? 'signing' : 'refused',
      refusal,
      signatory: dates.map((signatureDate, index) => ({
        mail: `signatory${index + 1}@example.org`,
        order: index + 1,
        signatureDate,
      })),
      deposits: deposit ? [{ version: 1, size: 2048, signatures: { count: 2 } }] : [],
      deliveries: [
        { state: 'pending', reference: null, attempts: [{ number: 1, durationMs: 3, status, error }] },
      ],
    },
    calls,
    pages: deposit ? 1 : undefined,
  };
}

describe('The hint', () => {
  test.each([
    ['nothing listens', { status: null }, /^not reached: ECONNREFUSED/],
    ['the call is redirected', { status: 302 }, /answered 302: redirects are not followed/],
    ['the path is wrong', { status: 404 }, /answered 404: check the path of --webhook/],
    ['the application fails', { status: 500 }, /answered 500: only 2xx is success/],
    [
      'only the metadata were fetched',
      { calls: [{ ...fetched, path: `${fetched.path}/metadata` }] },
      /not fetched/,
    ],
    ['nothing was deposited', { calls: [fetched] }, /POST http:\/\/base\/public\/api\/conventions\/1\/pdf/],
    [
      'one date is missing',
      { calls: [fetched], deposit: true, dates: ['2026-03-01T10:00:00.000+0000', null] },
      /dates are missing \(2\. signatory2@example\.org\): PATCH http:\/\/base\/public\/api\/conventions\/1\/dates/,
    ],
  ] as [string, Parameters<typeof seen>[0], RegExp][])(
    'When %s, Then it says what to look at',
    (_when, what, expected) => {
      expect(hint(seen(what), 'http://base')).toMatch(expected);
    },
  );

  test('tells the last refusal, in the words of the service', () => {
    const refused = { ...fetched, status: 401, detail: 'a bearer token is required' };

    expect(hint(seen({ calls: [refused] }), 'http://base')).toMatch(
      /the last refusal was 401: a bearer token/,
    );
  });
});

test('An answer that trying again may change does not end the check', () => {
  const ends = [302, 401, 404, 408, 429, 500, null].filter((status) => isEnded(seen({ status }).record));

  expect(ends).toEqual([302, 401, 404]);
});

test('A deposit is told with its size, pages and signatures, and a date with its signatory', () => {
  const texts = happenings(seen({ deposit: true, dates: ['2026-03-01T10:00:00.000+0000', null] })).map(
    ({ text }) => text,
  );

  expect(texts).toContain('2048 bytes, pages: 1, digital signatures: 2');
  expect(texts).toContain('signatory 1, signatory1@example.org: 2026-03-01T10:00:00.000+0000');
});

test('A refusal is told with its signatory and reason, and ends the check without being a mistake', () => {
  const refusal = { mail: 'signatory2@example.org', order: 2, reason: 'The dates are wrong.' };
  const refused = seen({ calls: [fetched], refusal });

  expect(happenings(refused)).toContainEqual({
    isGood: true,
    text: 'refused by signatory 2, signatory2@example.org: The dates are wrong.',
  });
  expect(isEnded(refused.record)).toBe(true);
  expect(hint(refused, 'http://base')).toContain('a signatory has refused, and that came as it should');
});
