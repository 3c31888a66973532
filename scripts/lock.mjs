import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWhenAsked } from './child.mjs';

// Between making the folder and writing the process id there are microseconds.
const ownerlessAfterMs = 5_000;

/**
 * Does `work` while no other process does it: two commands on one fresh clone must not install at the same time.
 * The lock is a folder with the owner's process id in it; that of a dead process is broken.
 */
export async function withLock(folder, work) {
  for (let told = false; !take(folder); ) {
    const owner = ownerOf(folder);
    if (isAbandoned(folder, owner)) {
      breakLock(folder, owner);
      continue;
    }
    if (!told) {
      console.log(
        `Another command (process ${owner ?? 'unknown'}) is installing; waiting. If it is not, remove ${folder}`,
      );
      told = true;
    }
    await sleep(200);
    endWhenAsked();
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return true;
}

function ownerOf(folder) {
  try {
    return Number(readFileSync(join(folder, 'pid'), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isAbandoned(folder, owner) {
  if (owner !== undefined) return !isAlive(owner);
  const madeAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return madeAt !== undefined && Date.now() - madeAt > ownerlessAfterMs;
}

/** Renamed first: of two processes that break the same lock, one succeeds and the other meets ENOENT. */
function breakLock(folder, owner) {
  const broken = join(folder, '..', `.install.lock.${process.pid}`);
  try {
    renameSync(folder, broken);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (ownerOf(broken) === owner) rmSync(broken, { recursive: true, force: true });
  // In between another process had broken it and taken it: it is given back.
  else renameSync(broken, folder);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
