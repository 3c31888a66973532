import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapeValue } from 'properties-file/escape';
import { ConfigurationError, loadConfiguration, parameter } from '../src/index.ts';
import { givenService } from './service.ts';

test('Any value survives the way through the file, when escaped as such files are', async () => {
  const verbatim = { value: parameter('value', '', (given) => given) };
  const source = { ...(await givenService()), parameters: verbatim };
  const notBlank = fc.string({ unit: 'binary' }).filter((value) => value.trim() !== '');
  fc.assert(
    fc.property(notBlank, fc.boolean(), (value, ascii) => {
      writeFileSync(
        path.join(source.workingDirectory, 'demo.properties'),
        `value=${escapeValue(value, ascii)}\n`,
      );
      expect(loadConfiguration(source).values.value).toBe(value);
    }),
  );
});

const pieces = fc.constantFrom(
  ...[
    'server.port',
    'greeting',
    'appli.public.tokens',
    'appli.tokens',
    'webhook.uri',
    '__proto__',
    '=',
    ':',
    ' ',
  ],
  ...[
    '\\',
    '\\u',
    '\\u00',
    '\\u0041',
    '\n',
    '\r\n',
    '\t',
    '#',
    '!',
    ';',
    '8081',
    'http://h.example',
    'é',
    '\ufeff',
  ],
);

test.each([
  ['text', fc.string({ unit: 'binary' })],
  ['pieces of such files', fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))],
])(
  'Given arbitrary %s as the file, Then nothing but a ConfigurationError is thrown',
  async (_case, contents) => {
    const source = await givenService();
    fc.assert(
      fc.property(contents, (content) => {
        writeFileSync(path.join(source.workingDirectory, 'demo.properties'), content);
        try {
          loadConfiguration(source);
        } catch (error) {
          if (!(error instanceof ConfigurationError)) throw error;
          expect(error.problems.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  },
);
