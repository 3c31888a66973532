import { createTurns, type TurnLimits } from '@campus/service';
import type { Request, Response } from 'express';
import { sendFile } from './send-file.ts';

/** Each holds a page of a list in memory for as long as its reader takes. */
export const tableLimits = {
  atATime: 8,
  atATimePerCaller: 2,
  waiting: 0,
  retryAfterSeconds: 10,
} satisfies TurnLimits;

/** Each holds a document more, and lasts for as long as thousands of them take. */
export const archiveLimits = {
  atATime: 4,
  atATimePerCaller: 1,
  waiting: 0,
  retryAfterSeconds: 30,
} satisfies TurnLimits;

/** Who asks for a file of a list. */
interface Asking {
  request: Request;
  response: Response;
  /** Whose turns it takes: a token or a person, by the actor of the history. */
  caller: string;
}

/** Sends lists as files while they are read, for both doors within the same budgets. */
export interface Exports {
  /** Where files wait that are not whole yet. */
  folder: string;
  /**
   * A table, by `csvOf`.
   *
   * @throws BudgetSpentError
   */
  table(asking: Asking, file: { name: string; lines: AsyncGenerator<string> }): Promise<void>;
  /**
   * The same as JSON, in the same turns.
   *
   * @throws BudgetSpentError
   */
  json(asking: Asking, pieces: AsyncGenerator<string>): Promise<void>;
  /**
   * A ZIP, by `zipOf`.
   *
   * @throws BudgetSpentError
   */
  archive(asking: Asking, file: { name: string; pieces: AsyncGenerator<Uint8Array> }): Promise<void>;
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
    table: (asking, { name, lines: pieces }) =>
      tables.run(asking.caller, () => sendFile(asking, { name, type: 'text/csv; charset=utf-8', pieces })),
    json: (asking, pieces) =>
      tables.run(asking.caller, () => sendFile(asking, { type: 'application/json; charset=utf-8', pieces })),
    archive: (asking, { name, pieces }) =>
      archives.run(asking.caller, () => sendFile(asking, { name, type: 'application/zip', pieces })),
  };
}
