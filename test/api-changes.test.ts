import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import {
  type ApiDocument,
  breakingChanges,
  unnamedChanges,
} from '../scripts/api-changes/breaking-changes.ts';
import { lastRelease } from './support/last-release.ts';
import { repositoryRoot } from './support/start-demo.ts';

const run = promisify(execFile);

describe('Since the last release', () => {
  test.each(['video-rest', 'signing-management', 'signing-public'])(
    'nothing breaks programs that call %s but what the changelog names',
    async (name) => {
      const kept = await readFile(path.join(await lastRelease(), `${name}.openapi.json`), 'utf8');
      const program = path.join(repositoryRoot, 'scripts/api-document.ts');
      const { stdout } = await run(process.execPath, [program, name], { maxBuffer: 2 ** 26 });
      const changelog = await readFile(path.join(repositoryRoot, 'CHANGELOG.md'), 'utf8');

      const changes = breakingChanges(JSON.parse(kept), JSON.parse(stdout));

      expect(unnamedChanges(changes, changelog).map(({ sentence }) => sentence)).toEqual([]);
    },
  );
});

type Schema = Record<string, unknown>;

/** An API of one call, which takes and answers this. */
function documentOf({
  sent = {},
  answered = {},
  parameters = [],
  path: at = '/rest/types/',
}: {
  sent?: Schema;
  answered?: Schema;
  parameters?: object[];
  path?: string;
} = {}): ApiDocument {
  const json = (schema: Schema) => ({ 'application/json': { schema } });
  return {
    paths: {
      [at]: {
        post: {
          parameters,
          requestBody: { content: json({ $ref: '#/components/schemas/Sent' }) },
          responses: { 201: { content: json({ type: 'array', items: { type: 'object', ...answered } }) } },
        },
      },
    },
    components: { schemas: { Sent: { type: 'object', ...sent } } },
  };
}

const title = { properties: { title: { type: 'string' } } };
const titleAndIcon = { properties: { title: { type: 'string' }, icon: { type: 'string' } } };
const query = (more: object = {}) => [{ name: 'page', in: 'query', schema: { type: 'integer' }, ...more }];

describe('A program for the document before is broken by', () => {
  test.each<[string, ApiDocument, ApiDocument, string]>([
    ['a call that is gone', documentOf(), documentOf({ path: '/rest/kinds/' }), 'is gone'],
    [
      'a parameter that is gone',
      documentOf({ parameters: query() }),
      documentOf(),
      'the parameter `page` is gone',
    ],
    [
      'a parameter that is required',
      documentOf({ parameters: query() }),
      documentOf({ parameters: query({ required: true }) }),
      'the parameter `page` is required',
    ],
    [
      'a field that is no longer taken',
      documentOf({ sent: titleAndIcon }),
      documentOf({ sent: title }),
      '`icon` is gone',
    ],
    [
      'a field that is required',
      documentOf({ sent: title }),
      documentOf({ sent: { ...title, required: ['title'] } }),
      '`title` is required',
    ],
    [
      'a value that is no longer taken',
      documentOf({ sent: { properties: { kind: { enum: ['a', 'b'] } } } }),
      documentOf({ sent: { properties: { kind: { enum: ['a'] } } } }),
      '`kind` no longer takes "b"',
    ],
    [
      'a limit that is lower',
      documentOf({ sent: { properties: { title: { type: 'string', maxLength: 200 } } } }),
      documentOf({ sent: { properties: { title: { type: 'string', maxLength: 100 } } } }),
      '`title` has another limit: maxLength 100',
    ],
    [
      'a field of an answer that is gone',
      documentOf({ answered: titleAndIcon }),
      documentOf({ answered: title }),
      '`icon` is gone',
    ],
    [
      'a field of an answer that may be absent',
      documentOf({ answered: { ...title, required: ['title'] } }),
      documentOf({ answered: title }),
      '`title` may be absent',
    ],
    [
      'a field of an answer that may be null',
      documentOf({ answered: title }),
      documentOf({ answered: { properties: { title: { type: ['string', 'null'] } } } }),
      '`title` may now be null',
    ],
  ])('%s', (_what, before, after, told) => {
    const changes = breakingChanges(before, after);

    expect(changes.map(({ sentence }) => sentence)).toEqual([expect.stringContaining(told)]);
  });

  test('nothing where more is taken and more is answered', () => {
    const before = documentOf({
      sent: { ...title, required: ['title'] },
      answered: title,
      parameters: query(),
    });
    const parameters = [...query({ schema: { type: 'string' } }), { name: 'search', in: 'query' }];
    const after = documentOf({ sent: titleAndIcon, answered: titleAndIcon, parameters });

    expect(breakingChanges(before, after)).toEqual([]);
  });
});

test('A change is named where a line under Changed or Removed has the address and the field', () => {
  const change = { path: '/rest/types/{id}/', name: 'icon', sentence: '' };
  const changelog = (heading: string, line: string) =>
    `# Changelog\n\n## [Unreleased]\n\n### ${heading}\n\n- ${line}\n\n## [1.0.0]\n\n### Changed\n\n- \`icon\` of \`/rest/types/\`\n`;

  expect(unnamedChanges([change], changelog('Removed', '`icon` of `/rest/types/` is gone'))).toEqual([]);
  expect(unnamedChanges([change], changelog('Added', '`icon` of `/rest/types/` is gone'))).toEqual([change]);
  expect(unnamedChanges([change], changelog('Changed', '`icon` of `/rest/videos/`'))).toEqual([change]);
  const gone = { ...change, sentence: '`icon` is gone' };
  expect(unnamedChanges([gone], changelog('Removed', '`icon` of `/rest/types/`'))).toEqual([]);
  expect(unnamedChanges([gone], changelog('Changed', '`icon` of `/rest/types/` is an address'))).toEqual([
    gone,
  ]);
});
