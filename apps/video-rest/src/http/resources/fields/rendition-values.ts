/** What says how large a rendition is, and how many bits it takes. */
import { type DeclaredField, type FieldOptions, textual } from '@campus/rest';
import { fieldMessages } from '../../refusals.ts';

/** Of the shorter side: nobody's screen shows more. */
const shortSide = { least: 64, most: 2160 };
const longestSide = 4096;

/** A size in pixels, `1280x720`, in the columns `resolution` and `shortSidePixels`: no two may have the same shorter side. */
export function resolution(options: FieldOptions): DeclaredField<unknown> {
  const declared = textual(
    { ...options, maxLength: 9, unique: { text: fieldMessages.same_rendition } },
    {
      type: 'string',
      schema: { pattern: '^[1-9]\\d{1,3}x[1-9]\\d{1,3}$' },
      refuse: (given) =>
        isResolution(given) ? undefined : { text: fieldMessages.not_a_resolution, values: shortSide },
    },
  );
  return (name) => ({
    ...declared(name),
    columns: ['resolution', 'shortSidePixels'],
    columnsIn: () => ['resolution'],
    toRow: (value) => ({ resolution: value, shortSidePixels: Math.min(...sidesOf(String(value))) }),
  });
}

function isResolution(text: string): boolean {
  const sides = sidesOf(text);
  const [short, long] = [Math.min(...sides), Math.max(...sides)];
  return (
    sides.length === 2 &&
    sides.every((side) => side % 2 === 0) &&
    short >= shortSide.least &&
    short <= shortSide.most &&
    long <= longestSide
  );
}

/** Empty when the text is no resolution. */
function sidesOf(text: string): number[] {
  return /^([1-9]\d{1,3})x([1-9]\d{1,3})$/.exec(text)?.slice(1).map(Number) ?? [];
}

/** So many kbit/s, written `750k`; the column has the number. */
export function bitrate({
  column,
  least,
  most,
  example,
  ...options
}: FieldOptions & { column: string; least: number; most: number; example: string }): DeclaredField<unknown> {
  const declared = textual(
    { ...options, column, maxLength: 6 },
    {
      type: 'string',
      schema: { pattern: '^[1-9]\\d{0,4}k$', example },
      refuse: (given) => {
        const kbps = /^[1-9]\d{0,4}k$/.test(given) ? Number.parseInt(given, 10) : Number.NaN;
        const isWithin = kbps >= least && kbps <= most;
        return isWithin ? undefined : { text: fieldMessages.not_a_bitrate, values: { example, least, most } };
      },
    },
  );
  return (name) => {
    const field = declared(name);
    return {
      ...field,
      parse: (given, context) => Number.parseInt(String(field.parse(given, context)), 10),
      show: (row) => `${row[column]}k`,
    };
  };
}
