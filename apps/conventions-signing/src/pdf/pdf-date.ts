const shape =
  /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z(?:00'?(?:00'?)?)?|([+-])(\d\d)(?:'?(\d\d))?'?)?$/;

/**
 * Reads a PDF date (`D:20261121093000+01'00'`); null when it is none, or a day that does not exist.
 *
 * Without an offset it is taken as UTC: ISO 32000-1 §7.9.4 leaves the relation open.
 */
export function pdfDate(text: string): Date | null {
  const parts = shape.exec(text);
  if (parts === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = parts;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${local}Z`);
  // 30 February would silently be 2 March.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(local)) return null;
  const [sign, offsetHours = '00', offsetMinutes = '00'] = parts.slice(7);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return new Date(date.getTime() + (sign === '+' ? -offset : offset));
}
