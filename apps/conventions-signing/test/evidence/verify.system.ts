import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pino from 'pino';
import { openDatabase } from '../../src/data/open-database.ts';
import { stampHead } from '../../src/stamps/keep-stamping.ts';
import { evidenceOf, unzipped } from '../support/evidence.ts';
import { agreementPdf } from '../support/pdf-updates.ts';
import { dateOf, deposit, givenInSigning } from '../support/records.ts';
import { useService } from '../support/service.ts';
import { createSigner, signedPdf } from '../support/signed-pdfs.ts';
import { tamper } from '../support/tamper.ts';
import { issueCertificate, pem } from '../support/test-pki.ts';
import { useTimeStampAuthority } from '../support/time-stamps.ts';

const service = useService({ webhook: false, configuration: { language: 'fr', timeZone: 'Europe/Paris' } });
const authority = useTimeStampAuthority();
const run = promisify(execFile);

/** A machine with nothing but Node and openssl, and the package that was unpacked there. */
let machine: string;
let unpacked: string;
let zip: Buffer;

beforeAll(async () => {
  machine = await mkdtemp(path.join(tmpdir(), 'evidence-system-'));
  await mkdir(path.join(machine, 'bin'));
  await symlink(process.execPath, path.join(machine, 'bin/node'));
  await symlink(await requireTool('openssl'), path.join(machine, 'bin/openssl'));
  zip = await stampedPackage();
  unpacked = path.join(machine, 'package');
  for (const [name, bytes] of await unzipped(zip)) {
    await mkdir(path.dirname(path.join(unpacked, name)), { recursive: true });
    await writeFile(path.join(unpacked, name), bytes);
  }
  await writeFile(path.join(machine, 'package.zip'), zip);
  await writeFile(path.join(machine, 'root.pem'), pem(authority.root));
  await writeFile(path.join(machine, 'other.pem'), pem(await issueCertificate({ authority: true })));
});
afterAll(() => rm(machine, { recursive: true }));

async function stampedPackage(): Promise<Buffer> {
  const agreement = agreementPdf();
  const { id } = await givenInSigning(service, { pdf: agreement, signatories: 1 });
  await givenInSigning(service);
  await deposit(service, id, await signedPdf(agreement, await createSigner())).expect(200);
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);
  const db = openDatabase(service.databaseUrl, () => {});
  const uri = `${authority.server.url}/tsa`;
  await stampHead({ db, log: pino({ level: 'silent' }), now: () => new Date(), uri });
  await db.close();
  return evidenceOf(service, id);
}

/** Runs a command there; what it says, and how it ended. */
async function there(command: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: path.join(machine, 'bin') };
  try {
    const { stdout, stderr } = await run(path.join(machine, 'bin', command), args, { cwd: unpacked, env });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

describe('On a machine with nothing but Node and openssl', () => {
  test('each command of the instructions of a package does what they say', async () => {
    const readme = await readFile(path.join(unpacked, 'README.txt'), 'utf8');
    const commands = [...readme.matchAll(/^ {4}(.+)$/gm)].map(([, line = '']) => line.split(' '));
    expect(commands.map(([program]) => program)).toEqual(expect.arrayContaining(['node', 'openssl']));
    for (const [program = '', ...args] of commands) {
      const files = args.map((arg) =>
        arg.replace('package.zip', '../package.zip').replace('authority.pem', '../root.pem'),
      );
      expect(await there(program, ...files)).toMatchObject({ code: 0 });
    }
  });

  test('a package fits, with the time that an authority has stamped', async () => {
    const { code, said } = await there('node', 'verify.mjs', '--authority', '../root.pem');

    expect(said).toMatch(/^ok: entry \d+ and all before it existed at .* GMT, says the time stamp$/m);
    expect(said).toMatch(/^everything fits$/m);
    expect(code).toBe(0);
  });

  test('a stamp that nobody who is trusted answers for does not fit', async () => {
    const { code, said } = await there('node', 'verify.mjs', '--authority', '../other.pem');

    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining('does not answer for it'),
    });
  });

  test('certificates that are not there leave it unchecked', async () => {
    expect(await there('node', 'verify.mjs', '--authority', 'nothere.pem')).toEqual({
      code: 2,
      said: 'not everything was checked: the file of --authority cannot be read (ENOENT): nothere.pem\n',
    });
  });

  test('any bit that is another one in a file is named with that file', async () => {
    const files = [...(await unzipped(zip))].filter(([name]) => name !== 'verify.mjs');
    const positions = fc
      .integer({ min: 0, max: files.length - 1 })
      .chain((index) => fc.tuple(fc.constant(index), fc.nat((files[index]?.[1].length ?? 1) * 8 - 1)));
    await fc.assert(
      fc.asyncProperty(positions, async ([index, bit]) => {
        const [name, bytes] = files[index] ?? ['', Buffer.alloc(0)];
        const spoiled = Buffer.from(bytes);
        spoiled.writeUInt8(spoiled.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const file = path.join(unpacked, name);
        await writeFile(file, spoiled);
        const { code, said } = await there('node', 'verify.mjs');
        await writeFile(file, bytes);
        expect(code).toBe(1);
        // A manifest with another name or hash in it names the file that it lists.
        if (name !== 'manifest.json') expect(said).toContain(`does not fit: ${name}`);
      }),
      { numRuns: 24 },
    );
  });
});

/** `npm run verify`; without a database where none is named. */
async function npmRunVerify(args: string[], databaseUrl?: string): Promise<{ code: number; said: string }> {
  const cwd = path.resolve(import.meta.dirname, '../../../..');
  const env = databaseUrl === undefined ? process.env : { ...process.env, DATABASE_URL: databaseUrl };
  try {
    const all = ['run', '--silent', 'verify', '-w', 'apps/conventions-signing', '--', ...args];
    const { stdout, stderr } = await run('npm', all, { cwd, env });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

test('The command verify checks a package, and names what does not fit', async () => {
  const file = path.join(machine, 'package.zip');
  const spoiled = path.join(machine, 'spoiled.zip');
  const bytes = Buffer.from(zip);
  const at = bytes.lastIndexOf('%PDF-') + 20;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(spoiled, bytes);

  expect(await npmRunVerify([file, '--authority', path.join(machine, 'root.pem')])).toMatchObject({
    code: 0,
  });
  expect(await npmRunVerify([spoiled])).toMatchObject({
    code: 1,
    said: expect.stringContaining('documents/signed-v1.pdf: its SHA-256 is'),
  });
  expect(await npmRunVerify([path.join(machine, 'none.zip')])).toMatchObject({
    code: 2,
    said: expect.stringContaining('cannot be checked'),
  });
  expect(await npmRunVerify([file, '--authority', path.join(machine, 'none.pem')])).toMatchObject({
    code: 2,
    said: expect.stringMatching(
      /package\.zip cannot be checked: .* cannot be read \(ENOENT\): .*none\.pem$/m,
    ),
  });
  expect(await npmRunVerify([file, spoiled])).toMatchObject({ code: 64 });
});

test('The command verify tells a database that does not fit from one that cannot be checked', async () => {
  const nobody = new URL(service.databaseUrl);
  nobody.port = '1';
  const whole = await npmRunVerify([], service.databaseUrl);
  await tamper(service.sql, `update history set actor = actor || 'x' where position = 2`);

  const spoiled = await npmRunVerify([], service.databaseUrl);
  const unreachable = await npmRunVerify([], nobody.href);

  expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('The history fits') });
  expect(spoiled).toMatchObject({ code: 1, said: expect.stringContaining('entry 2 of the history') });
  expect(unreachable).toMatchObject({ code: 2 });
});
