import { type ActorNames, findActorNames } from '../../../data/actor-names.ts';
import { findTemplates, type Template } from '../../../data/templates.ts';
import type { CsvColumn } from '../../answer/csv.ts';
import { formWords } from '../forms/form-words.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { personOf } from './template-pages.ts';
import { templateWords } from './template-words.ts';

/** The templates that the page shows, as a table for spreadsheets. */
export async function saveTemplates(visit: SaveDeps & Visit): Promise<void> {
  const { db, reader } = visit;
  const templates = await findTemplates(db);
  const names = await findActorNames(
    db.pool,
    templates.map(({ changedBy }) => changedBy),
  );
  async function* pages() {
    yield templates;
  }
  await saveTable(visit, { name: 'templates', pages: pages(), columns: columnsFor(reader, names) });
}

function columnsFor(reader: Reader, names: ActorNames): CsvColumn<Template>[] {
  const { language } = reader;
  const say = templateWords[language];
  return [
    { heading: say.name, of: ({ name }) => name },
    { heading: say.workflow, of: ({ workflowId }) => workflowId },
    { heading: say.signatories, of: ({ signatories }) => signatories.map(({ role }) => role).join(', ') },
    { heading: formWords[language].watchers, of: ({ watchers }) => watchers.join(' ') },
    { heading: say.changed, of: ({ changedAt }) => instantText(changedAt, reader) },
    { heading: say.by, of: ({ changedBy }) => personOf(changedBy, names) },
  ];
}
