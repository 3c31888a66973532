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
