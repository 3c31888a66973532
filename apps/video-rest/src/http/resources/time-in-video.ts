/** The times of what belongs to a video: whole seconds from its beginning. */
import * as rest from '@campus/rest';
import { type Outputs, sourceSecondsOf } from '../../ffmpeg/outputs.ts';
import { playsIn } from '../../ffmpeg/plays.ts';
import { faultsOfStretch, type StretchFaults, shownLength } from '../../videos/time-in-video.ts';
import { fieldMessages } from '../refusals.ts';
import { playsAsText } from './fields/played-pieces.ts';
import type { Services } from './services.ts';

const [startColumn, endColumn] = ['startSeconds', 'endSeconds'];

/** The second at which it begins. */
export function startSecond(options: { default: number }): rest.DeclaredField<unknown> {
  const label = ['Start (seconds)', 'Début (secondes)'] as const;
  return rest.integer({ label, column: startColumn, min: 0, ...options });
}

/** The second at which it ends. */
export function endSecond(options: { default: number }): rest.DeclaredField<unknown> {
  const label = ['End (seconds)', 'Fin (secondes)'] as const;
  return rest.integer({ label, column: endColumn, min: 0, ...options });
}

/**
 * The rule that they lie within the video of `videoId`, the end after the start. What is there already stays when a
 * shorter source comes, until its times are changed.
 *
 * @param fields  the names of the two fields; without an end what belongs to the video is at one moment
 */
export function withinVideo(fields: {
  start: string;
  end?: string;
}): NonNullable<rest.Resource<Services>['judge']> {
  return async (row, { changes, rowOf }) => {
    if (!['videoId', startColumn, endColumn].some((column) => column in changes)) return undefined;
    const video = await rowOf('videos', ['durationSeconds', 'encoding.outputs'], Number(row.videoId));
    const durationSeconds = sourceSecondsIn(video ?? {});
    const start = Number(row[startColumn]);
    const stretch = fields.end === undefined ? { start } : { start, end: Number(row[endColumn]) };
    const faults = faultsOfStretch(stretch, durationSeconds);
    const problems: rest.Problems = {};
    if (faults.start !== undefined) problems[fields.start] = [said(faults.start)];
    if (faults.end !== undefined && fields.end !== undefined) problems[fields.end] = [said(faults.end)];
    return Object.keys(problems).length === 0 ? undefined : problems;
  };
}

/** The length of the source, out of the row of a video; 0: not known. */
export function sourceSecondsIn({
  durationSeconds = 0,
  'encoding.outputs': outputs = null,
}: rest.Row): number {
  return sourceSecondsOf({ durationSeconds: Number(durationSeconds), outputs: outputs as Outputs | null });
}

function said({ code, ...values }: NonNullable<StretchFaults['start'] | StretchFaults['end']>): rest.Message {
  return { text: fieldMessages[code], values };
}

/** That what plays begins and ends within the source, where its length is known. */
export function withinSource(row: rest.Row, changes: rest.Row): rest.Problems | undefined {
  if (row.id === undefined || changes.plays === undefined) return undefined;
  const last = Math.ceil(sourceSecondsIn(row));
  const beyond = playsIn(String(changes.plays)).find(
    ({ from, to }) => from >= last || (Number.isFinite(to) && to > last),
  );
  if (last === 0 || beyond === undefined) return undefined;
  const values = { piece: playsAsText([beyond]), last: shownLength(last) };
  return { plays: [{ text: fieldMessages.piece_after_source, values }] };
}
