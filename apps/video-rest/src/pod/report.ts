import { appendFileSync, writeFileSync } from 'node:fs';
import { OperatorError } from '@campus/config';
import { say, textTable } from '@campus/service/command-line';
import { whyNamedFails } from '../storage/storage-error.ts';

/** What became of an object: it has come, has changed, is as it was, was here by itself, or could not come. */
const headings = {
  new: 'NEW',
  changed: 'CHANGED',
  same: 'AS BEFORE',
  here: 'HERE ALREADY',
  missing: 'NOT BROUGHT',
};

export type Outcome = keyof typeof headings;

/** What is told of a run: counts at its end, and a line for all that did not come, or not whole. */
export type Report = ReturnType<typeof createReport>;

/** So many different reasons are said; the file has all. */
const maxSaid = 20;
const maxReasons = 10_000;

/**
 * Writes each line into a file as it comes, so that it is there whatever ends the run.
 *
 * @param file  of JSON lines: `address`, `member` and `why`, and `counts` at the end; written anew
 * @throws OperatorError  it cannot be written; so do the functions of the report
 */
export function createReport(file: string) {
  const counts: Record<string, Partial<Record<Outcome, number>>> = {};
  const reasons = new Map<string, { count: number; first: string }>();
  let told = 0;
  const written = (write: () => void) => {
    try {
      write();
    } catch (error) {
      const why = whyNamedFails(file, error);
      if (!(why instanceof OperatorError)) throw error;
      throw new OperatorError(`${why.message} What has come stays; called again then, this goes on.`);
    }
  };
  const append = (line: object) => written(() => appendFileSync(file, `${JSON.stringify(line)}\n`));
  written(() => writeFileSync(file, '', { mode: 0o600 }));
  return {
    count(kind: string, outcome: Outcome): void {
      const ofKind = counts[kind] ?? {};
      counts[kind] = { ...ofKind, [outcome]: (ofKind[outcome] ?? 0) + 1 };
    },
    /** Why something at an address there did not come, or what of it. */
    tell(address: string, given: string, member?: string): void {
      // Some of it is what the other instance says, and is shown on a terminal.
      const why = given.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');
      told += 1;
      append({ address, ...(member !== undefined && { member }), why });
      const [, list = ''] = /\/rest\/([^/?]+)/.exec(address) ?? [];
      const reason = [list, member, why].filter((part) => part !== undefined).join(', ');
      const known = reasons.get(reason);
      if (known !== undefined) known.count += 1;
      else if (reasons.size < maxReasons) reasons.set(reason, { count: 1, first: address });
    },
    /** Says all of it. @returns how many lines were told */
    end(): number {
      const outcomes = Object.keys(headings) as Outcome[];
      const rows = Object.entries(counts).map(([kind, ofKind]) => [
        kind,
        ...outcomes.map((outcome) => String(ofKind[outcome] ?? 0)),
      ]);
      say(textTable(['', ...Object.values(headings)], rows));
      append({ counts });
      if (told === 0) return told;
      say(`What did not come, or not whole: ${told}; all of it stands in ${file}.`);
      const most = [...reasons].toSorted(([, one], [, other]) => other.count - one.count).slice(0, maxSaid);
      for (const [reason, { count, first }] of most) say(`  ${count} × ${reason} (${first})`);
      return told;
    },
  };
}
