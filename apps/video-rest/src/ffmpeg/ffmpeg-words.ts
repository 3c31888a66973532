/** Lines that say nothing of the source. The one of HLS comes with every run of a build of 2018. */
const empty =
  /^(Conversion failed!|Last message repeated \d+ times?|Killed|Segmentation fault|\[hls\] Cannot use rename.*)$/;

const mostLines = 3;
const mostCharacters = 500;

/**
 * ffmpeg's last words, fit for other people's eyes: without paths, addresses in memory and repetitions. Pure.
 *
 * @param errorText    end of its standard error
 * @param hiddenPaths  absolute paths that were given to it; anything else that looks like one goes too
 * @returns one line; empty when it said nothing
 */
export function ffmpegWords(errorText: string, hiddenPaths: readonly string[]): string {
  const lines = errorText.split(/[\r\n]+/).map((line) => withoutPaths(line, hiddenPaths).trim());
  const telling = [...new Set(lines)].filter((line) => line !== '' && !empty.test(line));
  // PostgreSQL has no JSON with half of a character.
  return telling.slice(-mostLines).join('; ').slice(0, mostCharacters).toWellFormed();
}

/** Of the log of a run that is kept. */
export const mostLogLines = 40;

const longestLogLine = 300;

/** The last lines that ffmpeg wrote, as `ffmpegWords` has them, each by itself. Pure. */
export function ffmpegLog(errorText: string, hiddenPaths: readonly string[]): string[] {
  return errorText
    .split(/[\r\n]+/)
    .map((line) =>
      withoutPaths(line, hiddenPaths)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .toWellFormed()
        .trim(),
    )
    .filter((line) => line !== '')
    .slice(-mostLogLines)
    .map((line) => line.slice(0, longestLogLine));
}

function withoutPaths(line: string, hiddenPaths: readonly string[]): string {
  // The longest first: a folder may be the beginning of a file's path.
  const known = hiddenPaths.toSorted((one, other) => other.length - one.length);
  const replaced = known.reduce(
    (text, path) => text.replaceAll(`file:${path}`, 'the file').replaceAll(path, 'the file'),
    line,
  );
  return replaced
    .replace(/ @ 0x[0-9a-f]+/g, '')
    .replace(/https?:\/\/[^\s'"]+/g, 'the file')
    .replace(/(^|[\s'"([:=])(?:file:)?\/[^\s'":;,)\]]+/g, '$1the file');
}
