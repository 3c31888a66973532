import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/**
 * Whether node_modules holds what the lockfile says, as after an `npm ci` by hand: npm writes at the end of an install
 * what is there, in the form of the lockfile. What is for other machines alone may be missing.
 *
 * @param {string} root  folder of the repository
 */
export function isInstalled(root) {
  const installed = packagesIn(join(root, hiddenLockfile));
  if (installed === undefined) return false;
  const wanted = packagesIn(join(root, 'package-lock.json')) ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    if (path in installed) return isDeepStrictEqual(installed[path], entry);
    return entry.optional === true && !isMadeForThisMachine(entry);
  });
}

/** What npm believes to have installed. */
export const hiddenLockfile = 'node_modules/.package-lock.json';

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** Without any word on machines it is a part of something that is for others alone. */
function isMadeForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  const allows = (allowed, here) => allowed === undefined || [allowed].flat().includes(here);
  return (
    allows(os, process.platform) &&
    allows(cpu, process.arch) &&
    (libc === undefined || allows(libc, libcHere()))
  );
}

function libcHere() {
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}
