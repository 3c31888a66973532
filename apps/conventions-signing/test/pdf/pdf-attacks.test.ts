/**
 * The attacks on signed PDFs that were published, each as a file: none of them may be told as what was sent.
 *
 * @see Ruhr University Bochum: "1 Trillion Dollar Refund" (CCS 2019), "Shadow Attacks" (NDSS 2021), "Breaking
 *   the Specification: PDF Certification" (S&P 2021)
 */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { agreementPdf, content, numberOf, stream, updatedPdf } from '../support/pdf-updates.ts';
import { sharedInspector } from '../support/shared-inspector.ts';
import { createSigner, signedPdf, type TestSigner } from '../support/signed-pdfs.ts';
import { wrappedPdf } from '../support/wrapped-pdf.ts';

const agreement = agreementPdf();
let signer: TestSigner;
let attacker: TestSigner;
let signed: Uint8Array;
beforeAll(async () => {
  signer = await createSigner();
  attacker = await createSigner({ name: 'Mallory' });
  signed = await signedPdf(agreement, signer);
});

async function findingsIn(file: Uint8Array, registered = agreement) {
  const sha256 = createHash('sha256').update(registered).digest('hex');
  const size = registered.byteLength;
  return (await sharedInspector.inspect(file, { registered: { size, sha256 } })).signatures;
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const forged = { [numberOf.content]: content('Gratification: 0 EUR') };
const changed = { result: 'pages-changed', pages: [1, 2] };
const notComparable = { result: 'not-comparable', pages: [] };

describe('Universal signature forgery: the value of a signature says nothing', () => {
  const contents = /\/Contents <[0-9a-f]+>/;
  const byteRange = /\/ByteRange \[[\d\s]+\]/;
  test.each<[string, RegExp, string]>([
    ['has no contents', contents, ''],
    ['has null for contents', contents, '/Contents null'],
    ['has empty contents', contents, '/Contents <>'],
    ['has a zero for contents', contents, '/Contents <00>'],
    ['has no byte range', byteRange, ''],
    ['has null for a byte range', byteRange, '/ByteRange null'],
    ['has an empty byte range', byteRange, '/ByteRange []'],
    ['has a byte range of nothing', byteRange, '/ByteRange [0 0 0 0]'],
    ['has a byte range below zero', byteRange, '/ByteRange [-1 -1 -1 -1]'],
  ])('Given a signature that %s, Then it is not valid and covers nothing', async (_, what, instead) => {
    const file = bytesOf(latin1(signed).replace(what, (found) => instead.padEnd(found.length)));
    expect(await findingsIn(file)).toMatchObject({
      count: 1,
      wholeFileCovered: false,
      items: [{ digestValid: false, coversUpTo: 0 }],
    });
  });
});

describe('Incremental saving: another text behind the signature', () => {
  test.each<[string, () => Uint8Array, unknown]>([
    ['with a table and a trailer', () => updatedPdf(signed, forged), changed],
    ['without a table', () => updatedPdf(signed, forged, { leaveOut: ['table'] }), notComparable],
    ['without anything', () => updatedPdf(signed, forged, { leaveOut: ['table', 'trailer'] }), notComparable],
    [
      'with a copy of the signature',
      () => {
        const [copy = ''] = /<<\s*\/Type \/Sig\b.*?>>/s.exec(latin1(signed)) ?? [];
        return updatedPdf(signed, { ...forged, 60: copy });
      },
      changed,
    ],
  ])('Given one %s, Then it is told', async (_, attack, comparison) => {
    expect(await findingsIn(attack())).toMatchObject({
      beginsWithRegisteredDocument: true,
      registeredDocumentUnchanged: false,
      wholeFileCovered: false,
      comparison,
      items: [{ digestValid: true, coversUpTo: signed.byteLength }],
    });
  });

  test('Given one before the signature, which covers it, Then it is told', async () => {
    expect(await findingsIn(await signedPdf(updatedPdf(agreement, forged), signer))).toMatchObject({
      beginsWithRegisteredDocument: true,
      registeredDocumentUnchanged: false,
      wholeFileCovered: true,
      comparison: changed,
      items: [{ digestValid: true }],
    });
  });
});

test('Signature wrapping: Given another text in the gap, and the second part moved, Then both are told', async () => {
  expect(await findingsIn(wrappedPdf(signed, forged))).toMatchObject({
    beginsWithRegisteredDocument: true,
    registeredDocumentUnchanged: false,
    wholeFileCovered: false,
    comparison: changed,
    items: [{ digestValid: false, coversUpTo: 0 }],
  });
});

describe('Shadow documents: what shall be seen after signing is in the document that was sent', () => {
  /** Signed by somebody who saw what was to be seen, then switched by somebody else. */
  async function afterwards(sent: Uint8Array, change: (signed: Uint8Array) => Uint8Array) {
    return findingsIn(change(await signedPdf(sent, signer)), sent);
  }
  const hiding = stream('/Type /XObject /Subtype /Form /BBox [0 0 500 200]', '1 g 0 0 500 200 re f');
  const hidden = agreementPdf({ entries: { [numberOf.picture]: hiding } });

  test.each<[string, Record<number, string | null>]>([
    ['freed', { [numberOf.picture]: null }],
    ['emptied', { [numberOf.picture]: stream('/Type /XObject /Subtype /Form /BBox [0 0 0 0]', 'n') }],
    ['made something else', { [numberOf.picture]: '<< /Type /Metadata >>' }],
  ])('Hide: Given a picture over the text that is %s, Then it is told', async (_, objects) => {
    const findings = await afterwards(hidden, (file) => updatedPdf(file, objects));
    expect(findings).toMatchObject({ comparison: changed, items: [{ digestValid: true }] });
  });

  test('Hide: Given a picture that the page asked for in vain, Then its appearance is told', async () => {
    const waiting = agreementPdf({ entries: { [numberOf.picture]: 'null' } });
    const { comparison } = await afterwards(waiting, (file) =>
      updatedPdf(file, { [numberOf.picture]: hiding }),
    );
    expect(comparison).toEqual(changed);
  });

  test('Replace: Given a font that shows other letters, Then it is told', async () => {
    const font =
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [54 /zero] >> >>';
    const { comparison } = await afterwards(agreement, (file) => updatedPdf(file, { [numberOf.font]: font }));
    expect(comparison).toEqual(changed);
  });

  test('Replace: Given a field over the text that is filled otherwise, Then it is told with its page', async () => {
    const field = (value: string) =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Sum) /V (${value}) /Rect [60 690 300 730] /P 3 0 R >>`;
    const sent = agreementPdf({ entries: { [numberOf.field]: field('600 EUR') } });
    const { comparison } = await afterwards(sent, (file) =>
      updatedPdf(file, { [numberOf.field]: field('0 EUR') }),
    );
    expect(comparison).toEqual({ result: 'forms-filled', pages: [1] });
  });

  test.each<[string, string[], (file: Uint8Array) => Uint8Array]>([
    [
      'another catalog',
      [
        '<< /Type /Catalog /Pages 13 0 R >>',
        '<< /Type /Pages /Kids [14 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 13 0 R /MediaBox [0 0 9 9] >>',
      ],
      (file) => updatedPdf(file, {}, { trailer: '/Root 12 0 R' }),
    ],
    [
      'another object of the same number',
      [content('Gratification: 0 EUR')],
      (file) => updatedPdf(file, { 4: content('Gratification: 0 EUR') }),
    ],
  ])('Hide and replace: Given %s inside, Then the switch to it is told', async (_, more, change) => {
    const findings = await afterwards(agreementPdf({ more }), change);
    expect(findings.comparison?.result).toBe('pages-changed');
  });

  test('Hide: Given an object that the table looked for behind the end, Then its appearance there is told', async () => {
    const picture = agreementPdf({ entries: { [numberOf.picture]: 'null' } });
    const text = latin1(picture);
    const row = `${String(text.indexOf('6 0 obj')).padStart(10, '0')} 00000 n`;
    const behind = `${String(picture.byteLength).padStart(10, '0')} 00000 n`;
    const sent = bytesOf(text.replace(row, behind));
    const appeared = updatedPdf(sent, { [numberOf.picture]: hiding });
    expect((await findingsIn(appeared, sent)).comparison?.result).toMatch(/pages-changed|not-comparable/);
  });

  test('Hide and replace: Given cross-references that alone are new, Then the switch is told', async () => {
    // Two objects are numbered 4; the table of the document that was sent leads to the first of them.
    const sent = bytesOf(
      latin1(agreementPdf({ more: [content('Gratification: 0 EUR')] })).replace('\n12 0 obj', '\n4  0 obj'),
    );
    const second = latin1(sent).indexOf('4  0 obj');
    const { comparison } = await afterwards(sent, (file) =>
      updatedPdf(file, {}, { offsets: { [numberOf.content]: second } }),
    );
    expect(comparison).toEqual(changed);
  });
});

describe('Certified documents: what is put over the text of one that was sent', () => {
  const over: [number, number, number, number] = [60, 690, 300, 730];
  const covering = { rectangle: over, content: '1 g 0 0 240 40 re f' };
  const onPage = { pages: [1] };
  let certified: Uint8Array;
  beforeAll(async () => {
    certified = await signedPdf(agreement, signer, { certifies: 3 });
  });
  /** The page with one more annotation. */
  function withAnnotation(file: Uint8Array, annotation: string, more: Record<number, string> = {}) {
    const [, page = ''] =
      /^3 0 obj\s*(<<.*?>>)\s*endobj/ms.exec(latin1(file.slice(agreement.byteLength))) ?? [];
    const shown = page.replace(/(\/Annots \[)/, '$160 0 R ');
    return updatedPdf(file, { [numberOf.page]: shown, 60: annotation, ...more });
  }

  test.each(['FreeText', 'Stamp', 'Redact', 'Nothing that is known'])(
    'Evil annotation: Given a %s, Then it is told with its page',
    async (kind) => {
      const subtype = kind.replaceAll(' ', '');
      const annotation = `<< /Type /Annot /Subtype /${subtype} /Rect [${over.join(' ')}] /Contents (0 EUR) /AP << /N 61 0 R >> >>`;
      const picture = stream('/Type /XObject /Subtype /Form /BBox [0 0 240 40]', '1 g 0 0 240 40 re f');
      const { comparison } = await findingsIn(
        withAnnotation(certified, annotation, { 61: picture }),
        certified,
      );
      expect(comparison).toEqual({ result: 'annotations-added', ...onPage });
    },
  );

  /** A field with a picture over the text, whose value is what is given. */
  function sneaky(file: Uint8Array, value: string) {
    const [, form = ''] =
      /\/AcroForm\s*(<<.*?\/SigFlags 3\s*>>)/s.exec(latin1(file.slice(agreement.byteLength))) ?? [];
    const fields = form.replace('/Fields [', '/Fields [60 0 R ');
    return withAnnotation(
      file,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sneaky) /F 4 /Rect [${over.join(' ')}] /AP << /N 61 0 R >> ${value} >>`,
      {
        [numberOf.catalog]: `<< /Type /Catalog /Pages 2 0 R /AcroForm ${fields} /OCProperties << /OCGs [11 0 R] /D << /ON [11 0 R] >> >> >>`,
        61: stream('/Type /XObject /Subtype /Form /BBox [0 0 240 40]', '1 g 0 0 240 40 re f'),
      },
    );
  }

  test('Sneaky signature: Given a field that nobody signed, Then it is told as an annotation', async () => {
    const { comparison } = await findingsIn(sneaky(certified, ''), certified);
    expect(comparison).toEqual({ result: 'annotations-added', ...onPage });
  });

  test('Sneaky signature: Given a field with a broken signature, Then it is told as an annotation', async () => {
    const options = { picture: covering, replaceContents: () => Buffer.from('Signed, honestly') };
    const { comparison } = await findingsIn(await signedPdf(certified, attacker, options), certified);
    expect(comparison).toEqual({ result: 'annotations-added', ...onPage });
  });

  test("Sneaky signature: Given a field with somebody else's signature, Then it is told as an annotation", async () => {
    const [, own = ''] = /\/V (\d+ 0 R)/.exec(latin1(certified.slice(agreement.byteLength))) ?? [];
    const { comparison } = await findingsIn(sneaky(certified, `/V ${own}`), certified);
    expect(comparison).toEqual({ result: 'annotations-added', ...onPage });
    const later = sneaky(certified, `/V ${own}`);
    expect((await findingsIn(later)).comparison).toEqual({ result: 'annotations-added', ...onPage });
  });

  test('Sneaky signature: Given a signed field, Then its page is told, and that anybody may have signed it', async () => {
    const findings = await findingsIn(await signedPdf(certified, attacker, { picture: covering }), certified);
    expect(findings).toMatchObject({
      comparison: { result: 'signatures-added', ...onPage },
      items: [{ signer: 'Ada Lovelace' }, { signer: 'Mallory', certificateFindings: ['self-signed'] }],
    });
  });

  test('Sneaky signature: Given a picture that is exchanged after signing, Then it is told as an annotation', async () => {
    const visible = await signedPdf(agreement, signer, {
      picture: { ...covering, rectangle: [60, 100, 300, 140] },
    });
    const [, number = ''] = /\/N (\d+) 0 R/.exec(latin1(visible.slice(agreement.byteLength))) ?? [];
    const exchanged = updatedPdf(visible, {
      [number]: stream('/Type /XObject /Subtype /Form /BBox [0 0 240 40]', '0 g 0 0 240 40 re f'),
    });
    expect((await findingsIn(visible)).comparison).toEqual({ result: 'signatures-added', ...onPage });
    expect((await findingsIn(exchanged)).comparison).toEqual({ result: 'annotations-added', ...onPage });
  });
});
