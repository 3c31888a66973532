import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '@campus/config';
import * as rest from '@campus/rest';
import { syncFolder } from '@campus/service';
import { declareProgram, flag, option, say, showProgress, UsageError } from '@campus/service/command-line';
import { findAccount, findUserId } from '../data/accounts.ts';
import type { Database } from '../data/open-database.ts';
import { type Exchange, openExchange } from '../http/exchange/exchange.ts';
import { explainError } from '../http/explain-error.ts';
import type { Services } from '../http/resources/services.ts';
import type { ArchivePlace, MediaArchive } from '../storage/media-archive.ts';
import type { Storage } from '../storage/open-storage.ts';
import { whyNamedFails, withNamed } from '../storage/storage-error.ts';
import { piecesOf, writeWhole } from '../storage/whole-file.ts';
import { bringMediaIn, withMediaThere } from './media-in.ts';
import { takeMediaOut } from './media-out.ts';
import { type MediaLine, type MediaReport, mediaIn } from './media-record.ts';

const options = {
  resource: option('<name>', 'those of one resource, such as types'),
  by: option('<user name>', 'in whose name, and with whose rights: of a superuser'),
  lines: flag('writes every line that has no problem; without it: all or nothing'),
  media: option(
    '<place>',
    'the files of the objects too: a folder, or s3://<bucket>/<prefix> in the store of MEDIA_S3_…',
  ),
  'dry-run': flag('writes nothing, and says what would be'),
};

/** What an exchange works on. */
interface Opened {
  db: Database;
  openStorage(): Promise<Storage>;
  openArchive(where: ArchivePlace, options: { isNew: boolean }): Promise<MediaArchive>;
}

/** Objects of this instance as a file of lines. */
export const exports = declareProgram<typeof options, Opened>({
  call: 'npm run export -w apps/video-rest',
  about:
    'Writes objects into a file, a line each, beside a running service or without it: all of them, or those of one resource.',
  options,
  verbs: {
    '': {
      form: '<file> [--resource <name>] [--media <place>]',
      words: [1, 1, 'export needs a file to write, which ends with .jsonl or .csv'],
      read([file = ''], { resource, media }) {
        const format = formatOf(file);
        const archive = archiveIn(media);
        return (opened) => writeFile(opened, { file, format, resource, archive });
      },
    },
  },
  notes:
    'When it was ended, in whatever way, call it again: media that are there already are not copied again.',
});

/** Objects of such a file into this instance. */
export const imports = declareProgram<typeof options, Opened>({
  call: 'npm run import -w apps/video-rest',
  about:
    'Reads objects from a file, as an export has them, beside a running service or without it: each is created, or changed.',
  options,
  verbs: {
    '': {
      form: '<file> --by <user name> [--resource <name>] [--media <place>] [--lines] [--dry-run]',
      words: [1, 1, 'import needs a file to read, which ends with .jsonl or .csv'],
      read([file = ''], given) {
        const format = formatOf(file);
        const { by, resource, lines = false, media, 'dry-run': isDryRun = false } = given;
        if (by === undefined) throw new UsageError('--by says in whose name objects are written: give one');
        const how = { by, isAllOrNothing: !lines, isDryRun };
        const asked = { file, format, resource, archive: archiveIn(media) };
        return (opened) => readFile(opened, asked, how);
      },
    },
  },
  notes: 'When it was ended, in whatever way, call it again: what is there already does not change.',
});

/** @throws UsageError */
function formatOf(file: string): rest.LineFormat {
  const format = rest.lineFormatOf(file);
  if (format !== undefined) return format;
  throw new UsageError(`a file of lines ends with .jsonl or .csv, got "${file}"`);
}

/** @throws UsageError */
function archiveIn(given: string | undefined): ArchivePlace | undefined {
  if (given === undefined) return undefined;
  if (!given.startsWith('s3:')) return { name: given, folder: given };
  const [, bucket, under = ''] = /^s3:\/\/([a-z0-9][\w.-]+)(?:\/((?:[\w.-]+\/?)*))?$/i.exec(given) ?? [];
  if (bucket === undefined) throw new UsageError(`a bucket is such as s3://bucket/prefix, got "${given}"`);
  return { name: given, bucket, prefix: under === '' || under.endsWith('/') ? under : `${under}/` };
}

interface Asked {
  file: string;
  format: rest.LineFormat;
  resource: string | undefined;
  archive: ArchivePlace | undefined;
}

async function writeFile(opened: Opened, { file, format, resource, archive }: Asked): Promise<void> {
  const exchange = openExchange(opened);
  const leaving = chosen(exchange.travelling, resource).map((one) => ({ travelling: one, conditions: [] }));
  if (format === 'csv' && leaving.length !== 1)
    throw new OperatorError('A table has the objects of one resource: give --resource.');
  if (existsSync(file)) throw new OperatorError(`${file} is there already: name another, or remove it.`);
  // It has its name once it is whole, with all that goes along.
  const part = `${file}.part`;
  const caller = rest.programCaller('export');
  const context = { services: {} as Services, language: 'en', timeZone: 'UTC', base: '', caller } as const;
  // Whoever may see everything is asked for nothing.
  const gather = {
    seen: async (_of: unknown, ids: readonly number[]) => new Set(ids),
    shown: async () => new Map(),
  };
  const folder = path.dirname(path.resolve(file));
  await withNamed(folder, async () => {
    await rm(part, { force: true });
    await exchange.store.snapshot((rows) =>
      writeWhole(part, rest.exportLines(leaving, { format, rows, context, gather })),
    );
  });
  const asked = { file: part, format, resource, archive };
  const along = await mediaAlong(opened, exchange, asked, { isNew: true });
  const report = along && (await takeMediaOut(along, along.lines()));
  await withNamed(folder, async () => {
    await rename(part, file);
    await syncFolder(folder);
  });
  say(`Written: ${leaving.map(({ travelling: one }) => one.resource.path).join(', ')}.`);
  orFail(mediaTold(report));
}

/** What media go along with; undefined: they are not asked for. */
async function mediaAlong(
  opened: Opened,
  { travelling }: Exchange,
  { file, format, resource, archive: place }: Asked,
  options: { isNew: boolean },
) {
  if (place === undefined) return undefined;
  const storage = await opened.openStorage();
  const archive = await opened.openArchive(place, options);
  const mediaOf = (line: rest.ReadLine) => mediaIn(travelling, line, resource);
  async function* lines(): AsyncGenerator<MediaLine> {
    const progress = showProgress('lines, with their media', await countLines(file));
    try {
      for await (const line of rest.readLines(bytesOf(file), format)) {
        const media = 'problem' in line ? undefined : mediaOf(line);
        if (media !== undefined) yield media;
        progress.advance();
      }
    } finally {
      progress.end();
    }
  }
  return { db: opened.db, storage, archive, mediaOf, lines };
}

/** Says what went, and gives what did not. */
function mediaTold(report: MediaReport | undefined): string[] {
  if (report === undefined) return [];
  const { copied, bytes, failed, problems } = report;
  say(`Media: ${copied} files copied, ${(bytes / 2 ** 30).toFixed(3)} GiB.`);
  const lines = problems.map(
    ({ line, resource, id, file, why }) => `line ${line}, /rest/${resource}/${id}/, ${file}: ${why}`,
  );
  return failed === 0 ? [] : [...lines, `Of ${failed} objects not all media went.`];
}

/** @throws OperatorError  when there is something to tell */
function orFail(problems: readonly string[]): void {
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}

/** @throws OperatorError */
function chosen(travelling: Exchange['travelling'], resource: string | undefined) {
  if (resource === undefined) return [...travelling.values()].filter(({ isWritten }) => isWritten);
  const found = travelling.get(resource);
  if (found !== undefined) return [found];
  throw new OperatorError(
    `There is no resource "${resource}". There are: ${[...travelling.keys()].join(', ')}.`,
  );
}

async function readFile(
  opened: Opened,
  asked: Asked,
  { by, ...how }: { by: string; isAllOrNothing: boolean; isDryRun: boolean },
): Promise<void> {
  const { file, format, resource } = asked;
  const exchange = openExchange(opened);
  const caller = await superuser(opened.db, by);
  const progress = showProgress('lines read', await countLines(file));
  const along = await mediaAlong(opened, exchange, asked, { isNew: false });
  const read = rest.readLines(bytesOf(file), format);
  let before = 0;
  const { store, travelling } = exchange;
  const report = await rest.importLines(
    {
      ...{ store, travelling, services: {} as Services, caller, language: 'en', timeZone: 'UTC' },
      ...{ base: 'http://localhost', requestHost: 'localhost', explain: explainError },
    },
    along ? withMediaThere(along, read, along.mediaOf) : read,
    {
      ...{ resource, resourceBy: '--resource', ...how },
      onProgress(now) {
        for (; before < now; before += 1) progress.advance();
      },
    },
  );
  progress.end();
  const media = along && report.written ? await bringMediaIn(along, along.lines()) : undefined;
  orFail([...linesTold(report), ...mediaTold(media)]);
}

/** @throws OperatorError */
async function superuser(db: Database, name: string): Promise<rest.Caller> {
  const id = await findUserId(db.prisma, name);
  const account = id === undefined ? null : await findAccount(db.prisma, id);
  if (!account?.isActive || !account.isSuperuser)
    throw new OperatorError(`There is no active superuser "${name}".`);
  const { username, isStaff, isSuperuser } = account;
  return { id: account.id, username, address: undefined, isStaff, isSuperuser, scheme: 'token' };
}

/** @throws OperatorError  the file cannot be read, with what to mend */
function bytesOf(file: string): AsyncIterable<Buffer> {
  return piecesOf(file, { why: (error) => whyNamedFails(file, error) });
}

async function countLines(file: string): Promise<number> {
  let count = 0;
  for await (const piece of bytesOf(file))
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) count += 1;
  return count;
}

/** Says what has become of the lines, and gives those that were refused. */
function linesTold({
  written,
  dry_run: isDryRun,
  created,
  updated,
  unchanged,
  refused,
  problems,
}: rest.ImportReport): string[] {
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`;
  const nothing = isDryRun ? ' Nothing was written: it was a dry run.' : ' Nothing was written.';
  const lines = problems.map(
    ({ line, resource, field, value, message }) =>
      `line ${line}, ${resource ?? '?'}.${field}: ${message} (${value})`,
  );
  const told = `${counts}.${written ? '' : nothing}`;
  if (refused > 0) return [...lines, told];
  say(told);
  return [];
}
