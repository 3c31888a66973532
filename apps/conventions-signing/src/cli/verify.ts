/** `npm run verify -w apps/conventions-signing -- ...`: whether the history, or a package of evidence, is what it was. */

import path from 'node:path';
import { folderOfCall, OperatorError } from '@campus/config';
import { runWithDatabase } from '@campus/database/programs';
import { runProgram, say, showProgress } from '@campus/service';
import { Misfit, Unchecked, verifyPackage } from '../../assets/evidence/verify.mjs';
import { type Database, openDatabase } from '../data/open-database.ts';
import { verifyDatabase } from '../evidence/verify-database.ts';
import { identity } from '../identity.ts';
import { readVerifyCommand, usage, type VerifyCommand } from './verify-command.ts';

/** How it ends, as `verify.mjs` does. */
const exitStatus = { fits: 0, doesNotFit: 1, isUnchecked: 2 };

async function verifyPlace(place: string, authority: string | undefined): Promise<void> {
  const where = (file: string) => path.resolve(folderOfCall(process.env), file);
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

/** Whatever keeps it from coming to an end has left something unchecked. */
function toItsEnd<On>(verify: (on: On) => Promise<void>): (on: On) => Promise<void> {
  process.exitCode = exitStatus.isUnchecked;
  return async (on) => {
    await verify(on);
    process.exitCode = exitStatus.fits;
  };
}

const args = process.argv.slice(2);
const program = { usage, read: readVerifyCommand };
const command = commandIn(args);
if (command === undefined || command.package === null) {
  await runWithDatabase<VerifyCommand, Database>(
    identity,
    { ...program, run: async () => toItsEnd(verifyAll) },
    { args, env: process.env, open: openDatabase },
  );
} else {
  await runProgram<VerifyCommand, null>(
    { ...program, run: async (given) => toItsEnd(() => verifyPlace(given.package ?? '', given.authority)) },
    { args, open: async () => ({ database: null, close: async () => {} }) },
  );
}

/** Undefined where there is none to carry out, which the program says. */
function commandIn(given: string[]): VerifyCommand | undefined {
  try {
    const read = readVerifyCommand(given);
    return read === 'help' ? undefined : read;
  } catch {
    return undefined;
  }
}
