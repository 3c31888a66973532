/** Documents made for tests, and what somebody appends to them (ISO 32000-1 §7.5.6), written by hand. */
import { handWrittenPdf } from './pdfs.ts';

/** Numbers of the objects of `agreementPdf`. */
export const numberOf = {
  catalog: 1,
  pages: 2,
  page: 3,
  content: 4,
  font: 5,
  picture: 6,
  otherPage: 7,
  field: 8,
  signatureField: 9,
  link: 10,
  layer: 11,
} as const;

/** An agreement of two pages with a picture, a form of a text field and a signature field, a link and a layer. */
export function agreementPdf({
  entries = {},
  more = [],
}: {
  /** In the place of objects that it has. */
  entries?: Partial<Record<number, string>>;
  /** Objects that nothing refers to, from 12 on. */
  more?: string[];
} = {}): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [8 0 R 9 0 R] /DR << /Font << /F1 5 0 R >> >> >> /OCProperties << /OCGs [11 0 R] /D << /ON [11 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /XObject << /P1 6 0 R >> >> >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [8 0 R 9 0 R 10 0 R] >>',
    content('Gratification: 600 EUR'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream('/Type /XObject /Subtype /Form /BBox [0 0 300 50]', '1 g 0 0 300 50 re f'),
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>`,
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Place) /V (Paris) /Rect [60 500 260 520] /P 3 0 R >>',
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Intern) /Rect [60 100 260 160] /P 3 0 R /F 4 >>',
    '<< /Type /Annot /Subtype /Link /Rect [60 60 260 80] /A << /S /URI /URI (https://example.org/) >> >>',
    '<< /Type /OCG /Name (Stamp) >>',
  ];
  for (const [number, text] of Object.entries(entries)) objects[Number(number) - 1] = text ?? 'null';
  return handWrittenPdf([...objects, ...more]);
}

/** A page's content that shows one line of text and the picture over it. */
export function content(text: string): string {
  return stream('', `BT /F1 24 Tf 60 700 Td (${text}) Tj ET q 1 0 0 1 60 600 cm /P1 Do Q`);
}

/**
 * The file with an update behind it that says an object again, in a stream of objects.
 *
 * @param listedAs  its number there
 */
export function packedPdf(
  pdf: Uint8Array,
  { number, text, listedAs }: { number: number; text: string; listedAs: number },
): Uint8Array {
  let file = Buffer.from(pdf).toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file)?.[1] ?? '0';
  const row = (type: number, place: number) =>
    String.fromCharCode(type, place >> 24, (place >> 16) & 255, (place >> 8) & 255, place & 255, 0);
  const head = `${listedAs} 0 `;
  const rows = [row(2, 98), row(1, file.length)];
  file += `98 0 obj\n${stream(`/Type /ObjStm /N 1 /First ${head.length}`, head + text)}\nendobj\n`;
  rows.push(row(1, file.length));
  const table = `/Type /XRef /W [1 4 1] /Index [${number} 1 98 2] /Size 100 /Root 1 0 R /Prev ${previous}`;
  return new Uint8Array(
    Buffer.from(
      `${file}99 0 obj\n${stream(table, rows.join(''))}\nendobj\nstartxref\n${file.length}\n%%EOF\n`,
      'latin1',
    ),
  );
}

/** A stream object with the entries given. */
export function stream(entries: string, data: string): string {
  return `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

/** The same with a security store (DSS) and what it leads to, from 12 on. */
export function agreementWithStore(...objects: string[]): Uint8Array {
  const catalog = '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [8 0 R 9 0 R] >> /DSS 12 0 R >>';
  return agreementPdf({ entries: { [numberOf.catalog]: catalog }, more: objects });
}

/** A stream of half a gibibyte in a single block (RFC 1951 §3.2.6), which a reader decodes as a whole. */
export function endlessStream(): string {
  // The last block, of fixed codes, with five bytes of ones: 3 and 45 bits. Length 258 at distance 1 takes 13.
  const start = Buffer.from([0x78, 0x9c, 0xfb, 0xff, 0xff, 0xff, 0xff, 0xff]);
  const bits = '1100010100000'.repeat(8);
  const period = Array.from({ length: 13 }, (_, index) =>
    Number.parseInt([...bits.slice(index * 8, index * 8 + 8)].toReversed().join(''), 2),
  );
  const data = Buffer.concat([start, Buffer.alloc(250_000 * period.length, Buffer.from(period))]);
  return stream('/Filter /FlateDecode', data.toString('latin1'));
}

/**
 * The file with an update behind it, that redefines or adds objects.
 *
 * @param objects  by number; null frees one
 * @param options.offsets  objects that the table says to be elsewhere
 * @param options.trailer  other entries of the trailer, `/Root` among them
 * @param options.leaveOut  what an attacker forgets, so that only readers that repair files see the update
 */
export function updatedPdf(
  pdf: Uint8Array,
  objects: Record<number, string | null>,
  {
    offsets = {},
    trailer = '/Root 1 0 R',
    leaveOut = [],
  }: {
    offsets?: Record<number, number>;
    trailer?: string;
    leaveOut?: ('table' | 'trailer')[];
  } = {},
): Uint8Array {
  const before = Buffer.from(pdf).toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1] ?? '0';
  let text = before.endsWith('\n') ? before : `${before}\n`;
  const rows = new Map(Object.entries(offsets));
  const freed = new Set<string>();
  for (const [number, object] of Object.entries(objects)) {
    if (object === null) {
      freed.add(number);
      rows.set(number, 0);
    } else {
      rows.set(number, text.length);
      text += `${number} 0 obj\n${object}\nendobj\n`;
    }
  }
  const startOfTable = text.length;
  if (!leaveOut.includes('table')) {
    text += 'xref\n';
    for (const [number, offset] of rows)
      text += `${number} 1\n${String(offset).padStart(10, '0')} 00000 ${freed.has(number) ? 'f' : 'n'} \n`;
  }
  if (!leaveOut.includes('trailer')) text += `trailer\n<< /Size 100 /Prev ${previous} ${trailer} >>\n`;
  text += `startxref\n${leaveOut.includes('table') ? previous : startOfTable}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
