/** What the command line of `verify` may say. */
import { readCommand, UsageError } from '@campus/service';

export const usage = `Checks that nothing was changed afterwards: the history of a whole database with its documents and time stamps, or an
evidence package.

usage: npm run verify -w apps/conventions-signing
       npm run verify -w apps/conventions-signing -- <package.zip or its folder> [--authority <ca.pem>]

  --authority <ca.pem>  certificates that are trusted for the time stamps of a package
  --help                this text

It names the first entry or file that does not fit. A database is checked beside a running service or without it; every
document in it is read once. A package needs no database.

Exit status: 0 when everything fits, 1 when something does not, 2 when not everything could be checked, 64 when the
command line is wrong.
`;

export interface VerifyCommand {
  /** Null: the database. */
  package: string | null;
  authority: string | undefined;
}

/** @throws UsageError */
export function readVerifyCommand(args: string[]): VerifyCommand | 'help' {
  const { values, positionals } = readCommand(args, {
    authority: { type: 'string' },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return 'help';
  const [place = null, ...more] = positionals;
  if (more.length > 0) throw new UsageError('one package at a time');
  if (place === null && values.authority !== undefined)
    throw new UsageError('--authority goes with a package');
  return { package: place, authority: values.authority };
}
