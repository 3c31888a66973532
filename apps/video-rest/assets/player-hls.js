// HLS in the element of a video.js player, by hls.js. The player hears `hlsattached`, and `hlsfailed` when there is
// nothing left but another source.

import Hls from './hls.mjs';
import { keep, recall } from './kept-here.js';
import { fresh } from './signed-addresses.js';
import videojs from './video-js.js';

const hlsType = 'application/vnd.apple.mpegurl';

/** In bits per second, where nothing is known: a lecture at 720 lines takes less, and whoever has less notices within seconds. */
const commonBandwidth = 3_000_000;

const canPlayType = (type) => (type === hlsType && Hls.isSupported() ? 'probably' : '');

// Where hls.js does not work, as on older iPhones, what is found next is the browser's own way with HLS.
videojs.getTech('Html5').registerSourceHandler(
  {
    canPlayType,
    canHandleSource: ({ type }) => canPlayType(type),
    handleSource: ({ src, startAt }, tech) =>
      attach(videojs.getPlayer(tech.options_.playerId), { media: tech.el(), src, startAt }),
  },
  0,
);

// Who goes to another place before playing wants to see it.
videojs.use(hlsType, (player) => ({
  setSource: (source, next) => next(null, source),
  setCurrentTime(seconds) {
    player.trigger('placechosen');
    return seconds;
  },
}));

/** Where nothing is said of a place, hls.js begins a recording at its beginning, and what is live where it is. */
const anywhere = -1;

function attach(player, { media, src, startAt }) {
  const hls = new Hls({
    // Segments are MP4 already: there is nothing that a worker, which the policy of the page refuses, could do.
    enableWorker: false,
    // The first segment is of the quality that fits the player and what the line gave last, not a trial of the lowest.
    testBandwidth: false,
    abrEwmaDefaultEstimate: recall('bandwidth') || commonBandwidth,
    startPosition: startAt || anywhere,
    // Until somebody plays, nothing but the list of qualities; then 60 s ahead at most with the segment that is under
    // way, which has 20 s where pictures stand still.
    autoStartLoad: false,
    maxBufferLength: 40,
    maxMaxBufferLength: 40,
    backBufferLength: 20,
    xhrSetup: async (xhr, url) => xhr.open('GET', await fresh(url)),
  });
  let hasRecovered = false;
  hls.on(Hls.Events.FRAG_LOADED, () => keep('bandwidth', Math.round(hls.bandwidthEstimate)));
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
      player.error(null);
      return;
    }
    player.trigger('hlsfailed');
  });
  hls.on(Hls.Events.MANIFEST_PARSED, () => player.trigger('hlsattached', { hls }));
  hls.on(Hls.Events.AUDIO_TRACKS_UPDATED, () => offerSoundTracks(player, hls));
  const begin = () => {
    if (!hls.loadingEnabled) hls.startLoad(media.currentTime || startAt || anywhere);
  };
  player.on(['play', 'placechosen'], begin);
  if (!media.paused) begin();
  hls.on(Hls.Events.DESTROYING, () => player.off(['play', 'placechosen'], begin));
  hls.loadSource(src);
  hls.attachMedia(media);
  // Told before it has the element, hls.js (1.7) measures it with the next frame, which a list that comes sooner does
  // not await; told after, it measures it when the list is there.
  hls.config.capLevelToPlayerSize = true;
  return { dispose: () => hls.destroy() };
}

/** One is no choice. */
function offerSoundTracks(player, hls) {
  const offered = player.audioTracks();
  if (hls.audioTracks.length < 2 || offered.length > 0) return;
  for (const [index, { name, lang }] of hls.audioTracks.entries()) {
    const isShown = index === Math.max(hls.audioTrack, 0);
    offered.addTrack(
      new videojs.AudioTrack({
        id: String(index),
        kind: isShown ? 'main' : 'alternative',
        label: name,
        language: lang,
        enabled: isShown,
      }),
    );
  }
  const choose = () => {
    const chosen = Array.from(offered).findIndex(({ enabled }) => enabled);
    if (chosen !== -1) hls.audioTrack = chosen;
  };
  offered.addEventListener('change', choose);
  hls.on(Hls.Events.DESTROYING, () => offered.removeEventListener('change', choose));
}
