import { webVttClock } from '../ffmpeg/web-vtt-clock.ts';

const time = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})`;
const timings = new RegExp(String.raw`^\s*${time}[ \t]+-->[ \t]+${time}(?:[ \t]+.*)?$`);

/**
 * Where a text is no WebVTT: the number of its first wrong line; null where players can show all of it. Its first
 * line and every time are judged; whatever else is in it players skip.
 *
 * @see https://www.w3.org/TR/webvtt1/#file-structure
 */
export function wrongLineOfWebVtt(text: string): number | null {
  const lines = linesOf(text);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return 1;
  const wrong = lines.findIndex((line) => line.includes('-->') && !areTimings(line));
  return wrong === -1 ? null : wrong + 1;
}

/** So many cues are looked at, some eight hours of speech: it is done on the thread that answers everybody. */
export const mostCues = 10_000;

function firstCues(webVtt: string): string {
  let at = -1;
  for (let cues = 0; cues <= mostCues; cues++) {
    at = webVtt.indexOf('-->', at + 1);
    if (at === -1) return webVtt;
  }
  return webVtt.slice(0, Math.max(webVtt.lastIndexOf('\n', at), webVtt.lastIndexOf('\r', at)) + 1);
}

/** What is said from an instant on. */
export interface Cue {
  startSeconds: number;
  text: string;
}

/** What a WebVTT says, its first cues in one line each without marks; a name that it gives to a voice stands before. */
export function cuesOf(webVtt: string): Cue[] {
  return blocksOf(firstCues(webVtt)).flatMap((block) => {
    const cue = cueIn(block);
    const text = plainText(cue?.payload.replaceAll('\n', ' ') ?? '');
    return cue === undefined || text === '' ? [] : [{ startSeconds: cue.startMs / 1000, text }];
  });
}

const lineEnd = String.raw`(?:\r\n|\r(?!\n)|\n)`;
const behindEmptyLines = new RegExp(String.raw`(?<=${lineEnd}{2})(?=[^\r\n])`);
const beforeTimings = new RegExp(String.raw`(?<=${lineEnd})(?=[^\r\n]*-->)`);

/** A text in its blocks, which joined are the text: the header, cues, notes, styles, each with the empty lines behind it. */
export function blocksOf(webVtt: string): string[] {
  return webVtt.split(behindEmptyLines).flatMap((block, index) => {
    // Behind another cue, or the header, one may begin without an empty line between them.
    const [first = '', ...cues] = block.split(beforeTimings);
    const [named = '', ...others] = cues;
    const isName = index > 0 && cues.length > 0 && !first.includes('-->');
    return isName ? [first + named, ...others] : [first, ...cues];
  });
}

/** A cue as it is written: its lines with their marks, between `\n`. */
export interface WrittenCue {
  startMs: number;
  endMs: number;
  payload: string;
}

/** The cue that a block is; undefined: it is none. */
export function cueIn(block: string): WrittenCue | undefined {
  if (!block.includes('-->')) return undefined;
  const lines = linesOf(block);
  const at = lines.findIndex((line) => areTimings(line));
  const [, ...parts] = timings.exec(lines[at] ?? '') ?? [];
  if (at === -1) return undefined;
  const payload = lines
    .slice(at + 1)
    .join('\n')
    .trimEnd();
  return { startMs: millisecondsOf(parts.slice(0, 3)), endMs: millisecondsOf(parts.slice(3)), payload };
}

/** A cue in the place of the one that a block is, whose name and settings stay. */
export function blockWith(block: string, { startMs, endMs, payload }: WrittenCue): string {
  const was = cueIn(block);
  const lines = linesOf(block);
  const at = lines.findIndex((line) => areTimings(line));
  const clocks = `$1${webVttClock(startMs)}$2${webVttClock(endMs)}`;
  const isMoved = was?.startMs !== startMs || was.endMs !== endMs;
  const when = isMoved ? lines[at]?.replace(/^(\s*)\S+(\s+-->\s+)\S+/, clocks) : lines[at];
  const behind = /[\r\n]*$/.exec(block)?.[0] ?? '';
  return [...lines.slice(0, at), when, ...payload.split('\n')].join(lineEndOf(block)) + behind;
}

/**
 * The first cues of a WebVTT, shown at other times, or never; all else of it is as it was.
 *
 * @param at  when what happens then is; a cue of which nothing is left goes
 */
export function webVttAt(webVtt: string, at: (seconds: number) => number): string {
  const ms = (was: number) => Math.round(1000 * at(was / 1000));
  return blocksOf(firstCues(webVtt))
    .map((block) => {
      const cue = cueIn(block);
      if (cue === undefined) return block;
      const [startMs, endMs] = [ms(cue.startMs), ms(cue.endMs)];
      return startMs < endMs ? blockWith(block, { ...cue, startMs, endMs }) : '';
    })
    .join('');
}

/** How a text ends its lines. */
export function lineEndOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '',
  rlm: '',
};

function plainText(marked: string): string {
  return marked
    .replace(/<v(?:\.[^\s<>]*)?\s([^<>]*)>/g, '$1: ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w{2,4});/g, (whole, name) => entities[name] ?? whole)
    .trim();
}

/** Of a text with line ends of any system. */
export function linesOf(text: string): string[] {
  return text.replace(/\r\n?/g, '\n').split('\n');
}

function areTimings(line: string): boolean {
  const [found, ...parts] = timings.exec(line) ?? [];
  if (found === undefined) return false;
  return millisecondsOf(parts.slice(0, 3)) < millisecondsOf(parts.slice(3));
}

function millisecondsOf([hours = '0', minutes, seconds]: readonly (string | undefined)[]): number {
  return Math.round(1000 * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)));
}
