// Buttons that put a time into a field of their line: that of the player, or the one it has, some seconds earlier or
// later. The way of the line into the video begins there then.

import { clock } from './share.js';
import { playedTime, secondsOf, sourceTime } from './source-times.js';

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
