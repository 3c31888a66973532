import type { ParameterRow } from './describe-configuration.ts';

/** The configuration in force as lines for a terminal: one row for each parameter, its meaning below it. */
export function showTable(rows: readonly ParameterRow[]): string {
  const header = ['parameter', 'value', 'set in', 'default'];
  const body = rows.map((row) => {
    const isAbsent = row.origin === 'default' && row.default === '';
    return [row.name, row.value || '-', isAbsent ? 'not set' : row.origin, row.default || 'none'];
  });
  const widths = header.map((_name, column) =>
    Math.max(...[header, ...body].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const lines = body.flatMap((cells, index) => [line(cells), `    ${rows[index]?.meaning ?? ''}`]);
  return [line(header), rule, ...lines, ''].join('\n');
}
