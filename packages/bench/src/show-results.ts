import { type Contestant, contestants } from './contestant.ts';
import type { CaseResult, Round } from './measure-case.ts';
import { median } from './median.ts';
import { showRatios } from './show-ratios.ts';
import { showTable } from './show-table.ts';

const headings = [
  'case',
  'service/s',
  'bare/s',
  'ratio',
  'of rounds',
  'aim',
  'service p99',
  'bare p99',
  'first byte',
  'service cpu ms',
  'bare cpu ms',
];

/**
 * The table for the terminal: medians of the rounds, and how far the ratios of single rounds lie apart. Processor time
 * is that for one answer, in milliseconds: the server's own, and what PostgreSQL took for it; the first byte is that of the
 * service's answers.
 */
export function showResults(results: readonly CaseResult[]): string {
  return showTable(headings, results.map(rowOf));
}

function rowOf({ benchCase: { name, aim }, rounds }: CaseResult): string[] {
  const middle = (contestant: Contestant, figure: keyof Round) =>
    median(rounds.map((round) => round[contestant][figure]));
  const [service, bare] = [middle('service', 'perSecond'), middle('bare', 'perSecond')];
  return [
    name,
    showRate(service),
    showRate(bare),
    (service / bare).toFixed(2),
    showRatios(rounds.map((round) => round.service.perSecond / round.bare.perSecond)),
    aim === undefined ? '' : `>= ${aim}`,
    `${middle('service', 'p99Ms').toFixed(1)} ms`,
    `${middle('bare', 'p99Ms').toFixed(1)} ms`,
    `${middle('service', 'firstByteMs').toFixed(1)} ms`,
    ...contestants.map(
      (one) => `${middle(one, 'ownMs').toFixed(2)} + ${middle(one, 'databaseMs').toFixed(2)}`,
    ),
  ];
}

function showRate(perSecond: number): string {
  return perSecond.toFixed(perSecond < 20 ? 1 : 0);
}
