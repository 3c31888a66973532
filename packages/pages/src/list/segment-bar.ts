import { attributes, type Html, html } from '../html.ts';

/** One of the steps that something takes, in their order: behind it, at it, before it, or gone wrong. */
export type Segment = 'done' | 'now' | 'open' | 'failed';

const width = 72;
const height = 8;
const gap = 2;

/** With more the gaps would be wider than what is between them: like steps beside each other become one. */
const maxSegments = 18;

/**
 * How far something is, as a bar of its steps with a few signs beside it.
 *
 * @param options.text   the signs: `2/4`
 * @param options.label  what a screen reader says of both: `2 of 4 have signed`
 */
export function segmentBar(
  segments: readonly Segment[],
  { text, label }: { text: string; label: string },
): Html {
  const parts = segments.length <= maxSegments ? segments.map((segment) => [segment, 1] as const) : runs();
  const unit = (width + gap) / segments.length;
  let at = 0;
  const rects = parts.map(([segment, length]) => {
    const rect = {
      class: segment,
      x: round(at * unit),
      width: round(Math.max(1, length * unit - gap)),
      height,
      rx: 2,
    };
    at += length;
    return html`<rect${attributes(rect)}></rect>`;
  });
  return html`<span class="segments" role="img" aria-label="${label}"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">${rects}</svg><span aria-hidden="true">${text}</span></span>`;

  function runs(): [Segment, number][] {
    const found: [Segment, number][] = [];
    for (const segment of segments) {
      const last = found.at(-1);
      if (last?.[0] === segment) last[1] += 1;
      else found.push([segment, 1]);
    }
    return found;
  }
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
