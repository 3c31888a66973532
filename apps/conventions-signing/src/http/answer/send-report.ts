import type { TurnLimits, Turns } from '@campus/service';
import type { Request, Response } from 'express';
import type { ReportedRecord } from '../../data/operations.ts';
import { sendPieces } from './send-pieces.ts';

/** Each holds a page of a report in memory for as long as its reader takes. */
export const reportLimits = {
  atATime: 8,
  atATimePerCaller: 2,
  waiting: 0,
  retryAfterSeconds: 10,
} satisfies TurnLimits;

/** A reader who takes nothing for so long is let go. */
const patienceMs = 60_000;

/**
 * Sends what became of the records of an operation, in its turn, as it is read.
 *
 * @param report.first  stands before the first record
 * @param report.show   a page of records, as it is sent
 * @param report.last   stands behind the last record
 * @throws BudgetSpentError
 */
export async function sendReport(
  request: Request,
  response: Response,
  report: {
    turns: Turns;
    caller: string;
    first: string;
    pages: AsyncIterable<ReportedRecord[]>;
    show: (records: ReportedRecord[]) => string;
    last?: string;
  },
): Promise<void> {
  await report.turns.run(report.caller, async () => {
    response.set('Cache-Control', 'no-store');
    if (request.method === 'HEAD') return void response.end();
    try {
      await sendPieces(response.setTimeout(patienceMs), piecesOf(report));
    } catch (error) {
      // Something else is answered instead, unless some of the file has gone out.
      if (!response.headersSent) response.removeHeader('Content-Disposition');
      throw error;
    }
  });
}

async function* piecesOf({
  first,
  pages,
  show,
  last = '',
}: Pick<Parameters<typeof sendReport>[2], 'first' | 'pages' | 'show' | 'last'>): AsyncGenerator<string> {
  let before = first;
  for await (const page of pages) {
    yield before + show(page);
    before = '';
  }
  yield before + last;
}
