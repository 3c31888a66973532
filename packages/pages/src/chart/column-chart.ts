import { attributes, type Html, html } from '../html.ts';
import type { Language } from '../language/language.ts';
import { pageWords } from '../page-words.ts';
import { table } from '../parts.ts';

/** What a colour says: well, gone wrong, under way, not begun. */
export type Shade = 'good' | 'bad' | 'info' | 'still';

/** What is stacked in each column, from below. */
interface Series {
  name: string;
  shade: Shade;
}

/** One span of time. */
export interface Column {
  /** In the table, and where a pointer rests. */
  label: string;
  /** Below the column; absent: nothing, where there is no room for each. */
  tick?: string | undefined;
  /** One for each series, from 0. */
  values: readonly number[];
}

const width = 480;
const height = 190;
const plot = { left: 40, right: width - 4, top: 10, bottom: height - 22 };

/**
 * Numbers over time as stacked columns, with their table below to unfold. Its style sheet is `charts.css`.
 *
 * @param chart.id  of the table that unfolds: it stays so in a part that is sent anew
 */
export function columnChart(options: {
  id: string;
  title: string;
  series: readonly Series[];
  columns: readonly Column[];
  /** What the columns are: `Week`. */
  columnsAre: string;
  language: Language;
}): Html {
  const { id, title, series, columns, columnsAre, language } = options;
  const say = pageWords[language];
  const number = new Intl.NumberFormat(language);
  const totals = columns.map(({ values }) => sum(values));
  const top = roundUp(Math.max(1, ...totals));
  return html`<figure class="chart"><figcaption><strong>${title}</strong>${legend(series)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${say.chart(title)}">
${[0, top / 2, top].map((value) => gridLine(value, { top, text: number.format(value) }))}
${columns.map((column, index) => drawn(column, { index, count: columns.length, top, series, number }))}
</svg>
<details id="${id}"><summary>${say.asTable}</summary>${table({
    caption: title,
    headings: [columnsAre, ...series.map(({ name }) => name)],
    rows: columns.map(({ label, values }) => [label, ...values.map((value) => number.format(value))]),
  })}</details></figure>`;
}

function legend(series: readonly Series[]): Html {
  return html`<ul class="legend">${series.map(
    ({ name, shade }) =>
      html`<li><svg width="12" height="12" aria-hidden="true"><rect class="${shade}" width="12" height="12" rx="2"></rect></svg>${name}</li>`,
  )}</ul>`;
}

function gridLine(value: number, { top, text }: { top: number; text: string }): Html {
  const y = heightOf(value, top);
  return html`<line${attributes({ x1: plot.left, x2: plot.right, y1: y, y2: y })}></line><text${attributes({ x: plot.left - 6, y: y + 4, 'text-anchor': 'end' })}>${text}</text>\n`;
}

function drawn(
  { label, tick, values }: Column,
  options: {
    index: number;
    count: number;
    top: number;
    series: readonly Series[];
    number: Intl.NumberFormat;
  },
): Html {
  const { index, count, top, series, number } = options;
  const slot = (plot.right - plot.left) / count;
  const x = plot.left + index * slot;
  let below = 0;
  const rects = values.map((value, place) => {
    const y = heightOf(below + value, top);
    const rect = {
      class: series[place]?.shade,
      x: round(x + slot * 0.14),
      y,
      width: round(slot * 0.72),
      height: round(heightOf(below, top) - y),
    };
    below += value;
    return value > 0 && html`<rect${attributes(rect)}></rect>`;
  });
  const said = values.map((value, place) => `${series[place]?.name} ${number.format(value)}`).join(', ');
  // What cannot be seen takes the pointer too, so that a low column is found.
  const whole = {
    class: 'whole',
    x: round(x),
    y: plot.top,
    width: round(slot),
    height: plot.bottom - plot.top,
  };
  return html`<g><title>${label} · ${said}</title><rect${attributes(whole)}></rect>${rects}</g>${
    tick !== undefined &&
    html`<text${attributes({ x: round(x + slot / 2), y: height - 6, 'text-anchor': 'middle' })}>${tick}</text>`
  }\n`;
}

function heightOf(value: number, top: number): number {
  return round(plot.bottom - (value / top) * (plot.bottom - plot.top));
}

/** 2, 4, 6, 8 or 10 of a power of ten: half of it is a whole number too. */
function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((one) => one * power >= most) ?? 10;
  return Math.max(2, step * power);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}

const span = { width: 100, height: 10 };

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
    const rect = {
      class: shade,
      width: Math.max(2, Math.round((value / longest) * span.width)),
      height: span.height,
      rx: 2,
    };
    return html`<rect${attributes(rect)}></rect>`;
  };
  return html`<svg class="span-bar" viewBox="0 0 ${span.width} ${span.height}" width="${span.width}" height="${span.height}" aria-hidden="true">${bar('ninth', ninth)}${bar('median', median)}</svg>`;
}
