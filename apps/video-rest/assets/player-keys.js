// The keys of a player, while the focus is in it: elsewhere a letter belongs to the page and to whoever has it read
// aloud (WCAG 2.1.4). A dialog tells them.

import videojs from './video-js.js';

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** The rows of the help: the keys as they are shown, and what each does. */
const rows = [
  { shown: ['Space', 'K'], does: 'Play or pause', acts: { ' ': togglePlay, k: togglePlay } },
  {
    shown: ['←', '→'],
    does: '5 seconds back or forward',
    acts: { ArrowLeft: (player) => seek(player, -5), ArrowRight: (player) => seek(player, 5) },
  },
  {
    shown: ['J', 'L'],
    does: '10 seconds back or forward',
    acts: { j: (player) => seek(player, -10), l: (player) => seek(player, 10) },
  },
  {
    shown: ['0', '…', '9'],
    does: 'To that tenth of the video',
    acts: Object.fromEntries(Array.from({ length: 10 }, (_, tenth) => [tenth, toTenth])),
  },
  {
    shown: ['↑', '↓'],
    does: 'Louder or quieter',
    acts: { ArrowUp: (player) => louder(player, 0.05), ArrowDown: (player) => louder(player, -0.05) },
  },
  { shown: ['M'], does: 'Mute', acts: { m: (player) => player.muted(!player.muted()) } },
  {
    shown: ['<', '>'],
    does: 'Slower or faster',
    acts: { '<': (player) => faster(player, -1), '>': (player) => faster(player, 1) },
  },
  { shown: ['C'], does: 'Subtitles on or off', acts: { c: toggleWords } },
  { shown: ['F'], does: 'Fullscreen on or off', acts: { f: toggleFullscreen } },
  { shown: ['?'], does: 'This help', acts: { '?': explainKeys } },
];

const acts = new Map(rows.flatMap((row) => Object.entries(row.acts)));

/** What a player does with a key: its option `userActions.hotkeys`. */
export function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = acts.get(key);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act(this, key);
}

function togglePlay(player) {
  if (player.paused()) player.play()?.catch(() => {});
  else player.pause();
}

function seek(player, seconds) {
  const end = player.duration() || Number.POSITIVE_INFINITY;
  player.currentTime(Math.min(Math.max(player.currentTime() + seconds, 0), end));
}

function toTenth(player, digit) {
  if (player.duration() > 0) player.currentTime((player.duration() * Number(digit)) / 10);
}

function louder(player, step) {
  player.muted(false);
  player.volume(Math.min(Math.max(player.volume() + step, 0), 1));
}

function faster(player, step) {
  const rates = player.playbackRates();
  const at = rates.findIndex((rate) => rate >= player.playbackRate());
  player.playbackRate(rates[Math.min(Math.max(at + step, 0), rates.length - 1)]);
}

function toggleFullscreen(player) {
  if (player.isFullscreen()) player.exitFullscreen();
  else player.requestFullscreen();
}

const shownLast = new WeakMap();

/** Off, and on again with what was shown last, else with the first. */
function toggleWords(player) {
  const tracks = Array.from(player.textTracks()).filter(({ kind }) =>
    ['subtitles', 'captions'].includes(kind),
  );
  const shown = tracks.find(({ mode }) => mode === 'showing');
  const next = shown ?? shownLast.get(player) ?? tracks[0];
  if (!next) return;
  shownLast.set(player, next);
  next.mode = shown ? 'disabled' : 'showing';
}

function explainKeys(player) {
  const list = document.createElement('dl');
  list.className = 'vjs-keys';
  for (const { shown, does } of rows) {
    const term = document.createElement('dt');
    for (const name of shown) {
      const key = document.createElement('kbd');
      key.textContent = player.localize(name);
      term.append(key, ' ');
    }
    const description = document.createElement('dd');
    description.textContent = player.localize(does);
    list.append(term, description);
  }
  player.createModal(list, { label: player.localize('Keyboard'), pauseOnOpen: false });
}

/** Opens the help, for those who do not know that `?` does. */
class KeysButton extends videojs.getComponent('Button') {
  constructor(player, options) {
    super(player, options);
    this.controlText('Keyboard');
    const sign = document.createElement('span');
    sign.setAttribute('aria-hidden', 'true');
    sign.textContent = '?';
    this.el().append(sign);
  }

  buildCSSClass() {
    return `vjs-keys-button ${super.buildCSSClass()}`;
  }

  handleClick() {
    explainKeys(this.player());
  }
}

videojs.registerComponent('KeysButton', KeysButton);
