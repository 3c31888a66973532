/** `npm run import -w apps/conventions-signing -- ...`: many records at once, from a list and a ZIP of PDFs. */
import path from 'node:path';
import { commandLine } from '@campus/accounts';
import { folderOfCall, OperatorError } from '@campus/config';
import { runWithDatabase } from '@campus/database/programs';
import { declareProgram, flag, say, showProgress } from '@campus/service/command-line';
import { type Database, openDatabase } from '../data/open-database.ts';
import { identity } from '../identity.ts';
import { checkList, countLines, type ImportSource, registerList } from '../import/import-list.ts';
import type { LineProblem } from '../import/list-entries.ts';
import { openArchive } from '../import/open-archive.ts';
import { readList } from '../import/read-list.ts';
import { createPdfInspector } from '../pdf/inspect.ts';

interface ImportCommand {
  list: string;
  archive: string;
  isDryRun: boolean;
}

async function carryOut(command: ImportCommand, db: Database): Promise<void> {
  const where = folderOfCall();
  const list = path.resolve(where, command.list);
  const archive = await openArchive(path.resolve(where, command.archive));
  const inspector = createPdfInspector();
  try {
    const source: ImportSource = { lines: () => readList(list), archive };
    await importAll({ db, inspector, now: () => new Date() }, source, command);
  } finally {
    await inspector.stop();
    await archive.close();
  }
}

async function importAll(
  deps: Parameters<typeof checkList>[0],
  source: ImportSource,
  { list, isDryRun }: ImportCommand,
): Promise<void> {
  const checking = showProgress('checked', await countLines(source));
  const { problems, left, there } = await checkList(deps, source, checking.advance);
  checking.end();
  const refuse = (wrong: readonly LineProblem[], what: string) => {
    for (const { line, message } of wrong) say(`${list}:${line}: ${message.replace(/\p{Cc}/gu, ' ')}`);
    const lines = new Set(wrong.map(({ line }) => line)).size;
    throw new OperatorError(`${lines === 1 ? '1 line is' : `${lines} lines are`} wrong; ${what}.`);
  };
  if (problems.length > 0) refuse(problems, 'nothing was registered');
  const unused = source.archive.unused();
  if (unused.length > 0)
    say(`PDFs that no line names: ${unused.length}, such as ${JSON.stringify(unused[0])}.`);
  const passed = (count: number) => (count === 0 ? '' : `; there already, and left as they are: ${count}`);
  if (isDryRun) {
    say(
      `Could be registered: agreements ${left.agreement}, amendments ${left.amendment}${passed(there.size)}.`,
    );
    return;
  }
  const registering = showProgress('registered', left.agreement + left.amendment);
  const { name: actor } = commandLine();
  const imported = await registerList(deps, source, {
    actor,
    thereBefore: there,
    onLine: registering.advance,
  });
  registering.end();
  const done = `Registered as drafts: ${imported.registered}${passed(there.size + imported.there)}`;
  if (imported.problems.length > 0) refuse(imported.problems, done);
  say(`${done}.`);
}

const options = { 'dry-run': flag('checks everything, and registers nothing') };

const program = declareProgram<typeof options, Database>({
  call: 'npm run import -w apps/conventions-signing',
  about:
    'Registers many agreements and amendments at once, as drafts, beside a running service or without it.',
  options,
  verbs: {
    '': {
      form: '<list.csv|list.jsonl> <pdfs.zip> [--dry-run]',
      words: [2, 2, 'a list and a ZIP with its PDFs are needed, two files'],
      read:
        ([list = '', archive = ''], { 'dry-run': isDryRun }) =>
        (db) =>
          carryOut({ list, archive, isDryRun }, db),
    },
  },
  notes: `Each line of the list is a record: its reference, the name of its PDF in the ZIP, and its metadata. First every line and
every PDF is checked; when anything is wrong, each problem is told with its line and nothing is registered. A line whose
reference is registered already with the same PDF is passed over, and what is registered stays as it is: when it was ended,
in whatever way, call it again, and it goes on. docs/signing.md shows the columns.`,
  exit: 'Exit status: 0 when all is registered, 1 when something is wrong, 64 when the command line is.',
});

await runWithDatabase(identity, program, { open: openDatabase });
