// Makes a player of video.js of each `<video data-player>` and `<audio data-player>`, and gives it HLS where there is
// some; the MP4 in the element is what is left when nothing here works. A part of the page that comes later
// (`live.js`) may bring one too.

import { playbackRates, pressed } from './player-keys.js';
import { keepChoices, keepPlace } from './player-memory.js';
import { showPreviews } from './player-preview.js';
import './player-quality.js';
import { fresh, isDue, renew } from './signed-addresses.js';
import videojs from './video-js.js';

const made = new WeakSet();
const wanted = 'video[data-player], audio[data-player]';

function makePlayersIn(element) {
  for (const media of element.querySelectorAll(wanted)) {
    if (made.has(media)) continue;
    made.add(media);
    makePlayer(media);
  }
}

makePlayersIn(document);
const arriving = new MutationObserver((changes) => {
  for (const { target } of changes) makePlayersIn(target);
});
for (const part of document.querySelectorAll('[data-live]')) arriving.observe(part, { childList: true });

async function makePlayer(media) {
  const { hls, overview, autoplay, ...given } = media.dataset;
  const [words, chapters] = [given.words, given.chapters].map((json) => JSON.parse(json));
  const { lang: language } = document.documentElement;
  // The file of video.js gives its words to `window.videojs`.
  await Promise.all([hls && import('./player-hls.js'), language === 'fr' && import('./video-js-fr.js')]);
  videojs.addLanguage(language, { ...videojs.options.languages[language], ...words });
  const isBegun = !media.paused;
  const said = startIn(location.hash) ?? Number(given.start);
  const startAt = isBegun ? media.currentTime : said;
  const length = Number(given.length);
  const files = [...media.querySelectorAll('source')].map(({ src, type }) => ({
    src: src.replace(/#.*$/, ''),
    type,
  }));
  const isSound = media.matches('audio');
  const player = videojs(media, {
    language,
    sources: hls ? [{ src: hls, type: 'application/vnd.apple.mpegurl', startAt }, ...files] : files,
    ...looks,
    // What is live has no id, and comes as fast as it is said.
    playbackRates: given.video ? playbackRates : [],
    audioOnlyMode: isSound,
    fill: !isSound,
  });
  player.ready(() => {
    addChapters(player, chapters);
    keepChoices(player);
    if (given.video)
      keepPlace(player, {
        ...{ video: given.video, media, length },
        isOffered: startAt === 0 && autoplay === undefined,
      });
  });
  if (overview) showPreviews(player, overview);
  stayOn(player, files);
  // Nothing is loaded yet that says how long it is, or could be at its place.
  player.on('loadstart', () => {
    if (Number.isNaN(player.duration())) player.duration(length);
    if (media.currentTime === 0 && startAt > 0) media.currentTime = startAt;
    player.trigger('timeupdate');
  });
  if (isBegun) play(player);
  else if (autoplay !== undefined) beginByItself(player);
}

/** With sound where the browser allows it, else without. Loading breaks off what began before it. */
function beginByItself(player) {
  const begin = () =>
    player.play()?.catch(({ name }) => {
      if (name !== 'NotAllowedError') return;
      player.muted(true);
      play(player);
    });
  begin();
  // Of HLS nothing that could play comes before somebody plays.
  player.one(['hlsattached', 'canplay'], () => {
    if (player.paused()) begin();
  });
}

const looks = {
  userActions: { hotkeys: pressed },
  // The font of the others would have to be a part of the style sheet, which the policy of our pages refuses.
  experimentalSvgIcons: true,
  preloadTextTracks: false,
  persistTextTrackSettings: true,
  controlBar: {
    children: [
      'progressControl',
      'playToggle',
      'volumePanel',
      'currentTimeDisplay',
      'timeDivider',
      'durationDisplay',
      'liveDisplay',
      'customControlSpacer',
      'chaptersButton',
      'subsCapsButton',
      'audioTrackButton',
      'playbackRateMenuButton',
      'qualityButton',
      'keysButton',
      'pictureInPictureToggle',
      'fullscreenToggle',
    ],
  },
};

/** A menu of them in the player, beside the list of the page. */
function addChapters(player, chapters) {
  if (chapters.length === 0) return;
  const { track } = player.addRemoteTextTrack({ kind: 'chapters' }, true);
  for (const [index, { title, startSeconds }] of chapters.entries()) {
    const end = chapters[index + 1]?.startSeconds ?? Number.MAX_SAFE_INTEGER;
    track.addCue(new VTTCue(startSeconds, end, title));
  }
  player.controlBar.getChild('ChaptersButton').update();
}

/** What the browser plays by itself, it cannot ask for with another signature: it fails, and goes on from there. */
function stayOn(player, files) {
  let hls;
  let unreached;
  player.on('hlsattached', (_event, given) => {
    ({ hls } = given);
  });
  player.on('hlsfailed', () => {
    hls = undefined;
    if (files.length > 0) return goOn(player, files);
    // What is live may begin a little later than it is said to, or be away for a while.
    unreached ??= warn(player, 'The stream cannot be reached. It begins by itself when it can.');
    const again = player.currentSources();
    setTimeout(() => goOn(player, again), 5_000);
  });
  player.on('loadeddata', () => {
    unreached?.remove();
    unreached = undefined;
  });
  // Also that of a `source`, which does not rise.
  const renewed = async ({ target }) => {
    if (hls || !target.matches('video, audio, source') || !isDue()) return;
    const sources = player.currentSources();
    await renew();
    goOn(player, await Promise.all(sources.map(async (one) => ({ ...one, src: await fresh(one.src) }))));
  };
  player.el().addEventListener('error', renewed, true);
  // Subtitles are asked for when they are chosen.
  player.on('useractive', async () => {
    for (const track of Array.from(player.textTracks())) if (track.src) track.src = await fresh(track.src);
  });
}

/** Says below the player what is the matter. */
function warn(player, text) {
  const notice = document.createElement('p');
  notice.className = 'notice warning';
  notice.setAttribute('role', 'status');
  notice.textContent = player.localize(text);
  player.el().closest('.stage').after(notice);
  return notice;
}

/** With other sources, where the reader was. */
function goOn(player, sources) {
  const at = player.currentTime();
  const wasPlaying = !player.paused();
  player.error(null);
  player.src(sources);
  if (at > 0) player.one('loadedmetadata', () => player.currentTime(at));
  if (wasPlaying) play(player);
}

function play(player) {
  player.play()?.catch(() => {});
}

/** Where an address like `…#t=90` begins (W3C, Media Fragments): seconds, or hours, minutes and seconds. */
function startIn(fragment) {
  const clock = /[#&]t=(?:npt:)?([\d:.]+)/.exec(fragment)?.[1];
  return clock?.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function goTo(seconds) {
  const [player] = videojs.getAllPlayers();
  if (!player || Number.isNaN(seconds)) return;
  player.currentTime(seconds);
  play(player);
}

// A chapter of the page, and an address that somebody has changed.
document.addEventListener('click', (event) => {
  const seconds = event.target.closest?.('[data-seek]')?.dataset.seek;
  if (seconds === undefined) return;
  event.preventDefault();
  goTo(Number(seconds));
});
addEventListener('hashchange', () => goTo(startIn(location.hash) ?? Number.NaN));
