import { encode } from 'uqr';
import { type Html, html } from './html.ts';

/** Modules of quiet ground around the symbol (ISO/IEC 18004 §6.3.8). */
const border = 4;

/**
 * A QR code, dark on light in either colour scheme, since readers expect it so. Whoever cannot scan it needs the same
 * text beside it.
 *
 * @param text           what a phone reads out of it: an address, an `otpauth:` URI
 * @param options.label  says what it leads to, for those who do not see it
 * @param options.size   width and height in pixels of the page
 */
export function qrCode(text: string, { label, size = 200 }: { label: string; size?: number }): Html {
  const { data, size: modules } = encode(text, { border, ecc: 'M' });
  const path = data.map((row, y) => darkRuns(row, y)).join('');
  return html`<svg class="qr-code" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" width="${size}" height="${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${modules}" height="${modules}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}

/** The dark modules of a row, each run of them as one rectangle of a path. */
function darkRuns(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    const start = x;
    while (row[x]) x += 1;
    if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
  }
  return path;
}
