/** Colours of screens, for what a person sees of them: OKLCH (B. Ottosson, 2020), and the contrast of WCAG 2.2. */

/** Red, green and blue of the linear light of sRGB, from 0 to 1; outside of it no screen shows the colour. */
type Light = readonly [number, number, number];

/** Lightness from 0 to 1, chroma, hue in radians. */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** A colour such as `#0b57a4`. */
export type Hex = string;

function lightOf(hex: Hex): Light {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function hexOf(light: Light): Hex {
  const channel = (value: number) => {
    const within = Math.min(1, Math.max(0, value));
    const shown = within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055;
    return Math.round(255 * shown)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${light.map(channel).join('')}`;
}

function labOf([red, green, blue]: Light): Light {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function lightOfLab([lightness, a, b]: Light): Light {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

export function oklchOf(hex: Hex): Oklch {
  const [lightness, a, b] = labOf(lightOf(hex));
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** The colour of that lightness and hue, as strong as a screen can show it and no stronger than asked for. */
export function hexOfOklch({ lightness, chroma, hue }: Oklch): Hex {
  for (let kept = chroma; kept > 0; kept -= 0.005) {
    const light = lightOfLab([lightness, kept * Math.cos(hue), kept * Math.sin(hue)]);
    if (light.every((value) => value >= 0 && value <= 1)) return hexOf(light);
  }
  return hexOf(lightOfLab([lightness, 0, 0]));
}

/** A little of a colour in another one, mixed as eyes do. */
export function mixed(part: number, colour: Hex, ground: Hex): Hex {
  const [some, most] = [labOf(lightOf(colour)), labOf(lightOf(ground))];
  const at = (axis: 0 | 1 | 2) => part * some[axis] + (1 - part) * most[axis];
  return hexOf(lightOfLab([at(0), at(1), at(2)]));
}

/** From 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [dark = 0, bright = 0] = [one, other]
    .map((hex) => {
      const [red, green, blue] = lightOf(hex);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}
