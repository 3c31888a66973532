// The menu of qualities of a player: what hls.js chooses by itself, and each height that there is.

import videojs from './video-js.js';

const MenuButton = videojs.getComponent('MenuButton');
const MenuItem = videojs.getComponent('MenuItem');
const auto = -1;

/** Stays away until the player has HLS with more than one quality. */
class QualityButton extends MenuButton {
  constructor(player, options) {
    super(player, options);
    this.controlText('Quality');
    this.menuButton_.el().setAttribute('aria-describedby', this.value.id);
    this.on(player, 'hlsattached', (_event, { hls }) => this.offer(hls));
    this.on(player, 'hlsfailed', () => this.offer(undefined));
  }

  createEl() {
    const element = super.createEl();
    this.value = videojs.dom.createEl('div', { className: 'vjs-quality-value', id: `${this.id()}_value` });
    element.append(this.value);
    return element;
  }

  buildCSSClass() {
    return `vjs-quality ${super.buildCSSClass()}`;
  }

  buildWrapperCSSClass() {
    return `vjs-quality ${super.buildWrapperCSSClass()}`;
  }

  offer(hls) {
    this.hls = hls;
    this.update();
    hls?.on('hlsLevelSwitched', () => this.tell());
    this.tell();
  }

  createItems() {
    const { levels = [] } = this.hls ?? {};
    if (levels.length < 2) return [];
    const byHeight = levels
      .map((level, index) => ({ index, lines: linesOf(level), label: `${linesOf(level)}p` }))
      .sort((one, other) => other.lines - one.lines);
    return [{ index: auto, label: this.localize('Auto') }, ...byHeight].map(
      ({ index, label }) =>
        new QualityItem(this.player(), {
          label,
          selectable: true,
          selected: index === this.chosen(),
          choose: () => this.choose(index),
          index,
        }),
    );
  }

  chosen() {
    return this.hls.autoLevelEnabled ? auto : this.hls.manualLevel;
  }

  choose(index) {
    // What is chosen is seen at once; what hls.js chooses comes with the next segment.
    if (index === auto) this.hls.nextLevel = auto;
    else this.hls.currentLevel = index;
    for (const item of this.items) item.selected(item.options().index === index);
    this.tell();
  }

  tell() {
    const { levels = [], currentLevel = auto } = this.hls ?? {};
    if (levels.length < 2) return;
    const chosen = this.chosen();
    const shown = levels[chosen === auto ? currentLevel : chosen];
    const lines = shown === undefined ? '' : `${linesOf(shown)}p`;
    const isAuto = videojs.dom.createEl('span', {
      className: 'vjs-quality-auto',
      textContent: `${this.localize('Auto')} `,
    });
    this.value.replaceChildren(...(chosen === auto ? [isAuto] : []), lines);
  }
}

class QualityItem extends MenuItem {
  handleClick(event) {
    super.handleClick(event);
    this.options().choose();
  }
}

/** A video on its side has the quality of its short side. */
function linesOf({ width, height }) {
  return Math.min(width, height);
}

videojs.registerComponent('QualityButton', QualityButton);
