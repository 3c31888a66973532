// What is to play of a source: pieces begin and end where the player is, and what stays of all is played by itself, before
// anything is encoded.

import { clock } from './share.js';
import { playedTime, secondsOf, sourceTime } from './source-times.js';
import './times-from-player.js';

const media = () => document.querySelector('video, audio');
const preview = document.querySelector('[data-preview]');
const field = preview?.form.elements.plays;
const lasts = preview?.form.querySelector('[data-lasts]');

/** What plays in the preview, in times of the player; undefined: there is none. */
let stretches;

document.addEventListener('click', ({ target }) => {
  const edge = target.closest('[data-piece]')?.dataset.piece;
  if (!edge) return;
  const { pieces, others } = piecesIn(field.value);
  const moved = withEdge(pieces, edge, Math.round(sourceTime(media())));
  field.value = [...moved.map(shown), ...others].join('\n');
  field.dispatchEvent(new Event('input', { bubbles: true }));
});

/** A piece begins (`from`) or ends (`to`) at a second: the one that is there, else another. */
function withEdge(pieces, edge, at) {
  const there = pieces.find(({ from, to }) =>
    edge === 'from' ? from <= at && at < to : from < at && at <= to,
  );
  const before = pieces.findLast(({ to }) => to < at);
  const next = pieces.find(({ from }) => from > at);
  if (there) there[edge] = at;
  else if (edge === 'from') pieces.push({ from: at, to: next?.from ?? Number.POSITIVE_INFINITY });
  else if (before) before.to = at;
  else pieces.push({ from: 0, to: at });
  return pieces.filter(({ from, to }) => to > from).sort((one, other) => one.from - other.from);
}

/** Those of the field, and what in it is none. */
function piecesIn(text) {
  const lines = text.split(/[,;\n]/).filter((line) => line.trim() !== '');
  const read = lines.map((line) => /^\s*([\d:]+)\s*[-–—]\s*([\d:]*)\s*$/.exec(line));
  const pieces = read.filter(Boolean).map(([, from, to]) => ({
    from: secondsOf(from),
    to: to === '' ? Number.POSITIVE_INFINITY : secondsOf(to),
  }));
  const others = lines.filter((_line, index) => !read[index]);
  return { pieces: pieces.length > 0 ? pieces : [{ from: 0, to: Number.POSITIVE_INFINITY }], others };
}

function shown({ from, to }) {
  return `${clock(from)}-${Number.isFinite(to) ? clock(to) : ''}`;
}

field?.addEventListener('input', () => {
  const length = Number(lasts.dataset.length);
  const { pieces } = piecesIn(field.value);
  const stays = pieces.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, length) - from), 0);
  lasts.textContent = lasts.dataset.lasts.replace('{}', clock(stays));
  if (stretches) stretches = stretchesNow();
});

function stretchesNow() {
  return piecesIn(field.value)
    .pieces.map(({ from, to }) => ({ from: playedTime(media(), from), to: playedTime(media(), to) }))
    .filter(({ from, to }) => to > from);
}

preview?.addEventListener('click', () => {
  if (stretches) return end();
  stretches = stretchesNow();
  preview.setAttribute('aria-pressed', 'true');
  media().currentTime = stretches[0]?.from ?? 0;
  media()
    .play()
    .catch(() => {});
  skip();
});

/** From what is left out to what is not, for as long as the preview lasts. */
function skip() {
  if (!stretches) return;
  const { currentTime, seeking, ended } = media();
  const now = stretches.find(({ to }) => currentTime < to);
  if (!seeking && (ended || !now)) return end();
  if (!seeking && currentTime < now.from) media().currentTime = now.from;
  requestAnimationFrame(skip);
}

function end() {
  stretches = undefined;
  preview.setAttribute('aria-pressed', 'false');
  media().pause();
}
