// A small picture of what is at the place of the progress bar that is pointed at: those of `overview.vtt`, parts of a
// larger image each.

import { fresh } from './signed-addresses.js';

/** @param address  of the WebVTT file */
export function showPreviews(player, address) {
  const bar = player.controlBar.progressControl;
  const picture = document.createElement('div');
  picture.className = 'vjs-preview';
  picture.hidden = true;
  bar.el().append(picture);
  let cues;

  bar.on(['pointermove', 'pointerdown'], async ({ clientX }) => {
    cues ??= load(address);
    const { left, width } = bar.seekBar.el().getBoundingClientRect();
    const place = Math.min(Math.max((clientX - left) / width, 0), 1);
    const seconds = place * player.duration();
    const cue = (await cues).find(({ start, end }) => start <= seconds && seconds < end);
    picture.hidden = cue === undefined;
    if (cue) await show(picture, cue, { place, width });
  });
  const hide = () => {
    picture.hidden = true;
  };
  bar.on('pointerleave', hide);
  // Wherever the focus is: what only the pointer has brought hides what is under it (WCAG 1.4.13).
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
}

async function show({ style }, { image, x, y, w, h }, { place, width }) {
  const left = Math.min(Math.max(place * width - w / 2, 0), Math.max(width - w, 0));
  style.left = `${left}px`;
  style.width = `${w}px`;
  style.height = `${h}px`;
  style.backgroundImage = `url("${await fresh(image)}")`;
  style.backgroundPosition = `-${x}px -${y}px`;
}

/** Without it there are no previews, and nothing else is the worse for it. */
async function load(address) {
  const url = await fresh(new URL(address, location).href);
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? cuesIn(await response.text(), url) : [];
}

function cuesIn(text, base) {
  const cue = /^([\d:.]+) --> ([\d:.]+).*\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm;
  return [...text.replaceAll('\r\n', '\n').matchAll(cue)].map(([, from, to, image, ...box]) => {
    const [x, y, w, h] = box.map(Number);
    return { start: secondsOf(from), end: secondsOf(to), image: new URL(image, base).href, x, y, w, h };
  });
}

function secondsOf(clock) {
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
