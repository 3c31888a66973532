import { explainFailure, lineOf } from '@campus/client-cli';
import { OperatorError } from '@campus/config';
import { say } from '@campus/service';
import { ApiError, type Change, type VideoClient } from '../index.ts';

interface ChangesCommand {
  /** A cursor, or `now`; absent: from the oldest that is kept. */
  since: string | undefined;
  /** Goes on until the process is ended, and waits out cuts, which it tells on standard error. */
  follow: boolean;
  json: boolean;
}

/** Prints what happens to the objects, each change on a line. @throws OperatorError  when some were missed */
export async function printChanges(
  client: VideoClient,
  { since, follow, json }: ChangesCommand,
): Promise<void> {
  const onCut = (error: unknown) => {
    const failure = explainFailure('campus-video', error);
    if (!follow || failure === undefined) throw error;
    process.stderr.write(`campus-video: ${failure.sentence} It is tried again.\n`);
  };
  const after = since === undefined ? {} : { after: since };
  try {
    for await (const change of client.changes({ ...after, untilQuiet: !follow, onCut }))
      say(json ? JSON.stringify(change) : summaryOf(change));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 410) throw error;
    throw new OperatorError(
      'What came after this cursor is not known any more: it is too old, or of a database that was put back. Begin again with --since now, then read anew what you keep.',
      { cause: error },
    );
  }
}

/** The cursor stands last, whatever there is before it. */
function summaryOf({ at, event, resource, id, fields, cursor }: Change): string {
  return lineOf([at, event, `${resource}/${id}`, fields.join(','), cursor].join(' '));
}
