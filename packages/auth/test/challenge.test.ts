import { expect, test } from '@jest/globals';
import { challenge, requireBearer } from '../src/index.ts';

test.each([
  ['Bearer', { realm: 'api' }, 'Bearer realm="api"'],
  ['Bearer', { realm: 'api', error: 'invalid_token' }, 'Bearer realm="api", error="invalid_token"'],
  ['Basic', { realm: 'a "quoted" \\ realm' }, 'Basic realm="a \\"quoted\\" \\\\ realm"'],
] as const)('A %s challenge with %j is written with quoted strings', (scheme, parameters, expected) => {
  expect(challenge(scheme, parameters)).toBe(expected);
});

test.each(['two\r\nlines', 'été'])('The realm %j is refused, since a header cannot carry it', (realm) => {
  expect(() => challenge('Bearer', { realm })).toThrow(TypeError);
  expect(() => requireBearer({ realm, tokens: [] })).toThrow(TypeError);
});
