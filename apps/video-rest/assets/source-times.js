// Where something plays of a source of which pieces are left out: times of the source are kept, and those of what plays
// shown. And times as people write them.

/** What plays of the source, in its times; none: all of it. */
function piecesOf(media) {
  return JSON.parse(media.closest('[data-plays]')?.dataset.plays ?? '[]');
}

/** @param played  the moment of what plays; absent: that of the player */
export function sourceTime(media, played = media.currentTime) {
  let left = played;
  for (const { from, to } of piecesOf(media)) {
    if (left < to - from) return from + left;
    left -= to - from;
  }
  return piecesOf(media).at(-1)?.to ?? left;
}

export function playedTime(media, seconds) {
  const pieces = piecesOf(media);
  if (pieces.length === 0) return seconds;
  return pieces.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(seconds, to) - from), 0);
}

/** Of `1:02:30`; not a number where it is no time. */
export function secondsOf(text) {
  return text
    .split(':')
    .reduce((sum, part) => sum * 60 + (part.trim() === '' ? Number.NaN : Number(part)), 0);
}
