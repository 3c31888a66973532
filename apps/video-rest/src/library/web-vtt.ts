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

/** What is said from an instant on. */
export interface Cue {
  startSeconds: number;
  text: string;
}

/** What a WebVTT says, each cue in one line without marks; a name that it gives to a voice stands before. */
export function cuesOf(webVtt: string): Cue[] {
  const blocks = linesOf(webVtt)
    .join('\n')
    .split(/\n{2,}/);
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => areTimings(line));
    const [, ...parts] = timings.exec(lines[at] ?? '') ?? [];
    const text = plainText(lines.slice(at + 1).join(' '));
    return at === -1 || text === '' ? [] : [{ startSeconds: secondsOf(parts), text }];
  });
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
  return secondsOf(parts.slice(0, 3)) < secondsOf(parts.slice(3));
}

function secondsOf([hours = '0', minutes, seconds]: readonly (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
