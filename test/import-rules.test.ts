import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

/**
 * Which room may import what: for the files below `room`, `forbidden` matches neither the name of a package
 * nor the path, from the root, of a file. All rows that fit a file hold.
 */
const rules: { room: string; forbidden: RegExp; because: string }[] = [
  { room: 'packages/', forbidden: /^apps\//, because: 'a package knows no service' },
  {
    room: 'packages/auth/src/',
    forbidden: /^(@campus\/|pg$|@prisma\/)/,
    because: 'auth knows no database, no configuration, no service',
  },
  {
    room: 'packages/service/src/budget/',
    forbidden: /^(express|pg)$|^@prisma\/|^@campus\/(?!language$)/,
    because: 'turns know neither who takes them nor how a refusal is answered',
  },
  {
    room: 'packages/accounts/src/',
    forbidden: /^(express|pg)$|^@prisma\/|^@campus\/(?!(?:budget|language)$)/,
    because: 'accounts know no database, no HTTP, no configuration',
  },
  {
    room: 'packages/accounts/src/administration/',
    forbidden: /^express$|^@prisma\/|^@campus\/(?!language$|pages$)/,
    because: 'the history knows no accounts but by what it is given',
  },
  {
    room: 'packages/service/src/metrics/',
    forbidden: /^(express|pg|node:http)$|^@prisma\/|^@campus\//,
    because: 'figures know neither who counts nor who reads them',
  },
  {
    room: 'packages/service/src/command-line/',
    forbidden: /^(express|pg)$|^@prisma\/|^@campus\/(?!config$)/,
    because: 'a program is handed its database, and knows no HTTP',
  },
  {
    room: 'apps/conventions-signing/',
    forbidden: /^apps\/(?!conventions-signing\/)/,
    because: 'the services know nothing of each other',
  },
  {
    room: 'apps/conventions-signing/src/http/',
    forbidden: /^(pg|axios|node:child_process)$|^@prisma\/|\/generated\//,
    because: 'HTTP rooms go through use cases and plain reads',
  },
  {
    room: 'apps/conventions-signing/src/signing/',
    forbidden: /^(express|multer|axios|pg)$|^@prisma\/|\/src\/http\/|\/generated\//,
    because: 'the business room knows no HTTP and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/accounts/',
    forbidden: /^(express|multer|axios|pg)$|^@prisma\/|\/src\/http\/|\/generated\//,
    because: 'the business room knows no HTTP and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/cli/',
    forbidden: /^(express|multer|axios|pg)$|^@prisma\/|\/src\/http\/|\/generated\//,
    because: 'a command is another door to the same use cases',
  },
  {
    room: 'apps/conventions-signing/src/webhook/',
    forbidden: /^(express|multer|pg)$|^@prisma\/|\/src\/http\/|\/generated\//,
    because: 'deliveries know no HTTP server and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/data/',
    forbidden: /^(express|multer|axios)$|\/src\/(http|webhook)\//,
    because: 'the data room knows no HTTP and no use case',
  },
  {
    room: 'apps/conventions-signing/src/pdf/',
    forbidden: /^(express|multer|axios|pg)$|^@prisma\/|\/src\/(http|data|signing|webhook)\/|\/generated\//,
    because: 'bytes in, facts out',
  },
  {
    room: 'apps/video-rest/',
    forbidden: /^apps\/(?!video-rest\/)/,
    because: 'the services know nothing of each other',
  },
  {
    room: 'packages/rest/src/',
    forbidden: /^(pg|multer|axios|node:child_process)$|^@prisma\/|\/generated\/|video-rest\/src\/(?!rest\/)/,
    because: 'the engine knows no resource, no database and nobody else of the service',
  },
  {
    room: 'apps/video-rest/src/http/resources/',
    forbidden: /^(pg|multer|axios|node:child_process)$|^@prisma\/|\/generated\//,
    because: 'declarations go through use cases and plain reads',
  },
  {
    room: 'apps/video-rest/src/http/media/',
    forbidden: /^(pg|multer|axios|node:child_process)$|^@prisma\/|\/generated\//,
    because: 'HTTP rooms go through use cases and plain reads',
  },
  ...['admin', 'watch', 'people'].map((room) => ({
    room: `apps/video-rest/src/${room}/`,
    forbidden: /^(pg|multer|axios|node:child_process)$|^@prisma\/|\/generated\//,
    because: 'HTTP rooms go through use cases and plain reads',
  })),
  {
    room: 'packages/pages/src/',
    forbidden: /^(@campus\/(?!budget$|config$|language$)|pg$|@prisma\/)/,
    because: 'pages are markup: no database, no accounts',
  },
  {
    room: 'packages/pages/src/language/',
    forbidden: /^@campus\/(?!config$)|^(pg$|@prisma\/)/,
    because: 'what language somebody reads depends on nothing of ours',
  },
  {
    room: 'packages/accounts/src/sign-in/',
    forbidden: /^@campus\/(?!accounts$|config$|language$|pages$)|^@prisma\//,
    because: 'signing in knows accounts by what it is given',
  },
  {
    room: 'apps/video-rest/src/http/uploads/',
    forbidden: /^(pg|axios|node:child_process)$|^@prisma\/|\/generated\/|\/src\/(data|resources|videos)\//,
    because: 'an upload is a file and some texts',
  },
  {
    room: 'apps/video-rest/src/videos/',
    forbidden:
      /^(express|multer|axios|pg|node:child_process)$|^@prisma\/|\/generated\/|\/src\/(rest|resources|media|uploads|admin|watch|people)\//,
    because: 'the business room knows no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/accounts/',
    forbidden:
      /^(express|multer|axios|pg|node:child_process)$|^@prisma\/|\/generated\/|\/src\/(rest|resources|media|uploads|admin|watch|people)\//,
    because: 'the business room knows no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/ffmpeg/',
    forbidden:
      /^(express|multer|axios|pg)$|^@prisma\/|\/generated\/|\/src\/(rest|resources|media|uploads|admin|watch|people)\//,
    because: 'the encoder knows no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/broadcasters/',
    forbidden:
      /^(express|multer|axios|pg|node:child_process)$|^@prisma\/|\/generated\/|\/src\/(rest|resources|media|uploads|admin|watch|people)\//,
    because: 'the business room knows no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/dublin-core/',
    forbidden:
      /^(multer|axios|pg|node:child_process)$|^@prisma\/|\/generated\/|\/src\/(media|uploads|storage|encoding)\//,
    because: 'an export reads records and writes XML',
  },
  {
    room: 'apps/video-rest/src/cli/',
    forbidden:
      /^(express|multer|axios|pg|node:child_process)$|^@prisma\/|\/generated\/|\/src\/(rest|resources|media|uploads|admin|watch|people)\//,
    because: 'a command is another door to the same use cases',
  },
  {
    room: 'apps/video-rest/src/storage/',
    forbidden:
      /^(express|multer|axios|node:child_process)$|^@prisma\/|\/generated\/|\/src\/(rest|resources|media|uploads|videos|encoding|admin|watch|people)\//,
    because: 'the storage knows bytes and folders',
  },
  {
    room: 'apps/video-rest/src/data/',
    forbidden:
      /^(express|multer|axios|node:child_process)$|\/src\/(resources|media|uploads|videos|dublin-core|storage)\//,
    because: 'the data room knows no HTTP and no use case',
  },
  {
    room: 'examples/signing-application/',
    forbidden: /^@campus\/|^(apps|packages)\//,
    because: 'a vendor has nothing of ours',
  },
];

const importing = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** Files and what they import, as package names or paths from the root. */
async function importsOf(room: string): Promise<{ file: string; imported: string }[]> {
  const found: { file: string; imported: string }[] = [];
  for await (const file of glob(`${room}**/*.ts`, {
    cwd: repositoryRoot,
    exclude: (name) => ['node_modules', 'generated'].includes(path.basename(name)),
  })) {
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    for (const [, name = ''] of source.matchAll(importing)) {
      const imported = name.startsWith('.') ? path.join(path.dirname(file), name) : name;
      found.push({ file, imported });
    }
  }
  return found;
}

test.each(rules)('$room: $because', async ({ room, forbidden }) => {
  const imports = await importsOf(room);

  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter(({ imported }) => forbidden.test(imported))).toEqual([]);
});

test('Only the data room runs queries: elsewhere a transaction is handed on, never used', async () => {
  const rooms = [
    ...['http', 'signing', 'accounts', 'webhook', 'cli'].map(
      (room) => `apps/conventions-signing/src/${room}/**/*.ts`,
    ),
    ...[
      'rest',
      'resources',
      'videos',
      'accounts',
      'broadcasters',
      'encoding',
      'storage',
      'media',
      'uploads',
      'dublin-core',
      'cli',
      'admin',
      'watch',
      'pages',
    ].map((room) => `apps/video-rest/src/${room}/**/*.ts`),
  ];
  const queries: string[] = [];
  for await (const file of glob(rooms, { cwd: repositoryRoot })) {
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    for (const [query] of source.matchAll(/\b(tx|prisma)\.(?!\$transaction\()[$\w]+[.(]/g))
      queries.push(`${file}: ${query}`);
  }

  expect(queries).toEqual([]);
});
