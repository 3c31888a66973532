/** What the command line of `import` may say. */
import { readCommand, UsageError } from '@campus/service';

export const usage = `Registers many agreements and amendments at once, as drafts, beside a running service or without it.

usage: npm run import -w apps/conventions-signing -- <list.csv|list.jsonl> <pdfs.zip> [--dry-run]

  --dry-run  checks everything, and registers nothing
  --help     this text

Each line of the list is a record: its reference, the name of its PDF in the ZIP, and its metadata. First every line and
every PDF is checked; when anything is wrong, each problem is told with its line and nothing is registered. A line whose
reference is registered already with the same PDF is passed over, and what is registered stays as it is: when it was ended,
in whatever way, call it again, and it goes on. docs/signing.md shows the columns.

Exit status: 0 when all is registered, 1 when something is wrong, 64 when the command line is.
`;

export interface ImportCommand {
  list: string;
  archive: string;
  isDryRun: boolean;
}

/** @throws UsageError */
export function readImportCommand(args: string[]): ImportCommand | 'help' {
  const { values, positionals } = readCommand(args, {
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return 'help';
  const [list, archive, ...more] = positionals;
  if (list === undefined || archive === undefined || more.length > 0)
    throw new UsageError('a list and a ZIP with its PDFs are needed, two files');
  return { list, archive, isDryRun: values['dry-run'] };
}
