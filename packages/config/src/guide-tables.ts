/** The tables of a service's guide that are made from declarations, each in its place between two comments. */
import type { Parameters } from './parameter.ts';

export interface GuideTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Name, meaning and default of each parameter. */
export function parameterTable(parameters: Parameters): GuideTable {
  return {
    columns: ['Parameter', 'Meaning', 'Default'],
    rows: Object.values(parameters).map(({ name, meaning, default: byDefault }) => [
      `\`${name}\``,
      meaning,
      byDefault?.text ?? 'none',
    ]),
  };
}

/** The table as Markdown. */
export function showGuideTable({ columns, rows }: GuideTable): string {
  return [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
}

/**
 * The guide with these tables in the place of those that it has of the same names.
 *
 * @param of.workspace  folder of the service, as npm names it: `apps/video-rest`
 * @throws Error when the two comments that mark a place are not there
 */
export function withGuideTables(
  guide: string,
  { workspace, tables }: { workspace: string; tables: Record<string, GuideTable> },
): string {
  return Object.entries(tables).reduce((written, [name, table]) => {
    const begin = `<!-- ${name}: npm run config -w ${workspace} -- --guide writes this table -->`;
    const end = `<!-- end of ${name} -->`;
    const start = written.indexOf(begin);
    const after = written.indexOf(end, start);
    if (start === -1 || after === -1)
      throw new Error(`a guide must hold these two lines, with the table between them:\n${begin}\n${end}`);
    return `${written.slice(0, start)}${begin}\n${showGuideTable(table)}${written.slice(after)}`;
  }, guide);
}
