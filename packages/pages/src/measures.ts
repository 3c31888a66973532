import type { Language } from './language/language.ts';

/**
 * The size of a file as people read it, in decimal units: `53 kB`, `53 ko`.
 *
 * @param options.rounding  `down` for a limit, so that nothing is promised too much
 */
export function fileSize(
  bytes: number,
  language: Language,
  { rounding = 'nearest' }: { rounding?: 'nearest' | 'down' } = {},
): string {
  const [amount, unit] =
    bytes < 1000
      ? [bytes, 'byte']
      : bytes < 1e6
        ? [bytes / 1e3, 'kilobyte']
        : bytes < 1e9
          ? [bytes / 1e6, 'megabyte']
          : bytes < 1e12
            ? [bytes / 1e9, 'gigabyte']
            : [bytes / 1e12, 'terabyte'];
  const digits = amount < 10 && bytes >= 1000 ? 1 : 0;
  return inUnit(amount, { language, unit, display: 'short', digits, rounding });
}

/** How long something lasts, in the one unit that fits: `38 ms`, `1.2 sec`, `5 hours`; whole units from a minute on. */
export function duration(ms: number, language: Language): string {
  const long = (unit: string, unitMs: number) =>
    inUnit(Math.floor(ms / unitMs), { language, unit, display: 'long', digits: 0 });
  if (ms < 1_000) return inUnit(ms, { language, unit: 'millisecond', display: 'short', digits: 0 });
  if (ms < minuteMs) return inUnit(ms / 1_000, { language, unit: 'second', display: 'short', digits: 1 });
  if (ms < hourMs) return long('minute', minuteMs);
  if (ms < dayMs) return long('hour', hourMs);
  return long('day', dayMs);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function inUnit(
  amount: number,
  options: {
    language: Language;
    unit: string;
    display: 'short' | 'long';
    digits: number;
    rounding?: 'nearest' | 'down';
  },
): string {
  const { language, unit, display, digits, rounding = 'nearest' } = options;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: display,
    maximumFractionDigits: digits,
    roundingMode: rounding === 'down' ? 'floor' : 'halfExpand',
  }).format(amount);
}
