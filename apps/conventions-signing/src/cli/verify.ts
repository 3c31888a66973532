/** `npm run verify -w apps/conventions-signing -- ...`: whether the history, or a package of evidence, is what it was. */

import path from 'node:path';
import { folderOfCall, OperatorError } from '@campus/config';
import { runWithDatabase } from '@campus/database/programs';
import { declareProgram, option, say, showProgress, UsageError } from '@campus/service/command-line';
import { Misfit, Unchecked, verifyPackage } from '../../assets/evidence/verify.mjs';
import { type Database, openDatabase } from '../data/open-database.ts';
import { verifyDatabase } from '../evidence/verify-database.ts';
import { identity } from '../identity.ts';

/** How it ends, as `verify.mjs` does. */
const exitStatus = { fits: 0, doesNotFit: 1, isUnchecked: 2 };

async function verifyPlace(place: string, authority: string | undefined): Promise<void> {
  const where = (file: string) => path.resolve(folderOfCall(), file);
  try {
    const options = { authority: authority === undefined ? undefined : where(authority) };
    for (const line of await verifyPackage(where(place), options)) say(line);
  } catch (error) {
    if (error instanceof Misfit) throw misfit(`${place} does not fit: ${error.message}`);
    if (error instanceof Unchecked || isOfSystem(error))
      throw new OperatorError(`${place} cannot be checked: ${error.message}`);
    throw error;
  }
}

/** Such as a file that is not there. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

async function verifyAll(db: Database): Promise<void> {
  const verdict = await verifyDatabase(db, showProgress);
  if (verdict.flaw !== null) throw misfit(`It does not fit: ${verdict.flaw}.`);
  for (const line of verdict.said) say(line);
}

function misfit(message: string): OperatorError {
  process.exitCode = exitStatus.doesNotFit;
  return new OperatorError(message);
}

const options = {
  authority: option('<ca.pem>', 'certificates that are trusted for the time stamps of a package'),
};

const program = declareProgram<typeof options, Database>({
  call: 'npm run verify -w apps/conventions-signing',
  about: `Checks that nothing was changed afterwards: the history of a whole database with its documents and time stamps, or an
evidence package.`,
  options,
  verbs: {
    '': {
      form: ['', '<package.zip or its folder> [--authority <ca.pem>]'],
      words: [0, 1, 'one package at a time'],
      read([place], { authority }) {
        if (place === undefined && authority !== undefined)
          throw new UsageError('--authority goes with a package');
        // Whatever keeps it from coming to an end leaves something unchecked.
        process.exitCode = exitStatus.isUnchecked;
        const toItsEnd = async (verifying: Promise<void>) => {
          await verifying;
          process.exitCode = exitStatus.fits;
          return undefined;
        };
        if (place !== undefined) return { first: () => toItsEnd(verifyPlace(place, authority)) };
        return (db) => toItsEnd(verifyAll(db));
      },
    },
  },
  notes: `It names the first entry or file that does not fit. A database is checked beside a running service or without it; every
document in it is read once. A package needs no database.`,
  exit: `Exit status: 0 when everything fits, 1 when something does not, 2 when not everything could be checked, 64 when the
command line is wrong.`,
});

await runWithDatabase(identity, program, { open: openDatabase });
