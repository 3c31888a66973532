import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@campus/config';
import {
  type Caller,
  exportLines,
  type ImportReport,
  importLines,
  type LineFormat,
  readLines,
} from '@campus/rest';
import { declareProgram, flag, option, say, showProgress, UsageError } from '@campus/service';
import { findAccount, findUserId } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { type Exchange, openExchange } from '../http/exchange/exchange.ts';
import type { Services } from '../http/resources/services.ts';

const options = {
  resource: option('<name>', 'those of one resource, such as types'),
  by: option('<user name>', 'in whose name, and with whose rights: of a superuser'),
  lines: flag('writes every line that has no problem; without it: all or nothing'),
  'dry-run': flag('writes nothing, and says what would be'),
};

type Options = { [Name in keyof typeof options]?: string | boolean | undefined };

/** Objects of this instance as a file of lines. */
export const exports = declareProgram<typeof options, Database>({
  call: 'npm run export -w apps/video-rest',
  about:
    'Writes objects into a file, a line each, beside a running service or without it: all of them, or those of one resource.',
  options,
  verbs: {
    '': {
      form: '<file> [--resource <name>]',
      words: [1, 1, 'export needs a file to write, which ends with .jsonl or .csv'],
      read:
        ([file = ''], { resource }) =>
        (database) =>
          writeFile(database, { file, format: formatOf(file), resource }),
    },
  },
});

/** Objects of such a file into this instance. */
export const imports = declareProgram<typeof options, Database>({
  call: 'npm run import -w apps/video-rest',
  about:
    'Reads objects from a file, as an export has them, beside a running service or without it: each is created, or changed.',
  options,
  verbs: {
    '': {
      form: '<file> --by <user name> [--resource <name>] [--lines] [--dry-run]',
      words: [1, 1, 'import needs a file to read, which ends with .jsonl or .csv'],
      read([file = ''], given) {
        const format = formatOf(file);
        if (given.by === undefined)
          throw new UsageError('--by says in whose name objects are written: give one');
        return (database) => readFile(database, { file, format, ...given });
      },
    },
  },
  notes: 'When it was ended, in whatever way, call it again: what is there already does not change.',
});

/** @throws UsageError */
function formatOf(file: string): LineFormat {
  const [, ending] = /\.(jsonl|csv)$/.exec(file) ?? [];
  if (ending === 'jsonl' || ending === 'csv') return ending;
  throw new UsageError(`a file of lines ends with .jsonl or .csv, got "${file}"`);
}

async function writeFile(
  db: Database,
  { file, format, resource }: { file: string; format: LineFormat; resource: string | undefined },
): Promise<void> {
  const { store, travelling } = openExchange({ db });
  const leaving = chosen(travelling, resource).map((one) => ({ travelling: one, conditions: [] }));
  if (format === 'csv' && leaving.length !== 1)
    throw new OperatorError('A table has the objects of one resource: give --resource.');
  const caller: Caller = {
    id: 0,
    username: '',
    address: undefined,
    isStaff: true,
    isSuperuser: true,
    scheme: 'token',
  };
  const context = { services: {} as Services, language: 'en', timeZone: 'UTC', base: '', caller } as const;
  // Whoever may see everything is asked for nothing.
  const gather = {
    seen: async (_of: unknown, ids: readonly number[]) => new Set(ids),
    shown: async () => new Map(),
  };
  await store.snapshot((rows) =>
    pipeline(
      Readable.from(exportLines(leaving, { format, rows, context, gather })),
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    ),
  );
  say(`Written: ${leaving.map(({ travelling: one }) => one.resource.path).join(', ')}.`);
}

/** @throws OperatorError */
function chosen(travelling: Exchange['travelling'], resource: string | undefined) {
  const written = [...travelling.values()].filter(({ isWritten }) => isWritten);
  if (resource === undefined) return written;
  const found = travelling.get(resource);
  if (found !== undefined) return [found];
  throw new OperatorError(
    `There is no resource "${resource}". There are: ${[...travelling.keys()].join(', ')}.`,
  );
}

async function readFile(
  db: Database,
  { file, format, by, resource, lines, 'dry-run': isDryRun }: { file: string; format: LineFormat } & Options,
): Promise<void> {
  const { store, travelling } = openExchange({ db });
  const id = await findUserId(db.prisma, String(by));
  const account = id === undefined ? null : await findAccount(db.prisma, id);
  if (!account?.isActive || !account.isSuperuser)
    throw new OperatorError(`There is no active superuser "${by}".`);
  const { username, isStaff, isSuperuser } = account;
  const caller: Caller = {
    id: account.id,
    username,
    address: undefined,
    isStaff,
    isSuperuser,
    scheme: 'token',
  };
  const progress = showProgress('lines read', await countLines(file));
  let before = 0;
  const report = await importLines(
    {
      ...{ store, travelling, services: {} as Services, caller, language: 'en', timeZone: 'UTC' },
      ...{ base: 'http://localhost', requestHost: 'localhost' },
    },
    readLines(createReadStream(file), format),
    {
      resource: resource === undefined ? undefined : String(resource),
      isAllOrNothing: lines !== true,
      isDryRun: isDryRun === true,
      onProgress(now) {
        for (; before < now; before += 1) progress.advance();
      },
    },
  );
  progress.end();
  tell(report);
}

async function countLines(file: string): Promise<number> {
  let count = 0;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>)
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) count += 1;
  return count;
}

/** @throws OperatorError  when lines were refused */
function tell({
  written,
  dry_run: isDryRun,
  created,
  updated,
  unchanged,
  refused,
  problems,
}: ImportReport): void {
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`;
  const nothing = isDryRun ? ' Nothing was written: it was a dry run.' : ' Nothing was written.';
  const lines = problems.map(
    ({ line, resource, field, value, message }) =>
      `line ${line}, ${resource ?? '?'}.${field}: ${message} (${value})`,
  );
  if (refused > 0) throw new OperatorError([...lines, `${counts}.${written ? '' : nothing}`].join('\n'));
  say(`${counts}.${written ? '' : nothing}`);
}
