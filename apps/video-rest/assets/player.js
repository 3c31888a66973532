// Plays HLS in `<video data-hls="…">`: the quality follows the connection. The MP4 beside it is what is left when
// nothing here works. A part of the page that comes later (`live.js`) may bring a player too.

for (const video of document.querySelectorAll('video[data-hls]')) play(video);

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
  const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true });
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
    video.load();
    video.currentTime = currentTime;
    if (!paused) video.play().catch(() => {});
  });
  hls.loadSource(address);
  hls.attachMedia(video);
}
