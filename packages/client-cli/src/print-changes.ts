import { ApiError, type FollowOptions } from '@campus/client-core';
import { OperatorError } from '@campus/config';
import { flag, option, say } from '@campus/service/command-line';
import { explainFailure } from './explain-failure.ts';
import { lineOf } from './print.ts';

/** Of the verb `changes`. */
export const changesOptions = {
  since: option('<cursor>', 'the changes after it, or now; without it: from the oldest that is kept'),
  follow: flag('goes on with what happens, through cuts and restarts, until it is ended'),
};

interface ChangesCommand<Change> {
  /** Of the program. */
  name: string;
  /** A cursor, or `now`; absent: from the oldest that is kept. */
  since?: string | undefined;
  /** Goes on until the process is ended, and waits out cuts, which it tells on standard error. */
  follow?: boolean | undefined;
  json?: boolean | undefined;
  /** What a line says of a change, before its cursor. */
  wordsOf(change: Change): readonly string[];
}

/** Prints what happens, each change on a line that ends with its cursor. @throws OperatorError  when some were missed */
export async function printChanges<Change extends { cursor: string }>(
  client: { changes(options: FollowOptions): AsyncGenerator<Change, void> },
  { name, since, follow = false, json, wordsOf }: ChangesCommand<Change>,
): Promise<void> {
  const onCut = (error: unknown) => {
    const failure = explainFailure(name, error);
    if (!follow || failure === undefined) throw error;
    process.stderr.write(`${name}: ${failure.sentence} It is tried again.\n`);
  };
  const after = since === undefined ? {} : { after: since };
  try {
    for await (const change of client.changes({ ...after, untilQuiet: !follow, onCut }))
      say(json ? JSON.stringify(change) : lineOf([...wordsOf(change), change.cursor].join(' ')));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 410) throw error;
    throw new OperatorError(
      'What came after this cursor is not known any more: it is too old, or of a database that was put back. Begin again with --since now, then read anew what you keep.',
      { cause: error },
    );
  }
}
