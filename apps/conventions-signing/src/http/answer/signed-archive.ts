import type { Queryable } from '@campus/database';
import { byteOrderMark, type CsvColumn, csvLine, csvLines, type Language } from '@campus/pages';
import { type MeasuredFile, measure, zipOf } from '../../archive/zip-of.ts';
import {
  countArchived,
  DocumentErasedError,
  findSignedDocuments,
  readDocument,
  type StoredDocument,
} from '../../data/documents.ts';
import { pagesOfSignables } from '../../data/list-signables.ts';
import type { Database } from '../../data/open-database.ts';
import type { FollowedRecord } from '../../data/record-columns.ts';
import type { SignableFilter } from '../../data/signable-conditions.ts';
import type { SignableOrder } from '../../data/signable-order.ts';
import type { SignableSummary } from '../../data/signable-summaries.ts';
import type { SignableKind } from '../../domain/signable.ts';
import { segments } from '../../wire/api-addresses.ts';
import { InputError } from '../receive/input-error.ts';
import { openNameless } from '../receive/temporary-file.ts';

/**
 * What one archive takes: the directory of its documents, at its end, is in memory until then, and the table of its
 * records on disk.
 */
export const archived = { documents: 10_000, records: 100_000 };

/**
 * Why an archive has no document of a record that was selected. `not_listed` is of what is not there, is out of scope, or
 * is left out by the rest of the filter: whoever may not see a record cannot tell.
 */
export type MissingReason = 'not_listed' | 'no_signed_document';

/** Which records an archive is about, and how its tables speak of them. */
interface ArchivedList {
  kind: SignableKind;
  filter: SignableFilter;
  order?: SignableOrder | undefined;
  columns: readonly CsvColumn<SignableSummary>[];
  /** The head of the column that names the file of a record. */
  fileHeading: string;
  missing: { headings: readonly [number: string, reason: string]; reasons: Record<MissingReason, string> };
  language: Language;
}

interface ArchiveDeps {
  db: Database;
  lookups: Queryable;
  /** Where the table waits until all is known that it says. */
  folder: string;
  madeAt: Date;
}

/**
 * A ZIP with the signed document that counts of each record that is signed, and `list.csv` of all that the filter lets
 * through, which says of each what its file is called. Of a selection, `missing.csv` says what is not there. Memory holds
 * a page of the list and a piece of a document.
 *
 * @throws InputError  `too_many_documents`
 */
export async function signedArchive(
  deps: ArchiveDeps,
  list: ArchivedList,
): Promise<AsyncGenerator<Uint8Array>> {
  const { kind, filter } = list;
  const found = await countArchived(deps.lookups, kind, { ...filter, most: archived });
  refuseMore('signed documents', { count: found.documents, most: archived.documents });
  refuseMore('records', { count: found.records, most: archived.records });
  return zipOf(filesOf(deps, list), { madeAt: deps.madeAt });
}

function refuseMore(what: string, { count, most }: { count: number; most: number }): void {
  if (count <= most) return;
  const message = `this lets through more than ${most} ${what}, which are not sent in one archive: ask for fewer at a time, such as by signed_since or ids`;
  throw new InputError('too_many_documents', message);
}

async function* filesOf(deps: ArchiveDeps, list: ArchivedList): AsyncGenerator<MeasuredFile> {
  const table = await openSpool(deps.folder);
  const missing: Missing = new Map(list.filter.numbers?.map((number) => [number, 'not_listed']));
  try {
    const headings = [...list.columns.map(({ heading }) => heading), list.fileHeading];
    await table.append(byteOrderMark + csvLine(headings, list.language));
    const { kind, filter, order } = list;
    for await (const page of pagesOfSignables(deps.lookups, kind, { ...filter, ...(order && { order }) }))
      yield* documentsOf(deps, { list, page, table, missing });
    yield await measure('list.csv', () => table.read());
    if (missing.size > 0) yield await measure('missing.csv', () => [missingTable(missing, list)]);
  } finally {
    await table.close();
  }
}

/** By the numbers of what was selected, which has no document in the archive so far. */
type Missing = Map<number, MissingReason>;

function missingTable(missing: Missing, { missing: say, language }: ArchivedList): Buffer {
  const lines = [...missing].map(([number, reason]) => csvLine([number, say.reasons[reason]], language));
  return Buffer.from(byteOrderMark + csvLine(say.headings, language) + lines.join(''));
}

async function* documentsOf(
  { db, lookups }: ArchiveDeps,
  {
    list,
    page,
    table,
    missing,
  }: { list: ArchivedList; page: SignableSummary[]; table: Spool; missing: Missing },
): AsyncGenerator<MeasuredFile> {
  const documents = await findSignedDocuments(
    lookups,
    page.map(({ id }) => id),
  );
  const paths = new Map<number, string>();
  for (const record of page) {
    if (missing.has(record.number)) missing.set(record.number, 'no_signed_document');
    const document = documents.get(record.id);
    if (document === undefined) continue;
    const path = `${segments[list.kind]}/${fileNameOf(record)}.pdf`;
    const file = await measureDocument(db, { path, document });
    if (file === null) continue;
    yield file;
    paths.set(record.id, path);
    missing.delete(record.number);
  }
  const file: CsvColumn<SignableSummary> = {
    heading: list.fileHeading,
    of: ({ id }) => paths.get(id) ?? null,
  };
  await table.append(csvLines(page, { columns: [...list.columns, file], language: list.language }));
}

/** Null when it was erased since it was found. */
async function measureDocument(
  db: Database,
  { path, document }: { path: string; document: StoredDocument },
): Promise<MeasuredFile | null> {
  try {
    return await measure(path, () => readDocument(db, document));
  } catch (error) {
    if (error instanceof DocumentErasedError) return null;
    throw error;
  }
}

/** With folder and ending, file systems and Windows' paths of 260 take it everywhere. */
const maxNameBytes = 120;

/** What Windows, macOS or a shell would not take in a name, and signs that nobody sees. */
const unfit = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/**
 * The name of a record's file for people and every file system, without its ending: `000012 Ada Martin, Title`. No two
 * records of a kind have the same, whatever case and accents count for.
 */
function fileNameOf(record: Pick<FollowedRecord, 'number' | 'title' | 'signatories'>) {
  const { number, title, signatories } = record;
  const [first] = signatories;
  const person = first === undefined ? [] : [`${first.givenName} ${first.name}`];
  const words = [...person, title].join(', ').normalize('NFC').replace(unfit, ' ').replace(/\s+/gu, ' ');
  return cut(`${String(number).padStart(6, '0')} ${words}`).replace(/[. ]+$/u, '');
}

/** As many whole characters as fit, as people see them. */
function cut(text: string): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und').segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxNameBytes) break;
    kept += segment;
  }
  return kept;
}

const pieceBytes = 256 * 1024;

/** Text that is written down until it is all known, on disk since it may be long. */
type Spool = Awaited<ReturnType<typeof openSpool>>;

/**
 * Opens one that has no name: whatever happens to the process, nothing is left behind.
 *
 * @throws UploadFolderError  also later, of all that is done with it
 */
async function openSpool(folder: string) {
  const file = await openNameless(folder);
  let size = 0;
  return {
    async append(text: string) {
      const bytes = Buffer.from(text);
      await file.write(bytes, size);
      size += bytes.length;
    },
    /** From the beginning. */
    async *read() {
      for (let offset = 0; offset < size; offset += pieceBytes)
        yield await file.read(new Uint8Array(Math.min(pieceBytes, size - offset)), offset);
    },
    close: file.close,
  };
}
