/** Colours of screens, for what a person sees of them: OKLCH (B. Ottosson, 2020), and the contrast of WCAG 2.2. */
// In one file; its other entry is 150 modules, which take 40 ms of every start.
import culori from 'culori/require';

const { clampChroma, converter, formatHex, interpolate, wcagContrast } = culori;

/** Lightness from 0 to 1, chroma, hue in degrees. */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** A colour such as `#0b57a4`. */
export type Hex = string;

const toOklch = converter('oklch');

export function oklchOf(hex: Hex): Oklch {
  const { l: lightness, c: chroma, h: hue = 0 } = toOklch(hex) ?? { l: 0, c: 0 };
  return { lightness, chroma, hue };
}

/** The colour of that lightness and hue, as strong as a screen can show it and no stronger than asked for. */
export function hexOfOklch({ lightness, chroma, hue }: Oklch): Hex {
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: chroma, h: hue }, 'oklch'));
}

/** A little of a colour in another one, mixed as eyes do. */
export function mixed(part: number, colour: Hex, ground: Hex): Hex {
  return formatHex(interpolate([ground, colour], 'oklab')(part));
}

/** From 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  return wcagContrast(one, other);
}
