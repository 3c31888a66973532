import type { Contestant } from './cases.ts';
import type { CaseResult } from './measure-case.ts';
import type { Measured } from './run-load.ts';

const headings = ['case', 'service/s', 'bare/s', 'ratio', 'of rounds', 'aim', 'service p99', 'bare p99'];

/** The table for the terminal: medians of the rounds, and how far the ratios of single rounds lie apart. */
export function showResults(results: readonly CaseResult[]): string {
  const rows = results.map(rowOf);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = [headings, ...rows].map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  return `${lines.join('\n')}\n`;
}

function rowOf({ benchCase: { name, aim }, rounds }: CaseResult): string[] {
  const middle = (contestant: Contestant, figure: keyof Measured) =>
    median(rounds.map((round) => round[contestant][figure]));
  const ratios = rounds.map(({ service, bare }) => service.perSecond / bare.perSecond);
  return [
    name,
    middle('service', 'perSecond').toFixed(0),
    middle('bare', 'perSecond').toFixed(0),
    (middle('service', 'perSecond') / middle('bare', 'perSecond')).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
    aim === undefined ? '' : `>= ${aim}`,
    `${middle('service', 'p99Ms').toFixed(1)} ms`,
    `${middle('bare', 'p99Ms').toFixed(1)} ms`,
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? Number.NaN)) / 2;
}
