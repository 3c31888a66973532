import { visitsWith } from '@campus/accounts';
import type { RequestHandler } from 'express';
import { pagesOfSignables } from '../../../data/list-signables.ts';
import type { SignableFilter } from '../../../data/signable-conditions.ts';
import type { SignableOrder } from '../../../data/signable-order.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { listQuery } from '../../../wire/queries.ts';
import { signedArchive } from '../../answer/signed-archive.ts';
import { formQuery } from '../../asked/form-query.ts';
import { exportWords } from '../../said/export-words.ts';
import { listWords } from '../../said/list-words.ts';
import { isFewEnough, selectedIn } from '../actions/selection.ts';
import { fileName, type SaveDeps, saveTable } from '../save/save-table.ts';
import { recipientOf, requesterOf, type Visit } from '../session/reader.ts';
import { exportColumns } from './export-columns.ts';
import { orderIn, restrictionsIn } from './list-query.ts';

type ExportVisit = SaveDeps & Visit & { kind: SignableKind };
type Saved = Omit<SignableFilter, 'scope'> & { order?: SignableOrder | undefined };

/** A list as a file: all that the filter shows, or what was ticked. */
interface ListFile {
  filtered: RequestHandler;
  selected: RequestHandler;
}

/** The list of a kind as a table for spreadsheets, and the signed documents of what it shows, as a ZIP. */
export function recordExport(deps: SaveDeps, kind: SignableKind): { table: ListFile; archive: ListFile } {
  const run = visitsWith({ ...deps, kind });
  const file = (send: (visit: ExportVisit, saved: Saved) => Promise<void>): ListFile => ({
    filtered: run((visit) => {
      const { state } = formQuery(visit.request, listQuery);
      return send(visit, {
        ...restrictionsIn(visit.request, visit.reader),
        order: orderIn(visit.request),
        state,
      });
    }),
    selected: run((visit) => {
      const refs = selectedIn(visit.request).filter((ref) => ref.kind === kind);
      if (!isFewEnough(visit, refs, listWords[visit.reader.language].export)) return;
      return send(visit, { numbers: refs.map(({ number }) => number) });
    }),
  });
  return { table: file(sendTable), archive: file(sendArchive) };
}

function sendTable(visit: ExportVisit, { order, ...filter }: Saved): Promise<void> {
  const { db, kind, reader, response } = visit;
  const lookups = db.lookups.of(requesterOf(reader, response));
  const { scope } = reader.account;
  const pages = pagesOfSignables(lookups, kind, { ...filter, scope, ...(order && { order }) });
  return saveTable(visit, { name: segments[kind], pages, columns: exportColumns(kind, reader) });
}

async function sendArchive(visit: ExportVisit, { order, ...filter }: Saved): Promise<void> {
  const { db, exports, kind, reader, response } = visit;
  const { account, language } = reader;
  const say = exportWords[language];
  const lookups = db.lookups.of(requesterOf(reader, response));
  const pieces = await signedArchive(
    { db, lookups, folder: exports.folder, madeAt: reader.now },
    {
      kind,
      filter: { ...filter, scope: account.scope },
      order,
      columns: exportColumns(kind, reader),
      fileHeading: say.file,
      missing: { headings: [listWords[language].number, say.reason], reasons: say.missing },
      language,
    },
  );
  await exports.archive(recipientOf(visit), { name: fileName(segments[kind], 'zip', reader), pieces });
}
