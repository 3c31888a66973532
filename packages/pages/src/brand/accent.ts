import { contrast, type Hex, hexOfOklch, mixed, oklchOf } from './colour.ts';

/** The one colour of links, buttons and what is chosen, in a scheme, and what stands on it or lies under it. */
export interface Accent {
  accent: Hex;
  onAccent: Hex;
  /** A ground with a breath of it, on which it is read as well. */
  soft: Hex;
}

/** What an accent is read on; `site.css` has the same values. */
export const grounds = {
  light: { sheet: '#ffffff', ground: '#f5f6f8', onAccent: '#ffffff' },
  dark: { sheet: '#1a2029', ground: '#11161d', onAccent: '#0d1219' },
} as const;

/** WCAG 2.2, 1.4.3, with room for the rounding of colours. */
const leastContrast = 4.55;

/**
 * The colour itself where it is read well on the grounds of both schemes; else its neighbour in lightness, of the same
 * hue, that is: darker in the light scheme, brighter in the dark one. Every colour has one.
 */
export function accentsOf(colour: Hex): Record<keyof typeof grounds, Accent> {
  return { light: accentIn('light', colour), dark: accentIn('dark', colour) };
}

function accentIn(scheme: keyof typeof grounds, colour: Hex): Accent {
  const { sheet, ground, onAccent } = grounds[scheme];
  const { lightness, chroma, hue } = oklchOf(colour);
  const step = scheme === 'light' ? -0.005 : 0.005;
  let accent = colour;
  for (let at = lightness; ; at += step) {
    const soft = mixed(0.1, accent, sheet);
    const isRead = [sheet, ground, soft, onAccent].every((near) => contrast(accent, near) >= leastContrast);
    if (isRead) return { accent, onAccent, soft };
    accent = hexOfOklch({ lightness: at + step, chroma, hue });
  }
}

/** The rules of a style sheet that give the accent its colours, `--brand` being the colour as it was given. */
export function accentRules(colour: Hex): string {
  const { light, dark } = accentsOf(colour);
  const rules = ({ accent, onAccent, soft }: Accent) =>
    `--accent:${accent};--on-accent:${onAccent};--accent-soft:${soft}`;
  return `:root{--brand:${colour};--deep:${light.accent};--bright:${dark.accent};${rules(light)}}
@media (prefers-color-scheme:dark){:root{${rules(dark)}}}
`;
}
