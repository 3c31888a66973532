// Plays HLS in `<video data-hls="…">`: the quality follows the connection. The MP4 beside it is what is left when
// nothing here works. A part of the page that comes later (`live.js`) may bring a player too.

import { fresh, isDue, renew } from './signed-addresses.js';

for (const video of document.querySelectorAll('video[data-hls]')) play(video);

// What the browser plays by itself, it cannot ask for with another signature: it fails, and goes on from there. An
// error of a `source` does not rise.
document.addEventListener('error', ({ target }) => resume(target.closest?.('video, audio')), true);

async function resume(player) {
  if (!player || !isDue()) return;
  const { currentTime, paused, src } = player;
  await renew();
  if (src.startsWith('blob:')) return;
  if (src) player.src = await fresh(src);
  goOn(player, { currentTime, paused });
}

function goOn(player, { currentTime, paused }) {
  player.load();
  player.currentTime = currentTime;
  if (!paused) player.play().catch(() => {});
}

// A chapter of the page.
document.addEventListener('click', (event) => {
  const seconds = event.target.closest?.('[data-seek]')?.dataset.seek;
  const player = document.querySelector('video, audio');
  if (seconds === undefined || !player) return;
  event.preventDefault();
  player.currentTime = Number(seconds);
  player.play().catch(() => {});
});

const arriving = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (node instanceof Element) for (const video of videosIn(node)) play(video);
    }
  }
});
for (const part of document.querySelectorAll('[data-live]')) arriving.observe(part, { childList: true });

function videosIn(element) {
  return [element, ...element.querySelectorAll('video[data-hls]')].filter((one) =>
    one.matches('video[data-hls]'),
  );
}

async function play(video) {
  const { hls: address } = video.dataset;
  const { default: Hls } = await import('./hls.mjs');
  if (!Hls.isSupported()) {
    // iPhones: the browser itself plays HLS.
    if (video.canPlayType('application/vnd.apple.mpegurl') !== '') video.src = address;
    return;
  }
  // Segments are MP4 already: there is nothing that a worker, which the policy of the page refuses, could do.
  const hls = new Hls({
    enableWorker: false,
    capLevelToPlayerSize: true,
    xhrSetup: async (xhr, url) => xhr.open('GET', await fresh(url)),
  });
  let hasRecovered = false;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
      return;
    }
    hls.destroy();
    // Back to the MP4, where the reader was.
    const { currentTime, paused } = video;
    video.removeAttribute('src');
    goOn(video, { currentTime, paused });
  });
  hls.loadSource(address);
  hls.attachMedia(video);
}
