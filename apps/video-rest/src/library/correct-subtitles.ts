import { webVttClock } from '../ffmpeg/web-vtt-clock.ts';
import { blocksOf, blockWith, cueIn, lineEndOf, linesOf, type WrittenCue } from './web-vtt.ts';

/** A line of subtitles, as people read and write it: `<`, `&` and `-->` stand for themselves, marks are marks. */
export interface SubtitleLine {
  startMs: number;
  endMs: number;
  text: string;
}

/** What becomes of the lines of a text, by their places in it, from 0; every other stays as it is. */
export interface Corrections {
  changed: ReadonlyMap<number, SubtitleLine>;
  removed: ReadonlySet<number>;
  added: readonly SubtitleLine[];
}

/** The lines of a WebVTT. */
export function subtitleLinesOf(webVtt: string): SubtitleLine[] {
  return blocksOf(webVtt).flatMap((block) => {
    const cue = cueIn(block);
    return cue === undefined ? [] : [lineOf(cue)];
  });
}

/** A cue with what stands before it, such as a note; `place` is where it was, while it is as it was. */
interface Part {
  startMs: number;
  text: string;
  place?: number | undefined;
}

/**
 * The same WebVTT with its lines corrected: what is not named, notes, styles, names of cues and their settings stay byte
 * for byte. Where lines have come, or begin at other times, all are in the order of their times.
 */
export function corrected(webVtt: string, { changed, removed, added }: Corrections): string {
  const parts: Part[] = [];
  let before = '';
  let cues = 0;
  let isMoved = added.length > 0;
  const keep = (startMs: number, text: string, place?: number) => {
    parts.push({ startMs, text: before + text, place });
    before = '';
  };
  for (const block of blocksOf(webVtt)) {
    const cue = cueIn(block);
    if (cue === undefined) {
      if (/^(?:WEBVTT|STYLE|REGION)/.test(block)) keep(-1, block, parts.length);
      else before += block;
      continue;
    }
    const line = changed.get(cues);
    const { startMs } = line ?? cue;
    isMoved ||= startMs !== cue.startMs;
    if (removed.has(cues)) keep(startMs, '');
    else if (line === undefined || isSame(line, lineOf(cue))) keep(startMs, block, parts.length);
    else keep(startMs, blockWith(block, cueOf(line)));
    cues += 1;
  }
  keep(Number.POSITIVE_INFINITY, '', parts.length);
  const end = lineEndOf(webVtt);
  for (const line of added) {
    const { startMs, endMs, payload } = cueOf(line);
    const rows = [`${webVttClock(startMs)} --> ${webVttClock(endMs)}`, ...payload.split('\n'), '', ''];
    parts.push({ startMs, text: rows.join(end) });
  }
  if (isMoved) parts.sort((one, other) => one.startMs - other.startMs);
  return joined(
    parts.filter(({ text }) => text !== ''),
    end,
  );
}

/** With an empty line between any two that did not stand one behind the other before. */
function joined(parts: readonly Part[], end: string): string {
  const texts = parts.map(({ text, place }, index) => {
    const next = parts[index + 1];
    const isAsItWas = place !== undefined && next?.place === place + 1;
    if (next === undefined || isAsItWas || /(?:\r\n|\r(?!\n)|\n){2}$/.test(text)) return text;
    return text + (/[\r\n]$/.test(text) ? end : end + end);
  });
  return texts.join('');
}

function isSame(one: SubtitleLine, other: SubtitleLine): boolean {
  return one.startMs === other.startMs && one.endMs === other.endMs && one.text === other.text;
}

function lineOf({ payload, ...times }: WrittenCue): SubtitleLine {
  const bare = (text: string) => text.replaceAll('&gt;', '>');
  const plain = bare(payload).replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  // What would be read otherwise is shown as it is written.
  const isPlain = bare(payloadOf(plain)) === bare(payload);
  return { ...times, text: textOfLine(isPlain ? plain : payload) };
}

function cueOf({ text, ...times }: SubtitleLine): WrittenCue {
  return { ...times, payload: payloadOf(textOfLine(text)) };
}

/** What is sent of a line, without what would end it: control characters, empty lines. */
export function textOfLine(sent: string): string {
  return linesOf(sent)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trimEnd())
    .filter(Boolean)
    .join('\n');
}

/** What is neither a mark nor an entity is text. */
function payloadOf(text: string): string {
  return text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replace(/<(?!\/?(?:[bciuv]|ruby|rt|lang)(?:[.\s][^<>]*)?>|[\d:.]+>)/g, '&lt;')
    .replaceAll('-->', '--&gt;');
}
