import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, errorMessage } from '@campus/config';
import { DatabaseError } from '../database-error.ts';
import { requireDataFolder } from '../require-data-folder.ts';
import { superuserPasswordFile, writeNewPassword } from './password-file.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { processIsAlive } from './process-identity.ts';

/**
 * Makes a data folder: password required of everyone (scram-sha-256), UTF-8, and the sort order of code points,
 * which is the same on every system.
 *
 * It is made under another name (`<folder>.init-<pid>`) and renamed at the end, so that a half-made one is never
 * used, and of two processes that make it at the same time one wins and the other's is thrown away.
 */
export async function makeCluster(options: {
  binaries: PostgresBinaries;
  prefix: string[];
  folder: string;
  /** Wait until the disk has it: needless for a folder that is thrown away. */
  sync: boolean;
}): Promise<void> {
  const { binaries, prefix, folder, sync } = options;
  await requireDataFolder(dirname(folder));
  await removeAbandoned(folder);
  const unfinished = `${folder}.init-${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  try {
    await writeNewPassword(passwordFile);
    await mkdir(unfinished, { mode: 0o700 });
    const [command = '', ...args] = [
      ...prefix,
      binaries.initdb,
      ...initdbFlags,
      ...(sync ? [] : ['--no-sync']),
    ];
    await promisify(execFile)(command, [...args, `--pwfile=${passwordFile}`, '-D', unfinished]);
    await rename(passwordFile, join(unfinished, superuserPasswordFile));
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
    // Another process has made it in the meantime.
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) return;
    throw new DatabaseError(
      'start_failed',
      `The data folder ${folder} could not be made: ${errorMessage(error).trim()}`,
      { cause: error },
    );
  }
}

const initdbFlags = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

/** Removes what earlier processes left half-made; a living process may still be at work on its own. */
async function removeAbandoned(folder: string): Promise<void> {
  const start = `${basename(folder)}.init-`;
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(start)) continue;
    const pid = Number.parseInt(name.slice(start.length), 10);
    if (pid === process.pid || !processIsAlive(pid)) {
      await rm(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}
