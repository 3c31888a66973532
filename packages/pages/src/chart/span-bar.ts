import { attributes, type Html, html } from '../html.ts';

const width = 100;
const height = 10;

/**
 * How long something takes, for a cell beside its numbers: half of them up to the dark end, nine of ten up to the light
 * one. Its style sheet is `charts.css`.
 *
 * @param options.longest  what the whole width stands for
 */
export function spanBar(
  { median, ninth }: { median: number; ninth: number },
  { longest }: { longest: number },
): Html {
  const bar = (shade: string, value: number) => {
    const rect = { class: shade, width: Math.max(2, Math.round((value / longest) * width)), height, rx: 2 };
    return html`<rect${attributes(rect)}></rect>`;
  };
  return html`<svg class="span-bar" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">${bar('ninth', ninth)}${bar('median', median)}</svg>`;
}
