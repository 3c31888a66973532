// What a player keeps of its reader: where they were in each video, how fast they watch, and with which words.

import { keep, recall } from './kept-here.js';
import { playedTime, sourceTime } from './source-times.js';
import videojs from './video-js.js';

/** Goes on as the reader had it, and keeps what they choose. */
export function keepChoices(player) {
  keepRate(player);
  keepWords(player);
}

/** Of the rates that it offers, which are none where it is live. */
function keepRate(player) {
  const rates = player.playbackRates();
  const rate = recall('rate');
  if (rates.includes(rate)) {
    player.defaultPlaybackRate(rate);
    player.playbackRate(rate);
  }
  player.on('ratechange', () => {
    const chosen = player.playbackRate();
    if (!rates.includes(chosen)) return;
    // Other sources begin with the rate that is the default.
    player.defaultPlaybackRate(chosen);
    keep('rate', chosen);
  });
}

function keepWords(player) {
  const list = player.textTracks();
  const tracks = () => Array.from(list).filter(({ kind }) => kind === 'subtitles' || kind === 'captions');
  const shown = () => tracks().find(({ mode }) => mode === 'showing');
  const kept = recall('words');
  const isKept = ({ kind, language }) => language === kept?.language && kind === kept.kind;
  const wanted = tracks().find(isKept) ?? tracks().find(({ language }) => language === kept?.language);
  if (wanted || kept === false)
    for (const track of tracks()) track.mode = track === wanted ? 'showing' : 'disabled';
  let last = shown();
  list.addEventListener('change', () => {
    const now = shown();
    if (now === last) return;
    last = now;
    keep('words', now ? { kind: now.kind, language: now.language } : false);
  });
}

const mostPlaces = 200;
/** At the beginning and at the end nobody has to be led back. */
const edgeSeconds = 10;
const everySeconds = 5;

/**
 * Keeps where the reader is in a video until it ends: in its source, of which other pieces may play one day.
 *
 * @param isOffered  whether they are led to where they were, where that plays
 */
export function keepPlace(player, { video, media, length, isOffered }) {
  const places = () => (recall('places') ?? []).filter(([other]) => other !== video);
  const forget = () => keep('places', places());
  const [, kept] = recall('places')?.find(([other]) => other === video) ?? [];
  const before = playedTime(media, kept ?? 0);
  const isThere = before >= edgeSeconds && before <= length - edgeSeconds;
  const offer = isOffered && isThere ? offerPlace(player, before, forget) : undefined;
  let keptAt = 0;
  const note = () => {
    const at = player.currentTime();
    if (!player.hasStarted() || at < edgeSeconds) return;
    offer?.remove();
    keptAt = at;
    if (player.ended() || at > player.duration() - edgeSeconds) forget();
    else keep('places', [...places(), [video, Math.floor(sourceTime(media, at))]].slice(-mostPlaces));
  };
  player.on('timeupdate', () => {
    if (Math.abs(player.currentTime() - keptAt) >= everySeconds) note();
  });
  player.on(['pause', 'ended'], note);
  addEventListener('pagehide', note);
}

/** Until they go there, have it forgotten, or watch something else of it. */
function offerPlace(player, seconds, forget) {
  const offer = videojs.dom.createEl('div', { className: 'vjs-go-on' });
  const button = (text, act) => {
    const made = videojs.dom.createEl('button', {}, { type: 'button' }, text);
    made.addEventListener('click', () => {
      offer.remove();
      act();
    });
    offer.append(made);
    return made;
  };
  button(player.localize('Go on at {1}', [videojs.time.formatTime(seconds, seconds)]), () => {
    player.currentTime(seconds);
    player.play()?.catch(() => {});
  });
  button('×', forget).setAttribute('aria-label', player.localize('Forget the place'));
  const { controlBar } = player;
  if (player.isAudio()) controlBar.getChild('CustomControlSpacer').el().append(offer);
  else controlBar.el().before(offer);
  return offer;
}
