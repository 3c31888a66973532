import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runToEnd, startProcess } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { validPdf } from '../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning, metadata } from '../support/records.ts';
import { managementToken, useService } from '../support/service.ts';

const service = useService();

const program = path.resolve(
  import.meta.dirname,
  '../../../../packages/signing-client/src/cli/campus-signing.ts',
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'campus-signing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function environment() {
  return { CAMPUS_SIGNING_URL: service.url, CAMPUS_SIGNING_TOKEN: managementToken, XDG_CONFIG_HOME: folder };
}

function campusSigning(...args: string[]) {
  return runToEnd(program, args, environment());
}

/** Files of a registration, by what is said in it. */
async function givenFiles(
  name: string,
  said: object,
): Promise<[pdf: string, option: string, metadata: string]> {
  const [pdf, json] = [path.join(folder, `${name}.pdf`), path.join(folder, `${name}.json`)];
  await writeFile(pdf, await validPdf({ text: name }));
  await writeFile(json, JSON.stringify(said));
  return [pdf, '--metadata', json];
}

test('A PDF is registered once, also when that is called again, amended and sent', async () => {
  const files = await givenFiles('to sign', metadata({ title: 'A placement' }));

  const made = await campusSigning('register', ...files, '--reference', 'cli-1');
  const ref = made.output.split(' ')[0] ?? '';
  const again = await campusSigning('register', ...files, '--reference', 'cli-1');
  const amended = await campusSigning(
    'register',
    ...files,
    '--amends',
    ref.slice('conventions/'.length),
    '--json',
  );
  const sent = await campusSigning('send', ref, '--due', '2099-12-24');
  const status = await campusSigning('status', ref, '--json');

  expect(made).toEqual({
    status: 0,
    output: expect.stringMatching(
      /^conventions\/\d+ is draft, round 0: A placement\nORDER {2}MAIL +SIGNED\n1 +signatory1@/,
    ),
    errors: '',
  });
  expect(again.output).toBe(made.output);
  expect(JSON.parse(amended.output)).toMatchObject({ kind: 'avenant', state: 'draft' });
  expect(sent.output).toMatch(/^conventions\/\d+ is signing, round 1/);
  expect(JSON.parse(status.output)).toMatchObject({
    reference: 'cli-1',
    due: '2099-12-24',
    state: 'signing',
  });
});

test('wait ends once the record is signed, which is then downloaded, alone, as evidence, and in an export', async () => {
  const reference = 'cli-signed';
  const { id } = await givenInSigning(service, { signatories: 1, reference });
  const ref = `conventions/${id}`;
  const signed = await validPdf({ text: 'signed' });
  await using waiting = startProcess({
    command: process.execPath,
    args: [program, 'wait', ref],
    env: environment(),
  });
  await waiting.waitForOutput(/waits for signatories/);
  await service.vendor
    .patch(`/public/api/${ref}/dates`)
    .send([dateOf(1)])
    .expect(200);
  await deposit(service, id, signed).expect(200);
  const [pdf, zip] = [path.join(folder, 'signed.pdf'), path.join(folder, 'signed.zip')];

  expect(await waiting.exited).toMatchObject({ code: 0 });
  expect(waiting.output()).toContain(`${ref} is signed, round 1`);
  const evidence = path.join(folder, 'evidence.zip');
  const saved = await Promise.all([
    campusSigning('download', ref, '--output', pdf),
    campusSigning('download', ref, '--evidence', '--output', evidence),
    campusSigning('export', 'conventions', '--filter', `q=${reference}`, '--zip', '--output', zip),
  ]);
  const table = await campusSigning('export', 'conventions', '--filter', `q=${reference}`);

  expect(saved.map(({ status, errors }) => [status, errors])).toEqual(Array(3).fill([0, '']));
  expect(await readFile(pdf)).toEqual(Buffer.from(signed));
  for (const file of [evidence, zip]) expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  expect(table.output.trim().split('\n')).toEqual([
    expect.stringContaining('reference'),
    expect.stringContaining(reference),
  ]);
});

test('wait ends with an error when the record is taken back, or was never sent', async () => {
  const { id } = await givenInSigning(service);
  const { id: draft } = await givenDraft(service);
  await using waiting = startProcess({
    command: process.execPath,
    args: [program, 'wait', `conventions/${id}`],
    env: environment(),
  });
  await waiting.waitForOutput(/waits for signatories/);
  await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);

  expect(await waiting.exited).toMatchObject({ code: 1 });
  expect(waiting.output()).toContain(`conventions/${id} is draft`);
  expect(await campusSigning('wait', `conventions/${draft}`)).toEqual({
    status: 1,
    output: '',
    errors: `campus-signing: conventions/${draft} is draft: send it first.\n`,
  });
});

test('changes are a line each, from a cursor on, as text or JSON, and are followed', async () => {
  const { cursor } = (await service.institution.get('/api/changes?after=now').expect(200)).body;
  const { id } = await givenDraft(service);
  await using following = startProcess({
    command: process.execPath,
    args: [program, 'changes', '--since', cursor, '--follow'],
    env: environment(),
  });
  await following.waitForOutput(new RegExp(`registered conventions/${id} draft \\S+\n`));
  await service.institution.post(`/api/conventions/${id}/signature`).send({}).expect(202);
  await following.waitForOutput(new RegExp(`conventions/${id} signing \\S+\n`));

  const text = await campusSigning('changes', '--since', cursor);
  const [registered = ''] = text.output.split('\n');
  const behind = await campusSigning('changes', '--since', registered.split(' ').at(-1) ?? '', '--json');

  expect(registered).toMatch(new RegExp(`^\\S+ registered conventions/${id} draft \\S+$`));
  expect(JSON.parse(behind.output.split('\n')[0] ?? '')).toMatchObject({ recordId: id, state: 'signing' });
  expect(await following.kill('SIGTERM')).toMatchObject({ signal: 'SIGTERM' });
  expect(await campusSigning('changes', '--since', `1-${'0'.repeat(16)}`)).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/^campus-signing: .*Begin again with --since now/),
  });
});

describe('What cannot be done is told in one line, with an exit status of its own', () => {
  test('a record that is not there, one that is not signed, and each problem of a registration', async () => {
    const { id } = await givenDraft(service);
    const wrong = await givenFiles('wrong', metadata({ title: '' }));
    const right = await givenFiles('right', metadata());
    await writeFile(path.join(folder, 'broken.json'), '{');

    const runs = await Promise.all([
      campusSigning('status', 'avenants/999999'),
      campusSigning('download', `conventions/${id}`),
      campusSigning('register', ...wrong),
      campusSigning('register', wrong[0], '--metadata', path.join(folder, 'broken.json')),
      campusSigning('register', 'none.pdf', '--metadata', wrong[2]),
      campusSigning('register', folder, '--metadata', wrong[2]),
      campusSigning('export', 'conventions', '--output', '/none/all.csv'),
      campusSigning('register', right[2], '--metadata', right[2]),
    ]);

    expect(runs).toEqual([
      { status: 5, output: '', errors: expect.stringMatching(/^campus-signing: .*404: .*999999.*\n$/) },
      { status: 5, output: '', errors: expect.stringMatching(/^campus-signing: .*404: .*\n$/) },
      {
        status: 2,
        output: '',
        errors: expect.stringMatching(/^campus-signing: .*400: .*\/metadata\/title .*\n$/),
      },
      {
        status: 1,
        output: '',
        errors: expect.stringMatching(/^campus-signing: .*broken\.json is no JSON: .*\n$/),
      },
      { status: 1, output: '', errors: 'campus-signing: none.pdf is not there.\n' },
      { status: 1, output: '', errors: 'campus-signing: What is given is a folder.\n' },
      { status: 1, output: '', errors: 'campus-signing: /none is not there.\n' },
      // The service says it of the whole and of its place.
      { status: 2, output: '', errors: expect.stringMatching(/400: \/doc This is not a PDF: [^/]*\n$/) },
    ]);
  });

  test.each([
    [['status', '7'], /conventions\/<id> or avenants\/<id>, got "7"/],
    [['register', 'a.pdf'], /register needs --metadata <file>/],
    [['export', 'all'], /must be of conventions or avenants, got "all"/],
  ])('a wrong command line, with the usage: %j', async (args, sentence) => {
    const { status, errors } = await campusSigning(...args);

    expect([status, errors.trim().split('\n').at(-1)]).toEqual([64, expect.stringMatching(sentence)]);
    expect(errors).toContain('usage: campus-signing register');
  });
});
