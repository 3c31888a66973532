import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useFaults } from '@campus/testing/faults';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { exports, imports } from '../../src/exchange/exchange-command.ts';
import { runExchange } from '../support/run-exchange.ts';
import { useStorage } from '../support/storage.ts';

const on = useStorage();
const faults = useFaults();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'video-exchange-command-'));
  await on.db.prisma.user.create({ data: { username: 'root', isStaff: true, isSuperuser: true } });
});
afterEach(() => void faults.end());
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);
const archive = () => ({ folder: at('missing') });
const bring = (name: string, ...args: string[]) =>
  runExchange(imports, { on, archive: archive() }, at(name), '--by', 'root', ...args);

test('Given a file that is not there, When it is to be imported, Then its path is to be corrected', async () => {
  await expect(bring('missing.jsonl')).rejects.toThrow(
    `${at('missing.jsonl')} cannot be used: it is not there; correct the path, or create it (ENOENT`,
  );
});

test('Given a folder in the place of a file, When it is to be imported, Then a file is to be named', async () => {
  await mkdir(at('folder.csv'));

  await expect(bring('folder.csv', '--resource', 'types')).rejects.toThrow(
    `${at('folder.csv')} cannot be used: it is a folder; name a file (EISDIR`,
  );
});

test.each([
  ['that may not be read', 'open', 'EACCES', 'let the user of this program read it'],
  ['on a disk that fails', 'open', 'EIO', 'its disk fails; look at the log of the system'],
] as const)(
  'Given a file %s, When it is to be imported, Then the mend is told',
  async (_what, call, code, mend) => {
    await writeFile(at('fine.jsonl'), '{"resource":"groups","name":"one"}\n');
    faults.begin({ calls: [call], code, nth: 1, isLasting: true });

    await expect(bring('fine.jsonl')).rejects.toThrow(`${at('fine.jsonl')} cannot be used: ${mend}`);
  },
);

test('Given media that are not there, When lines are to be imported with them, Then their folder is told', async () => {
  await writeFile(at('no-media.jsonl'), '{"resource":"groups","name":"two"}\n');

  await expect(bring('no-media.jsonl', '--media', at('missing'))).rejects.toThrow(
    `${at('missing')} cannot be used: it is not there; correct the path, or create it`,
  );
});

test('Given a folder that is not there, When an export is to be written in it, Then the folder is told', async () => {
  await expect(runExchange(exports, { on, archive: archive() }, at('nowhere/all.jsonl'))).rejects.toThrow(
    `${at('nowhere')} cannot be used: it is not there; correct the path, or create it`,
  );
});

test('Given a line that does not say of which resource it is, When it is imported, Then the option that says so is advised', async () => {
  await writeFile(at('of-none.jsonl'), '{"name":"three"}\n');

  await expect(bring('of-none.jsonl')).rejects.toThrow(/or for all lines by --resource\. Known are: /);
});
