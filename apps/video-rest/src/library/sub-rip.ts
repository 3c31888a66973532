import { linesOf } from './web-vtt.ts';

const time = String.raw`(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?`;
const timings = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s.*)?$`);

interface Cue {
  timings: string;
  text: string[];
}

/** The same subtitles as WebVTT; null when the text has none in the format SRT. */
export function webVttOf(subRip: string): string | null {
  const cues: Cue[] = [];
  for (const line of linesOf(subRip)) {
    const found = line.includes('-->') ? timings.exec(line) : null;
    const cue = cues.at(-1);
    if (found === null) cue?.text.push(line);
    else {
      // The line before is the number of this one.
      if (/^\s*\d+\s*$/.test(cue?.text.at(-1) ?? '')) cue?.text.pop();
      cues.push({ timings: `${timeOf(found.slice(1, 5))} --> ${timeOf(found.slice(5, 9))}`, text: [] });
    }
  }
  if (cues.length === 0) return null;
  const blocks = cues.map(({ timings: when, text }) =>
    [when, ...textOf(text).split('\n').filter(Boolean)].join('\n'),
  );
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}

/** `1`, `2`, `3`, `4` → `01:02:03.400`. */
function timeOf([hours = '', minutes = '', seconds = '', fraction = '']: readonly (
  | string
  | undefined
)[]): string {
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return `${clock}.${fraction.padEnd(3, '0')}`;
}

/** Bold, italics and underlining are written alike in both; what else stands in angles or braces is dropped. */
function textOf(lines: readonly string[]): string {
  // All lines at once: a call for each costs seconds when there are a million.
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/\{\\[^{}\n]*\}/g, '')
    .replace(/<(?!\/?[biu]>)[^<>\n]*>/gi, '')
    .replace(/<\/?[BIU]>/g, (tag) => tag.toLowerCase())
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replace(/<(?!\/?[biu]>)/g, '&lt;')
    .replaceAll('-->', '--&gt;');
}
