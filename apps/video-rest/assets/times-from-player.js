// Buttons that put a time into a field of their line: that of the player, or the one it has, some seconds earlier or
// later. The way of the line into the video begins there then.

import { clock } from './share.js';

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-time]');
  if (!button) return;
  const { time, by } = button.dataset;
  const line = button.closest('li, form');
  const field = line.querySelector(`[name="${time}"]`);
  const media = document.querySelector('video, audio');
  const now = by === undefined ? sourceTime(media) : secondsOf(field.value) + Number(by);
  const seconds = Math.max(0, Math.round(1000 * (Number.isNaN(now) ? sourceTime(media) : now)) / 1000);
  const rest = 'precise' in field.dataset ? `.${(seconds % 1).toFixed(3).slice(2)}` : '';
  field.value = clock(seconds) + rest;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const way = line.querySelector('[data-seek]');
  if (way && time !== 'end') way.dataset.seek = playedTime(media, seconds);
});

// What is sent comes back with the player where it was.
document.addEventListener('submit', ({ target }) => {
  const seconds = target.closest('.beside-player')?.querySelector('video, audio')?.currentTime;
  if (!(seconds > 0)) return;
  const address = new URL(target.action);
  address.searchParams.set('start', Math.floor(seconds));
  target.action = address;
});

/** What plays of the source, in whose times fields are; nothing: all of it. */
function piecesOf(media) {
  return JSON.parse(media.closest('[data-plays]')?.dataset.plays ?? '[]');
}

function sourceTime(media) {
  let left = media.currentTime;
  for (const { from, to } of piecesOf(media)) {
    if (left < to - from) return from + left;
    left -= to - from;
  }
  return piecesOf(media).at(-1)?.to ?? left;
}

function playedTime(media, seconds) {
  const pieces = piecesOf(media);
  if (pieces.length === 0) return seconds;
  return pieces.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(seconds, to) - from), 0);
}

/** Of `1:02:30`; not a number where it is no time. */
function secondsOf(text) {
  return text
    .split(':')
    .reduce((sum, part) => sum * 60 + (part.trim() === '' ? Number.NaN : Number(part)), 0);
}
