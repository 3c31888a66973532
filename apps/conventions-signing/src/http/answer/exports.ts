import { createTurns, type TurnLimits } from '@campus/service';
import { inTurn, type Recipient, sendFile } from './send-file.ts';

/** Each holds a page of a list in memory for as long as its reader takes. */
export const tableLimits = {
  atATime: 8,
  atATimePerCaller: 2,
  waiting: 32,
  waitingPerCaller: 8,
  retryAfterSeconds: 10,
} satisfies TurnLimits;

/** Each holds a document more, and lasts for as long as thousands of them take. */
export const archiveLimits = {
  atATime: 4,
  atATimePerCaller: 1,
  waiting: 32,
  waitingPerCaller: 8,
  retryAfterSeconds: 30,
} satisfies TurnLimits;

/** Sends lists as files while they are read, for both doors within the same budgets. */
interface Exports {
  /** Where files wait that are not whole yet. */
  folder: string;
  /**
   * A table, by `csvOf`.
   *
   * @throws BudgetSpentError
   */
  table(recipient: Recipient, file: { name: string; lines: AsyncGenerator<string> }): Promise<void>;
  /**
   * The same as JSON, in the same turns.
   *
   * @throws BudgetSpentError
   */
  json(recipient: Recipient, pieces: AsyncGenerator<string>): Promise<void>;
  /**
   * A ZIP, by `zipOf`.
   *
   * @throws BudgetSpentError
   */
  archive(recipient: Recipient, file: { name: string; pieces: AsyncGenerator<Uint8Array> }): Promise<void>;
}

/** What sends lists as files works with. */
export interface ExportDeps {
  exports: Exports;
}

export function createExports({ folder }: Pick<Exports, 'folder'>): Exports {
  const tables = createTurns(tableLimits);
  const archives = createTurns(archiveLimits);
  return {
    folder,
    table: (recipient, { name, lines: pieces }) =>
      inTurn(tables, recipient, () => sendFile(recipient, { name, type: 'text/csv; charset=utf-8', pieces })),
    json: (recipient, pieces) =>
      inTurn(tables, recipient, () =>
        sendFile(recipient, { type: 'application/json; charset=utf-8', pieces }),
      ),
    archive: (recipient, { name, pieces }) =>
      inTurn(archives, recipient, () => sendFile(recipient, { name, type: 'application/zip', pieces })),
  };
}
