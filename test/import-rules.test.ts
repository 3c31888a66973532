import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from './support/start-demo.ts';

/** What only the data room of a service may touch. */
const database = '^pg$|^@prisma/|/generated/';

/** Rooms that hold rules: they know no request and no answer. */
const rules = `^(express|multer|axios)$|/src/http/|${database}`;

/**
 * The rooms behind the doors of each service, with the others of them, or files of others, that they may import
 * beside the files that `http` itself shares: no door knows the inside of another.
 */
const doors: Record<string, { shared: string[]; rooms: Record<string, string[]> }> = {
  'conventions-signing': {
    shared: ['addresses.ts', 'problems.ts', 'route.ts'],
    rooms: {
      'public-api.ts': ['answer', 'asked', 'calls', 'receive', 'scope'],
      'management-api': ['answer', 'asked', 'calls', 'evidence', 'receive', 'scope'],
      // A certificate says what pages say, in the same words.
      evidence: ['answer', 'said'],
      calls: ['answer', 'asked', 'receive'],
      answer: ['receive'],
      receive: [],
      asked: ['receive'],
      said: ['answer'],
      scope: ['asked'],
      console: ['answer', 'asked', 'evidence', 'receive', 'said', 'scope'],
      'console/accounts': [
        'answer',
        'console/frame',
        'console/save',
        'console/scopes',
        'console/session',
        'receive',
        'said',
      ],
      'console/actions': [
        'asked',
        'console/deliveries',
        'console/forms',
        'console/frame',
        'console/session',
        'said',
      ],
      'console/deliveries': [
        'answer',
        'asked',
        'console/forms',
        'console/frame',
        'console/glossary',
        'console/save',
        'console/session',
        'said',
      ],
      'console/errors': ['answer', 'console/frame'],
      'console/first-page': [
        'console/deliveries',
        'console/frame',
        'console/records',
        'console/retention',
        'console/scopes',
        'console/session',
        'said',
      ],
      'console/forms': [
        'answer',
        'asked',
        'console/frame',
        'console/scopes',
        'console/session',
        'receive',
        'said',
      ],
      'console/frame': ['asked', 'console/scopes', 'console/session', 'said'],
      'console/glossary': [],
      'console/operations': [
        'answer',
        'asked',
        'console/actions',
        'console/forms',
        'console/frame',
        'console/records',
        'console/save',
        'console/session',
        'said',
      ],
      'console/mail': ['console/session'],
      'console/records': [
        'answer',
        'asked',
        'console/actions',
        'console/deliveries',
        'console/forms',
        'console/frame',
        'console/glossary',
        'console/save',
        'console/scopes',
        'console/session',
        'evidence',
        'said',
      ],
      'console/retention': ['answer', 'asked', 'console/frame', 'console/save', 'console/session', 'said'],
      'console/save': ['answer', 'console/session'],
      'console/scopes': [],
      'console/session': ['answer'],
      'console/tokens': [
        'answer',
        'asked',
        'console/forms',
        'console/frame',
        'console/save',
        'console/scopes',
        'console/session',
        'receive',
        'said',
      ],
      'console/templates': [
        'answer',
        'asked',
        'console/forms',
        'console/frame',
        'console/save',
        'console/scopes',
        'console/session',
        'receive',
      ],
    },
  },
  'video-rest': {
    shared: ['addresses.ts', 'dublin-core-record.ts', 'refusals.ts', 'signature.ts'],
    rooms: {
      changes: ['resources'],
      exchange: ['media/send-object.ts', 'resources', 'uploads'],
      resources: ['media/media-urls.ts'],
      'resources/fields': [],
      uploads: [],
      tus: ['resources'],
      media: [],
      oai: ['pages/find'],
      'pages/admin': [
        'pages/edit',
        'pages/encoding-state',
        'pages/errors',
        'pages/frame',
        'pages/glossary',
        'pages/lists',
        'pages/sign-in',
        'resources',
      ],
      'pages/edit': [
        'pages/encoding-state',
        'pages/errors',
        'pages/glossary',
        'pages/sign-in',
        'pages/watch',
        'resources',
        'media/media-urls.ts',
      ],
      'pages/encoding-state': [],
      'pages/errors': ['pages/sign-in'],
      'pages/exchange': [
        'exchange',
        'pages/admin',
        'pages/edit',
        'pages/errors',
        'pages/lists',
        'pages/sign-in',
        'resources',
      ],
      'pages/find': [
        'pages/lists',
        'pages/my-list',
        'pages/sign-in',
        'pages/watch',
        'resources',
        'media/media-urls.ts',
      ],
      'pages/frame': [],
      'pages/glossary': [],
      'pages/lists': [],
      'pages/manage': [
        'pages/edit',
        'pages/encoding-state',
        'pages/errors',
        'pages/lists',
        'pages/sign-in',
        'pages/watch',
        'resources',
        'media/media-urls.ts',
      ],
      'pages/my-list': ['pages/sign-in', 'resources'],
      'pages/sign-in': ['pages/frame'],
      'pages/watch': ['pages/my-list', 'pages/sign-in', 'resources', 'media/media-urls.ts'],
      'rest-reference.ts': ['pages/sign-in', 'resources/routes.ts'],
    },
  },
};

/**
 * Which room may import what: for the files of `room`, `forbidden` matches neither the name of a package
 * nor the path, from the root, of a file. All rows that fit a file hold, and every room is in some row.
 */
const rows: { room: string; forbidden: string; because: string }[] = [
  { room: 'packages', forbidden: '^apps/', because: 'a package knows no service' },
  {
    room: 'packages/auth',
    forbidden: `^@campus/|${database}`,
    because: 'headers know no database, no configuration, no service',
  },
  { room: 'packages/config', forbidden: '^(@campus/|express$)', because: 'it is the lowest package' },
  {
    room: 'packages/service',
    forbidden: `^@campus/(?!config$|testing$)|${database}`,
    because: 'what every process is made of knows neither its database nor its pages',
  },
  {
    room: 'packages/service/src/budget',
    forbidden: '^(express|node:http)$',
    because: 'turns know neither who takes them nor how a refusal is answered',
  },
  {
    room: 'packages/service/src/metrics',
    forbidden: '^(express|node:http)$',
    because: 'figures know neither who counts nor who reads them',
  },
  {
    room: 'packages/service/src/traces',
    // Of HTTP it knows how they are sent.
    forbidden: '^express$|/src/(log|http)/',
    because: 'a trace knows neither who begins it nor who logs',
  },
  {
    room: 'packages/service/src/command-line',
    forbidden: '^(express|node:http)$',
    because: 'a program knows no HTTP',
  },
  {
    room: 'packages/pages',
    forbidden: `^@campus/(?!config$|service(/command-line)?$|testing)|${database}`,
    because: 'pages are markup: no database, no accounts',
  },
  {
    room: 'packages/feed',
    forbidden: `^@campus/(?!service(/command-line)?$|pages(/html)?$)|${database}`,
    because: 'a feed knows neither tables nor records',
  },
  {
    room: 'packages/jobs',
    forbidden: '^@campus/(?!config$|service(/command-line)?$|testing$)|^express$',
    because: 'the queue knows no job by name',
  },
  {
    room: 'packages/database',
    forbidden: '^@campus/(?!config$|service(/command-line)?$|jobs$|testing)|^express$',
    because: 'a database knows no records and no pages',
  },
  {
    room: 'packages/database/src',
    forbidden: '/(authoring|test)/',
    because: 'nothing that runs writes migrations',
  },
  {
    room: 'packages/accounts',
    forbidden:
      '^@campus/(?!config$|service(/command-line)?$|database$|pages(/html)?$|accounts$|testing)|^@prisma/',
    because: 'people are known by what it is given',
  },
  {
    room: 'packages/accounts/src/password',
    forbidden: database,
    because: 'a password knows no table',
  },
  {
    room: 'packages/deliveries',
    forbidden: `^@campus/(?!service(/command-line)?$|pages(/html)?$|deliveries$|testing$)|^express$|${database}`,
    because: 'a call knows neither who promised it nor where it is recorded',
  },
  {
    room: 'packages/mail',
    forbidden: '^@campus/(rest|auth|mail|bench)|^axios$|^@prisma/',
    because: 'a mail knows neither what it tells of nor whom that concerns',
  },
  {
    room: 'packages/rest/src',
    forbidden: `^@campus/(?!config$|service(/command-line)?$|pages(/html)?$|rest$|testing)|^(multer|axios|node:child_process)$|${database}`,
    because: 'the engine knows no resource and no database',
  },
  {
    room: 'packages/privacy',
    forbidden: '^@campus/(?!config$|service(/command-line)?$|database$|pages(/html)?$|accounts$)|^@prisma/',
    because: 'what is kept of people is declared by whoever keeps it',
  },
  {
    room: 'packages/testing',
    forbidden: '^@campus/(?!testing)',
    because: 'what tests is below what it tests',
  },
  {
    room: 'packages/bench',
    forbidden: '^@campus/(?!config$|database$|testing$|bench$)',
    because: 'a benchmark knows no service',
  },
  ...['video-client', 'signing-client'].flatMap((client) => [
    {
      room: `packages/${client}`,
      forbidden: `^@campus/(?!client-(cli|core)$|config$|service(/command-line)?$)|^(apps|scripts)/|^packages/(?!${client}/)`,
      because: 'who installs a client has nothing else of ours but what is built into it',
    },
    {
      room: `packages/${client}/src/*.ts`,
      forbidden: '^(node:|@campus/(?!client-core$))|/src/cli/',
      because: 'who installs a client has nothing else of ours, and maybe a browser',
    },
  ]),
  {
    room: 'packages/client-core',
    forbidden: '^(?!packages/client-core/)',
    because: 'it is built into what others install, maybe in a browser',
  },
  {
    room: 'packages/client-cli',
    forbidden:
      '^@campus/(?!client-core$|config$|service(/command-line)?$)|^(express|node:http)$|^(apps|scripts)/',
    because: 'the programs of the clients go where these are installed',
  },
  {
    room: 'packages/client-build',
    forbidden: '^@campus/|^(apps|scripts)/',
    because: 'it builds what it is given',
  },
  ...['conventions-signing', 'video-rest'].flatMap((app) => [
    {
      room: `apps/${app}`,
      forbidden: `^apps/(?!${app}/)`,
      because: 'the services know nothing of each other',
    },
    {
      room: `apps/${app}/src/http`,
      forbidden: `^(axios|node:child_process)$|/src/cli/|${database}`,
      because: 'doors go through use cases and plain reads',
    },
    {
      room: `apps/${app}/src/domain`,
      forbidden: `${rules}|/src/(?!domain/)`,
      because: 'values and their names are below all rooms',
    },
    { room: `apps/${app}/src/accounts`, forbidden: rules, because: 'rules know no HTTP and no SQL' },
    {
      room: `apps/${app}/src/cli`,
      forbidden: rules,
      because: 'a command is another door to the same use cases',
    },
    {
      room: `apps/${app}/src/data`,
      forbidden: '^(express|multer|axios|node:child_process)$|/src/(http|webhook|cli|dublin-core)/',
      because: 'the data room knows no HTTP and no use case',
    },
    {
      room: `apps/${app}/src`,
      forbidden: '/(test|bench|vendor-check)/',
      because: 'nothing that runs needs a test',
    },
  ]),
  {
    room: 'apps/conventions-signing/src/signing',
    forbidden: rules,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/evidence',
    forbidden: rules,
    because: 'what proves something is checked without HTTP and SQL',
  },
  {
    room: 'apps/conventions-signing/src/archive',
    forbidden: `${rules}|/src/(data|signing|webhook|pdf|cli)/`,
    because: 'files in, an archive out',
  },
  {
    room: 'apps/conventions-signing/src/retention',
    forbidden: rules,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/operations',
    forbidden: rules,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/stamps',
    forbidden: `^(express|multer)$|/src/http/|${database}`,
    because: 'time stamps know no HTTP server and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/ledger',
    forbidden: rules,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/chain',
    forbidden: `${rules}|/src/(?!chain/)`,
    because: 'anybody can compute it again',
  },
  {
    room: 'apps/conventions-signing/src/deliveries',
    forbidden: rules,
    because: 'a promise knows no HTTP and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/webhook',
    forbidden: `^(express|multer)$|/src/http/|${database}`,
    because: 'deliveries know no HTTP server and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/mail',
    forbidden: `^(express|multer|axios)$|/src/(http|webhook|pdf)/|${database}`,
    because: 'mails know no HTTP and no SQL',
  },
  {
    room: 'apps/conventions-signing/src/pdf',
    forbidden: `^(express|multer|axios)$|/src/(http|data|signing|webhook)/|${database}`,
    because: 'bytes in, facts out',
  },
  {
    room: 'apps/conventions-signing/src/import',
    forbidden: rules,
    because: 'a file is another door: it knows the shapes of the wire, and no request',
  },
  {
    room: 'apps/conventions-signing/src/wire',
    forbidden: rules,
    because: 'what goes over the wire is known without a request',
  },
  {
    room: 'apps/conventions-signing/src/trust',
    forbidden: `^(express|multer|axios)$|/src/(http|data|signing|webhook|pdf)/|${database}`,
    because: 'signatures, proofs and anchors in, a judgement out',
  },
  {
    room: 'apps/conventions-signing/src/trusted-lists',
    forbidden: `^(express|multer)$|/src/(http|webhook|signing)/|${database}`,
    because: 'lists in, services out',
  },
  {
    room: 'apps/conventions-signing/vendor-check',
    forbidden: `^(express|multer|pg)$|^@prisma/|/src/http/`,
    because: 'it is a client of the service that it starts',
  },
  {
    room: 'apps/video-rest/src/videos',
    forbidden: `${rules}|^node:child_process$`,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/webhooks',
    forbidden: `^(express|multer|axios)$|/src/http/|^pg$|^@prisma/`,
    because: 'calls that go out know no HTTP server and no SQL',
  },
  {
    room: 'apps/video-rest/src/uploads',
    forbidden: `${rules}|^node:child_process$`,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/mail',
    forbidden: `^(express|multer|axios)$|/src/(http|ffmpeg)/|${database}`,
    because: 'mails know no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/runs',
    forbidden: `${rules}|^node:child_process$`,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/deletions',
    forbidden: `${rules}|^node:child_process$`,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/library',
    forbidden: `${rules}|^node:child_process$`,
    because: 'rules know no HTTP and no SQL',
  },
  {
    room: 'apps/video-rest/src/ffmpeg',
    forbidden: `${rules}|/src/(data|videos|uploads|library|accounts|storage|dublin-core|cli)/`,
    because: 'a file in, files and facts out',
  },
  {
    room: 'apps/video-rest/src/storage',
    forbidden: `${rules}|^node:child_process$|/src/(videos|uploads|library|accounts|ffmpeg|dublin-core|cli)/`,
    because: 'the storage knows bytes and folders',
  },
  {
    room: 'apps/video-rest/src/pod',
    forbidden: `^(express|multer|axios|node:child_process)$|/src/cli/|${database}`,
    because: 'another instance is another door: it goes through declarations and use cases',
  },
  {
    room: 'apps/video-rest/src/exchange',
    forbidden: `^(express|multer|axios|node:child_process)$|/src/cli/|${database}`,
    because: 'a file of objects is another door: it goes through declarations',
  },
  {
    room: 'apps/video-rest/src/dublin-core',
    forbidden: `${rules}|^node:child_process$|/src/(data|videos|uploads|library|accounts|storage|ffmpeg|cli)/`,
    because: 'values in, XML out',
  },
  {
    room: 'apps/video-rest/src/oai',
    forbidden: `${rules}|^node:child_process$|/src/(data|videos|uploads|library|accounts|storage|ffmpeg|cli)/`,
    because: 'requests of a protocol in, XML out',
  },
  ...Object.entries(doors).flatMap(([app, { shared, rooms }]) =>
    Object.entries(rooms).map(([room, others]) => ({
      room: `apps/${app}/src/http/${room}`,
      forbidden: `^apps/${app}/src/http/(?!(${[room, ...shared, ...others].join('|')})(/|$))`,
      because: `of the other doors it knows ${others.join(', ') || 'nothing'}`,
    })),
  ),
  {
    room: 'examples/signing-application',
    forbidden: '^@campus/(?!signing-client$)|^(apps|packages)/',
    because: 'a vendor has nothing of ours but the client',
  },
  {
    room: 'examples/changes-consumer',
    forbidden: '^@campus/|^(apps|packages)/',
    because: 'an institution has nothing of ours',
  },
  {
    room: 'examples/demo',
    forbidden: '^apps/|^@campus/(?!(signing|video)-client$|testing)',
    because: 'it shows what HTTP shows',
  },
];

const importing = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** What each file of a room imports, as package names or paths from the root. */
async function importsOf(room: string): Promise<{ file: string; imported: string }[]> {
  const found: { file: string; imported: string }[] = [];
  for await (const file of glob(room.endsWith('.ts') ? room : `${room}/**/*.ts`, {
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

test.each(rows)('$room: $because', async ({ room, forbidden }) => {
  const imports = await importsOf(room);

  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter(({ imported }) => new RegExp(forbidden).test(imported))).toEqual([]);
});

test('Every package, example, folder of a service and room behind a door is in a row of its own', async () => {
  const rooms = new Set<string>();
  for await (const folder of glob(['packages/*', 'examples/*', 'apps/*/src/*'], { cwd: repositoryRoot }))
    if (!path.basename(folder).includes('.')) rooms.add(folder);
  for await (const file of glob('apps/*/src/http/**/*.ts', { cwd: repositoryRoot }))
    rooms.add(path.dirname(file));

  const named = new Set(rows.flatMap(({ room }) => [room, room.replace(/\/src$/, '')]));
  expect([...rooms].filter((room) => !named.has(room))).toEqual([]);
});

test('No file imports itself by way of others, types included', async () => {
  const imports = [...(await importsOf('packages')), ...(await importsOf('apps'))];
  const importsByFile = Map.groupBy(imports, ({ file }) => file);

  expect(circlesIn(importsByFile)).toEqual([]);
});

test('No folder imports itself by way of its neighbours, types included, at any depth', async () => {
  const imports = [...(await importsOf('packages')), ...(await importsOf('apps'))].filter(
    ({ file, imported }) =>
      /^\w+\/[^/]+\/src\//.test(file) && imported.startsWith(path.join(...file.split('/').slice(0, 3))),
  );
  const places = new Set(imports.flatMap(({ file }) => foldersOf(path.dirname(file))));
  const circles = [...places].flatMap((place) => circlesIn(importsBelow(place, imports)));

  expect(circles).toEqual([]);
});

/** A folder, and all that it lies in. */
function foldersOf(folder: string): string[] {
  return folder === '.' ? [] : [folder, ...foldersOf(path.dirname(folder))];
}

/** Which folder directly below a place imports which other. */
function importsBelow(
  place: string,
  imports: readonly { file: string; imported: string }[],
): Map<string, { imported: string }[]> {
  const roomOf = (file: string) =>
    file.startsWith(`${place}/`) && path.dirname(file) !== place
      ? path.join(place, file.slice(place.length + 1).split('/')[0] ?? '')
      : undefined;
  const between = imports.flatMap(({ file, imported }) => {
    const [from, to] = [roomOf(file), roomOf(imported)];
    return from === undefined || to === undefined || from === to ? [] : [{ file: from, imported: to }];
  });
  const once = new Map(between.map((arrow) => [`${arrow.file} ${arrow.imported}`, arrow]));
  return Map.groupBy(once.values(), ({ file }) => file);
}

/** Each way from a file, or folder, back to itself, once. */
function circlesIn(importsByFile: Map<string, { imported: string }[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (done.has(file) || way.includes(file)) return;
    for (const { imported } of importsByFile.get(file) ?? []) visit(imported, [...way, file]);
    done.add(file);
  };
  for (const file of importsByFile.keys()) visit(file, []);
  return circles;
}

/** Calls of Prisma's client for rows that are not told by their key. */
const notByKey =
  /\.(?:findFirst\w*|updateManyAndReturn|aggregate|count)\(\{|\.(?:findMany|updateMany|deleteMany)\((?!\{\s*where: \{ (?:id|username)(?:: \{ in: ids \})? \})/g;

/** Ways to send a statement beside `sql`; a COPY is more than a statement, and goes over a connection of pg. */
const otherWays =
  /\$(?:query|execute)Raw\w*|\bPrisma\.(?:sql|join|raw|empty)\b|\.query(?:<[^(]*>)?\((?!\s*to\()/g;

/** What `sql` stands on, what brings its own statements, and what only tests run. */
const ownStatements = ['database', 'jobs', 'testing', 'bench'].map((name) => `packages/${name}/src/`);

test('Every statement is written with sql', async () => {
  const others: string[] = [];
  for await (const file of glob(['apps/*/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: repositoryRoot })) {
    if (ownStatements.some((room) => file.startsWith(room))) continue;
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    for (const ways of [otherWays, notByKey])
      for (const [way] of source.matchAll(ways)) others.push(`${file}: ${way}`);
  }

  expect(others).toEqual([]);
});

test('What has markup calls the components of pages as ui', async () => {
  const others: string[] = [];
  for await (const file of glob(['apps/*/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: repositoryRoot })) {
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    if (source.includes("from '@campus/pages/html';") && source.includes("} from '@campus/pages';"))
      others.push(file);
  }

  expect(others).toEqual([]);
});

test('Only the data room runs queries: elsewhere a transaction is handed on, never used', async () => {
  const queries: string[] = [];
  for await (const file of glob('apps/*/src/**/*.ts', { cwd: repositoryRoot })) {
    if (/\/src\/data\//.test(file)) continue;
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    for (const [query] of source.matchAll(/\b(tx|prisma)\.(?!\$transaction\()[$\w]+[.(]/g))
      queries.push(`${file}: ${query}`);
  }

  expect(queries).toEqual([]);
});

/** The helpers themselves, and the stores of declared resources, whose write is the whole use case. */
const openTransactions = /\/data\/(open-database|table-store|exchange-store)\.ts$/;

test('The data room opens no transaction: whoever has the use case does, and hands it on', async () => {
  const opened: string[] = [];
  for await (const file of glob('apps/*/src/data/**/*.ts', { cwd: repositoryRoot })) {
    if (openTransactions.test(file)) continue;
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    for (const [way] of source.matchAll(/\b(inTransaction|inPipelinedTransaction|changeAs|\$transaction)\(/g))
      opened.push(`${file}: ${way}`);
  }

  expect(opened).toEqual([]);
});
