import type { Language } from '@campus/pages';
import { type Message, say } from '../messages.ts';
import { start } from './read-lines.ts';

/** How many lines have become what. */
interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
}

/** What has become of the lines of an import. */
export interface ImportReport extends ImportCounts {
  /** Nothing was written, only looked at. */
  dry_run: boolean;
  /** Whether what the counts tell has been written: with a problem, of all or nothing nothing is. */
  written: boolean;
  lines: number;
  /** The same by the path of a resource, of lines that are of any. */
  resources: Record<string, ImportCounts>;
  /** The first of them. */
  problems: ImportProblem[];
  /** What the first lines that change anything do. */
  changes: ImportChange[];
}

/** What is wrong with one value of one line. */
export interface ImportProblem {
  line: number;
  resource: string | null;
  field: string;
  /** Its beginning, as JSON where it is no text. */
  value: string;
  message: string;
}

interface ImportChange {
  line: number;
  resource: string;
  does: 'create' | 'update';
  /** The address of what is there now; of what would be made, how its line tells it from others. */
  object: string;
  /** What gets another value. */
  fields: string[];
}

/** How many are told, of any file. */
export const mostTold = { problems: 1000, changes: 200 };

const noLines: Readonly<ImportCounts> = { created: 0, updated: 0, unchanged: 0, refused: 0 };

/** Fills a report, in the language of whoever reads it. */
export class Reporting {
  readonly report: ImportReport;
  private readonly language: Language;
  private readonly travelling: Pick<ReadonlySet<string>, 'has'>;
  /** What is made, and how its line calls it. */
  private readonly made = new Map<ImportChange, string>();
  /** How many of what it tells were told of before. */
  private told = { problems: 0, changes: 0 };

  /** @param importing.travelling  by the path of its resource */
  constructor(
    { language, travelling }: { language: Language; travelling: Pick<ReadonlySet<string>, 'has'> },
    isDryRun: boolean,
  ) {
    [this.language, this.travelling] = [language, travelling];
    this.report = {
      ...{ dry_run: isDryRun, written: !isDryRun, lines: 0 },
      ...{ ...noLines, resources: {}, problems: [], changes: [] },
    };
  }

  /** A line that is not taken, with all that is wrong with it. */
  refuse(
    { number, resource }: { number: number; resource?: string | undefined },
    problems: readonly { field: string; value: unknown; message: Message }[],
  ): void {
    this.count('refused', resource);
    for (const { field, value, message } of problems) {
      if (this.report.problems.length >= mostTold.problems) return;
      this.report.problems.push({
        ...{ line: number, resource: resource ?? null, field },
        value: valueText(value),
        message: say(message, this.language),
      });
    }
  }

  /** The counts so far, and what else has come to the report since this was last asked. */
  since(): ImportReport {
    const { problems, changes } = this.report;
    const { told } = this;
    this.told = { problems: problems.length, changes: changes.length };
    return {
      ...this.report,
      problems: problems.slice(told.problems),
      changes: changes.slice(told.changes),
    };
  }

  /** What `since` told of another. */
  goOnBehind({ problems, changes, ...counts }: ImportReport): void {
    Object.assign(this.report, counts);
    this.report.problems.push(...problems);
    this.report.changes.push(...changes);
    this.told = { problems: this.report.problems.length, changes: this.report.changes.length };
  }

  unchanged(resource: string): void {
    this.count('unchanged', resource);
  }

  /** @param called  how the line of what is made tells it from others */
  changed(change: ImportChange, called: string): void {
    this.count(change.does === 'create' ? 'created' : 'updated', change.resource);
    if (this.report.changes.length >= mostTold.changes) return;
    this.report.changes.push(change);
    if (change.does === 'create') this.made.set(change, called);
  }

  private count(outcome: keyof ImportCounts, resource: string | undefined): void {
    this.report[outcome] += 1;
    if (resource === undefined || !this.travelling.has(resource)) return;
    const { resources } = this.report;
    const before = resources[resource] ?? noLines;
    resources[resource] = { ...before, [outcome]: before[outcome] + 1 };
  }

  /** Nothing of it stays: what would be made has no address. */
  undone(): void {
    this.report.written = false;
    for (const [change, called] of this.made) change.object = called;
  }
}

function valueText(value: unknown): string {
  if (value === undefined) return '';
  return start(typeof value === 'string' ? value : JSON.stringify(value));
}
