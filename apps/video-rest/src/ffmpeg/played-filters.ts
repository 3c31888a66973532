import type { FrameRate } from './probe-result.ts';
import type { Span, Timeline } from './timeline.ts';

type Times = Pick<Timeline, 'closings' | 'trim'>;

/** Samples of which a piece of sound has some more or less than it should. */
const samplesAtOnce = 256;

/** Times are not exact: none may come too early. */
const early = 0.001;

/**
 * The filters that leave of pictures what plays, each followed by a comma: breaks of the times are closed up, and what is
 * left out of the source is. A picture may stay from before a piece until it begins: there is one for every moment.
 */
export function playedPictures({ closings, trim }: Times, { numerator, denominator }: FrameRate): string {
  const closed = closeUp('setpts', closings);
  if (trim === undefined) return closed;
  const { plays } = trim;
  return `${closed}fps=${numerator}/${denominator},select='${within(plays)}',${closeUp('setpts', cutsBefore(plays))}`;
}

/** The same of sound. */
export function playedSound({ closings, trim }: Times): string {
  const closed = closeUp('asetpts', closings);
  if (trim === undefined) return closed;
  const { plays } = trim;
  return `${closed}asetnsamples=n=${samplesAtOnce}:p=0,aselect='${within(plays)}',${closeUp('asetpts', cutsBefore(plays))}`;
}

function within(plays: readonly Span[]): string {
  return plays
    .map(({ from, to }) => `gte(t,${(from - early).toFixed(3)})*lt(t,${(to - early).toFixed(3)})`)
    .join('+');
}

/** What is left out before each piece. */
function cutsBefore(plays: readonly Span[]): Span[] {
  return plays
    .map(({ from }, index) => ({ from: plays[index - 1]?.to ?? 0, to: from }))
    .filter(({ from, to }) => to > from);
}

/** The filter that closes spans of time up; each is known by its middle. Empty: there are none. */
function closeUp(filter: 'setpts' | 'asetpts', closings: readonly Span[]): string {
  if (closings.length === 0) return '';
  const lost = closings.map(
    ({ from, to }) => `gte(T,${((from + to) / 2).toFixed(3)})*${(to - from).toFixed(6)}`,
  );
  return `${filter}='PTS-(${lost.join('+')})/TB',`;
}
