import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase, type StartedProcess, startProcess } from '@campus/testing';
import { factsOf, formWith } from '@campus/testing/markup';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { signIn } from '../apps/conventions-signing/test/support/console.ts';
import { validPdf } from '../apps/conventions-signing/test/support/pdfs.ts';
import { metadata } from '../apps/conventions-signing/test/support/records.ts';
import { type Caller, callerWith } from '../apps/conventions-signing/test/support/service.ts';
import { type CopyOfTree, copyTree } from './support/copy-of-tree.ts';
import { repositoryRoot } from './support/start-demo.ts';

const tokens = { institution: 'management-token-for-tests', vendor: 'public-token-for-tests' };

/** Beside the example of CONTRIBUTING.md: a field that signing applications read, and that an erasure leaves. */
const trainingPath = [
  [
    'prisma/conventions-signing/schema.prisma',
    'model Signable',
    `  trainingPath String @default("") @map("training_path")`,
  ],
  [
    'apps/conventions-signing/src/domain/registered-texts.ts',
    'metadataTexts',
    '  trainingPath: { searchedAs: null, isErased: false },',
  ],
  [
    'apps/conventions-signing/src/wire/registration-fields.ts',
    'registrationFields',
    `  trainingPath: {
    wire: 'trainingpath',
    input: cleanText.default(''),
    output: z.string(),
    example: 'Master 2',
    label: { en: 'Training', fr: 'Formation' },
    shownIn: [],
  },`,
  ],
] as const;

let tree: CopyOfTree;
let running: StartedProcess;
let service: { url: string; sql: pg.Pool };
let institution: Caller;
let vendor: Caller;
const closing: (() => Promise<unknown>)[] = [];

/** The steps of the section: which file, what begins there, and what is added. */
async function stepsOfContributing(): Promise<(readonly [string, string, string])[]> {
  const text = await readFile(path.join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8');
  const section = text.split('\n## ').find((part) => part.startsWith('Add a field to agreements')) ?? '';
  return [...section.matchAll(/in `([\w ]+)` of `([^`]+)`[^\n]*\n\n```\w+\n(.*?)\n```/gs)].map(
    ([, opening = '', file = '', added = '']) => [file, opening, added],
  );
}

beforeAll(async () => {
  tree = await copyTree();
  closing.push(() => tree.remove());
  const steps = await stepsOfContributing();
  expect(steps).toHaveLength(3);
  for (const [file, opening, added] of [...steps, ...trainingPath]) await tree.addTo(file, opening, added);
  const schema = 'prisma/conventions-signing/schema.prisma';
  await tree.run(
    'packages/database/authoring/author-migration.ts',
    schema,
    'prisma/conventions-signing/migrations',
    'add_discipline',
  );
  await tree.run('node_modules/prisma/build/index.js', 'generate', '--schema', schema);

  const database = await createTestDatabase('conventions-signing');
  closing.push(() => database.drop());
  const sql = new pg.Pool({ connectionString: database.url, max: 2 });
  closing.push(() => sql.end());
  running = startProcess({
    command: process.execPath,
    args: ['apps/conventions-signing/src/main.ts'],
    cwd: tree.folder,
    env: {
      SERVER_PORT: '0',
      METRICS_PORT: '0',
      APPLI_PUBLIC_TOKENS: tokens.vendor,
      APPLI_MANAGEMENT_TOKENS: tokens.institution,
      DATABASE_URL: database.url,
      DATA_DIR: path.join(tree.folder, '.data'),
    },
  });
  closing.push(() => running.kill());
  const [, url = ''] = await running.waitForOutput(/ready on (http:\/\/[\w.:]+)/);
  service = { url, sql };
  institution = callerWith(url, `Bearer ${tokens.institution}`);
  vendor = callerWith(url, `Bearer ${tokens.vendor}`);
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function register(fields: { discipline?: string; trainingpath?: string }): Promise<number> {
  const { discipline, ...changes } = fields;
  const pdf64 = Buffer.from(await validPdf()).toString('base64');
  const { body } = await institution
    .post('/api/conventions')
    .send({ pdf64, metadata: metadata(changes), discipline })
    .expect(201);
  return body.id;
}

test('The copy compiles: whatever takes a registered text takes those', async () => {
  // Of the whole tree, what it imports as a package would be the repository's.
  const own = 'apps/conventions-signing/tsconfig.json';
  await writeFile(path.join(tree.folder, own), JSON.stringify({ extends: '../../tsconfig.json' }));
  await tree.run('node_modules/typescript/bin/tsc', '-p', own);
});

test('Given what was registered as JSON or as parts, Then the institution reads it, and signing applications only what is for them', async () => {
  const id = await register({ discipline: ' Physics ', trainingpath: 'Master 2' });
  const parts = await institution
    .post('/api/conventions')
    .field('metadata', JSON.stringify(metadata()))
    .field('discipline', 'Chemistry')
    .attach('doc', Buffer.from(await validPdf()), 'a.pdf')
    .expect(201);

  const { body } = await institution.get(`/api/conventions/${id}`).expect(200);
  const { body: read } = await vendor.get(`/public/api/conventions/${id}/metadata`).expect(200);

  expect(body).toMatchObject({ discipline: 'Physics', trainingpath: 'Master 2', reference: null });
  expect(parts.body).toMatchObject({ discipline: 'Chemistry', trainingpath: '' });
  expect(read).toEqual({ ...metadata(), trainingpath: 'Master 2' });
});

test('Given what its rule refuses, Then the refusal names it', async () => {
  const wrong = await institution
    .post('/api/conventions')
    .send({ pdf64: 'AAAA', metadata: metadata({ trainingpath: 'a\nb' }), discipline: ' ' })
    .expect(400);

  expect(wrong.body.errors).toEqual([
    { pointer: '/metadata/trainingpath', message: 'must not contain control characters or line breaks' },
    { pointer: '/discipline', message: 'must not be empty' },
  ]);
});

test('Given a draft, When only the discipline is another, Then the draft is replaced', async () => {
  const pdf64 = Buffer.from(await validPdf()).toString('base64');
  const body = { pdf64, metadata: metadata(), discipline: 'Physics' };
  const { body: draft } = await institution.post('/api/conventions').send(body).expect(201);

  const replaced = await institution
    .put(`/api/conventions/${draft.id}`)
    .send({ ...body, discipline: 'Law' })
    .expect(200);

  expect(replaced.body).toMatchObject({ discipline: 'Law', history: [{}, { event: 'replaced' }] });
});

test('Given a discipline, When somebody searches for it, Then the agreement is found by it and not by what is not searched', async () => {
  const id = await register({ discipline: 'Archéologie', trainingpath: 'Égyptologie' });

  const found = await institution.get('/api/conventions?q=archeologie').expect(200);
  const notFound = await institution.get('/api/conventions?q=egyptologie').expect(200);

  expect(found.body.results).toMatchObject([{ id, discipline: 'Archéologie' }]);
  expect(notFound.body.results).toEqual([]);
});

test('Given the form, When somebody fills it in, Then record page, list and the form of the draft show it', async () => {
  const person = await signIn(service, 'sender', { language: 'fr' });
  const form = formWith(await person.page('/console/conventions/new/'), 'discipline');
  const fields = {
    title: 'Typed',
    companyname: 'C',
    school: 'S',
    discipline: 'Géographie',
    trainingpath: 'Licence',
    'signatory-0-givenname': 'Ada',
    'signatory-0-name': 'Martin',
    'signatory-0-mail': 'ada@example.org',
    'signatory-0-order': '1',
  };
  const sending = person.postMultipart('/console/conventions/new/');
  for (const [name, value] of Object.entries(fields)) sending.field(name, value);
  const { headers } = await sending.attach('doc', Buffer.from(await validPdf()), 'a.pdf').expect(303);
  const address = String(headers.location).replace(/\?.*/, '');

  const record = await person.page(address);
  const list = await person.page('/console/conventions/');
  const { values } = formWith(await person.page(`${address}edit/`), 'discipline');

  expect(form.field('discipline').label).toMatch(/^Discipline/);
  expect(form.field('trainingpath').label).toMatch(/^Formation/);
  expect(factsOf(record)).toMatchObject({ Discipline: 'Géographie' });
  expect(record.text).not.toContain('Licence');
  expect(list.get('table').text).toContain('Discipline Géographie');
  expect(Object.fromEntries(values)).toMatchObject({ discipline: 'Géographie', trainingpath: 'Licence' });
});

test('Given an agreement that was sent, When it is erased, Then the discipline has gone, and what an erasure leaves is there', async () => {
  const id = await register({ discipline: 'Théologie', trainingpath: 'Master 1' });
  await institution.post(`/api/conventions/${id}/signature`).expect(202);

  await institution.delete(`/api/conventions/${id}`).send({ reason: 'asked for' }).expect(204);

  const { body } = await institution.get(`/api/conventions/${id}`).expect(200);
  expect(body).toMatchObject({ state: 'erased', title: '', discipline: null, trainingpath: 'Master 1' });
});

test('The OpenAPI documents describe it where it stands', async () => {
  const { body: management } = await institution.get('/api/api-docs').expect(200);
  const { body: forVendors } = await vendor.get('/public/api-docs').expect(200);

  const { CombinedDocumentInput, MetadataInput, Record, Summary } = management.components.schemas;
  expect(CombinedDocumentInput.properties.discipline).toMatchObject({ example: 'Physics', maxLength: 200 });
  expect(Record.properties.discipline).toMatchObject({ description: 'That the intern studies' });
  expect(Summary.properties).toHaveProperty('trainingpath');
  expect(MetadataInput.properties).toHaveProperty('trainingpath');
  expect(forVendors.components.schemas.Metadata).toMatchObject({
    properties: { trainingpath: { type: 'string' } },
    example: { trainingpath: 'Master 2' },
  });
  expect(JSON.stringify(forVendors)).not.toContain('discipline');
  const { parameters } = management.paths['/api/conventions'].get;
  const { description } = parameters.find(({ name }: { name: string }) => name === 'q');
  expect(description).toMatch(/^Words that all occur in [^;]*the discipline/);
});
