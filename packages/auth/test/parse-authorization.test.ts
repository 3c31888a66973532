import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isBearerToken, parseAuthorization, refusalMessage } from '../src/index.ts';

const basic = (userPass: string, encoding: BufferEncoding = 'utf8') =>
  `Basic ${Buffer.from(userPass, encoding).toString('base64')}`;

const bearerTokens = fc.stringMatching(/^[A-Za-z0-9\-._~+/]{1,60}={0,3}$/);

describe('parseAuthorization accepts', () => {
  test.each([
    ['Bearer abc', { kind: 'bearer', token: 'abc' }],
    ['bearer abc', { kind: 'bearer', token: 'abc' }],
    ['BEARER    abc', { kind: 'bearer', token: 'abc' }],
    ['Bearer aZ09-._~+/==', { kind: 'bearer', token: 'aZ09-._~+/==' }],
    ['Bearer Bearer', { kind: 'bearer', token: 'Bearer' }],
    ['Token 9944b09199c62bcf', { kind: 'token', token: '9944b09199c62bcf' }],
    ['token "odd,but;visible"', { kind: 'token', token: '"odd,but;visible"' }],
    [basic('Aladdin:open sesame'), { kind: 'basic', username: 'Aladdin', password: 'open sesame' }],
    [basic('ann:a:b:c'), { kind: 'basic', username: 'ann', password: 'a:b:c' }],
    [basic(':'), { kind: 'basic', username: '', password: '' }],
    [basic('zoé:été'), { kind: 'basic', username: 'zoé', password: 'été' }],
    [basic('zoé:été', 'latin1'), { kind: 'basic', username: 'zoé', password: 'été' }],
  ])('%s', (value, expected) => {
    expect(parseAuthorization([value])).toEqual(expected);
  });
});

describe('parseAuthorization refuses', () => {
  test.each([
    ['no header', [], 'missing', undefined],
    ['an empty header', [''], 'missing', undefined],
    ['two headers', ['Bearer abc', 'Bearer abc'], 'repeated', undefined],
    ['an empty header beside a good one', ['', 'Bearer abc'], 'repeated', undefined],
    ['a bare token', ['s3cr3t-s3cr3t-s3cr3t'], 'no-scheme', undefined],
    ['a bare padded token', ['czNjcjN0=='], 'no-scheme', undefined],
    ['a leading blank', [' Bearer abc'], 'no-scheme', undefined],
    ['a colon after the scheme', ['Bearer: abc'], 'no-scheme', undefined],
    ['an unknown scheme', ['Digest username=x'], 'unsupported-scheme', undefined],
    ['a known scheme misspelt', ['Bearers abc'], 'unsupported-scheme', undefined],
    ['Bearer alone', ['Bearer'], 'no-credentials', 'Bearer'],
    ['Bearer and blanks', ['Bearer   '], 'no-credentials', 'Bearer'],
    ['Token alone', ['token'], 'no-credentials', 'Token'],
    ['Basic alone', ['Basic'], 'no-credentials', 'Basic'],
    ['a tab after the scheme', ['Bearer\tabc'], 'spaces', 'Bearer'],
    ['a tab after the blank', ['Bearer \tabc'], 'spaces', 'Bearer'],
    ['two tokens', ['Bearer abc def'], 'spaces', 'Bearer'],
    ['two headers folded into one', ['Bearer abc, Bearer abc'], 'spaces', 'Bearer'],
    ['a trailing blank', ['Bearer abc '], 'spaces', 'Bearer'],
    ['Token with spaces', ['Token abc def'], 'spaces', 'Token'],
    ['Basic with spaces', ['Basic QWxh ZGRpbg=='], 'spaces', 'Basic'],
    ['a quoted bearer token', ['Bearer "abc"'], 'invalid-characters', 'Bearer'],
    ['padding alone', ['Bearer =='], 'invalid-characters', 'Bearer'],
    ['padding in the middle', ['Bearer a=b'], 'invalid-characters', 'Bearer'],
    ['an accent in a bearer token', ['Bearer clé'], 'invalid-characters', 'Bearer'],
    ['a no-break space', ['Bearer abc\u00a0def'], 'invalid-characters', 'Bearer'],
    ['a line break after the token', ['Bearer abc\n'], 'invalid-characters', 'Bearer'],
    ['an accent in a token', ['Token clé'], 'invalid-characters', 'Token'],
    ['Basic that is not base64', ['Basic user:password'], 'not-base64', 'Basic'],
    ['Basic without its padding', ['Basic YTpi='], 'not-base64', 'Basic'],
    ['Basic in base64url', ['Basic Pz8_Pj4-Og=='], 'not-base64', 'Basic'],
    ['Basic without a colon', [basic('Aladdin')], 'no-colon', 'Basic'],
    ['a line break in a user name', [basic('a\nb:c')], 'invalid-characters', 'Basic'],
    [
      'a C1 control in a Latin-1 password',
      [basic('a:\u0085\u00e9', 'latin1')],
      'invalid-characters',
      'Basic',
    ],
  ])('%s', (_case, values, reason, scheme) => {
    expect(parseAuthorization(values)).toEqual(
      scheme === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, scheme },
    );
  });
});

describe('parseAuthorization, whatever is sent', () => {
  test('never throws and always tells one of the known outcomes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }), (values) => {
        expect(['bearer', 'token', 'basic', 'refused']).toContain(parseAuthorization(values).kind);
      }),
    );
  });

  test('never throws after a scheme it knows', () => {
    const scheme = fc.constantFrom('Bearer', 'token', 'BASIC');
    fc.assert(
      fc.property(scheme, fc.string({ unit: 'binary' }), (name, text) => {
        expect(['bearer', 'token', 'basic', 'refused']).toContain(
          parseAuthorization([`${name} ${text}`]).kind,
        );
      }),
    );
  });

  test('gives every b64token back exactly', () => {
    fc.assert(
      fc.property(bearerTokens, (token) => {
        expect(isBearerToken(token)).toBe(true);
        expect(parseAuthorization([`Bearer ${token}`])).toEqual({ kind: 'bearer', token });
      }),
    );
  });

  test('gives every user name and password back exactly', () => {
    const printable = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(
        printable.filter((text) => !text.includes(':')),
        printable,
        (username, password) => {
          expect(parseAuthorization([basic(`${username}:${password}`)])).toEqual({
            kind: 'basic',
            username,
            password,
          });
        },
      ),
    );
  });
});

describe('refusalMessage', () => {
  test('never contains the credential', () => {
    const credential = fc.stringMatching(/^[0-9a-f]{16,40}$/);
    const shape = fc.constantFrom(
      (text: string) => [text],
      (text: string) => [`${text} ${text}`],
      (text: string) => [`Bearer ${text}`, `Bearer ${text}`],
      (text: string) => [`Bearer ${text} x`],
      (text: string) => [`Bearer "${text}"`],
      (text: string) => [`Token é${text}`],
      (text: string) => [`Basic ${text}!`],
      (text: string) => [basic(text)],
      (text: string) => [basic(`${text}:\n`)],
    );
    fc.assert(
      fc.property(shape, credential, (header, text) => {
        const refusal = parseAuthorization(header(text));
        if (refusal.kind !== 'refused') throw new Error('expected a refusal');
        expect(refusalMessage(refusal, ['Bearer', 'Basic'])).not.toContain(text);
        expect(JSON.stringify(refusal)).not.toContain(text);
      }),
    );
  });

  test.each([
    [[], 'The Authorization header is missing: send "Authorization: Bearer <token>".'],
    [
      ['s3cr3t'],
      'The Authorization header does not start with a scheme name: send "Authorization: Bearer <token>".',
    ],
  ])('Given %j, it names the mend', (values, message) => {
    const refusal = parseAuthorization(values);
    if (refusal.kind !== 'refused') throw new Error('expected a refusal');
    expect(refusalMessage(refusal, ['Bearer'])).toBe(message);
  });
});
