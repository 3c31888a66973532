import path from 'node:path';
import { ParameterError } from './expected-error.ts';

/** Value parser: one line of text, trimmed. */
export function text(given: string): string {
  const trimmed = given.trim();
  if (/\p{Cc}/u.test(trimmed)) throw new ParameterError('must be one line without control characters');
  return trimmed;
}

/** Value parser: the absolute path of a folder, which need not exist; a relative one starts at `base`. */
export function directoryPath(base: string): (given: string) => string {
  return (given) => path.resolve(base, text(given));
}

/** Value parser: `true` or `false`. */
export function boolean(given: string): boolean {
  const trimmed = given.trim();
  if (trimmed !== 'true' && trimmed !== 'false') throw new ParameterError('must be true or false');
  return trimmed === 'true';
}

/** Value parser: a whole number in decimal digits, from `min` to `max`. */
export function wholeNumber({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    const number = /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new ParameterError(`must be a whole number from ${min} to ${max}`);
  };
}

/** Value parser: a TCP port; 0 lets the system choose a free one. */
export const port = wholeNumber({ min: 0, max: 65_535 });

const factors: Record<string, number> = {
  '': 1,
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

/** A size in bytes, plain or with a unit (IEC 80000-13): `1048576`, `500MiB`, `1.5 GB`. */
export function byteSize(given: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(given) ?? [];
  const factor = Object.entries(factors).find(([name]) => name.toLowerCase() === unit.toLowerCase())?.[1];
  const bytes = factor === undefined || number === '' ? Number.NaN : Math.round(Number(number) * factor);
  if (Number.isSafeInteger(bytes)) return bytes;
  throw new ParameterError(
    `must be a number of bytes, plain or with a unit (${Object.keys(factors).slice(1).join(', ')}), such as 500MiB`,
  );
}

/**
 * Value parser: an absolute http or https URL, given back as written. User name and password are refused, as
 * HTTP clients turn them into an `Authorization` header of their own; a fragment is, as it is never sent.
 */
export function httpUrl(text: string): string {
  const trimmed = text.trim();
  // The URL parser drops tabs and line breaks and repairs "http:host" and "http:\\host": what it would have to
  // repair is refused, so that the text means to every reader what it means here.
  const url = /^https?:\/\/[^\s\\]+$/i.test(trimmed) ? URL.parse(trimmed) : null;
  if (url === null) throw new ParameterError('must be an absolute http or https URL');
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new ParameterError('must be a URL without user name, password and fragment');
  }
  return trimmed;
}

/** Value parser: a time of day with 24 hours, given back as `07:00`. */
export function timeOfDay(text: string): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hours === '' || Number(hours) > 23) throw new ParameterError('must be a time of day, such as 07:00');
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** Value parser: the name of a time zone, in the spelling of the IANA database. */
export function timeZone(given: string): string {
  const zone = given.trim();
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new ParameterError('must be the name of a time zone, such as Europe/Paris or UTC');
  }
}

interface TokenRule {
  readonly accepts: (token: string) => boolean;
  /** What an accepted token is, after "must be": `16 or more of the characters A-Z …`. */
  readonly expectation: string;
}

/**
 * Value parser: at least one token, several separated by `;`. Blanks around a token are trimmed and empty
 * pieces ignored (contract conventions-signing §5). A refused token is told by its position, never quoted.
 */
export function tokenList({ accepts, expectation }: TokenRule): (text: string) => readonly string[] {
  return (text) => {
    const tokens = text
      .split(';')
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '');
    if (tokens.length === 0) throw new ParameterError('must hold at least one token');
    const refused = tokens.flatMap((token, index) => (accepts(token) ? [] : [index + 1]));
    if (refused.length > 0) {
      const which =
        tokens.length === 1 ? '' : ` (of the ${tokens.length} tokens here, see number ${refused.join(', ')})`;
      throw new ParameterError(`must be ${expectation}${which}`);
    }
    return Object.freeze(tokens);
  };
}

/** Whether a host, `localhost` or an address without brackets, is this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * How far the clocks of a time zone (IANA name) are ahead of UTC at an instant, all in milliseconds; before 1970 with
 * seconds. Measured: 6 µs.
 */
export function zoneOffsetMs(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  // `Date.UTC` has its own idea of the years 0 to 99.
  const day = new Date(0).setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  const seconds = (Number(parts.hour) * 60 + Number(parts.minute)) * 60 + Number(parts.second);
  return day + seconds * 1000 - Math.floor(at / 1000) * 1000;
}
