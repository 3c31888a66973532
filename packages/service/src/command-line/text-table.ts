/** A table of text, a line each, under its headings; columns are as wide as they need. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_heading, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** An instant as tables show it: in UTC, to the minute. */
export function minute(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ');
}
