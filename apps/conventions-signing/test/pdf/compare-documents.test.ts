import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { maxComparedValues, maxDecodedBytes } from '../../src/pdf/comparison-budget.ts';
import { agreementPdf, content, numberOf, packedPdf, stream, updatedPdf } from '../support/pdf-updates.ts';
import { incrementallyUpdated, ownerLockedPdf, validPdf } from '../support/pdfs.ts';
import { sharedInspector } from '../support/shared-inspector.ts';
import { createSigner, signedPdf, type TestSigner, withEmptySignatureField } from '../support/signed-pdfs.ts';

let signer: TestSigner;
beforeAll(async () => {
  signer = await createSigner();
});

const agreement = agreementPdf();
const picture = {
  rectangle: [60, 100, 260, 160] as [number, number, number, number],
  content: '0 0 1 rg 0 0 200 60 re f',
};
const cheaper = { [numberOf.content]: content('Gratification: 0 EUR') };

async function findingsIn(file: Uint8Array, registered: Uint8Array) {
  const sha256 = createHash('sha256').update(registered).digest('hex');
  const { signatures } = await sharedInspector.inspect(file, {
    registered: { size: registered.byteLength, sha256 },
  });
  return signatures;
}

async function comparisonOf(file: Uint8Array, registered: Uint8Array) {
  return (await findingsIn(file, registered)).comparison;
}

/** A stamp over the text of a page. */
const stamp = (rectangle = '[60 690 300 730]') =>
  `<< /Type /Annot /Subtype /FreeText /Rect ${rectangle} /DA (/F1 24 Tf) /Contents (0 EUR) >>`;
const page = (annotations: string, entries = '') =>
  `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [${annotations}] ${entries} >>`;
const catalog = (entries: string) =>
  `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [8 0 R 9 0 R] /DR << /Font << /F1 5 0 R >> >> >> ${entries} >>`;
const layers = '/OCProperties << /OCGs [11 0 R] /D << /ON [11 0 R] >> >>';

describe('What signing adds', () => {
  test('to the very document that was sent is nothing', async () => {
    expect(await comparisonOf(agreement, agreement)).toEqual({ result: 'unchanged', pages: [] });
  });

  test.each(['table', 'stream'] as const)(
    'is a signature that nobody sees, or several, with a cross-reference %s',
    async (crossReference) => {
      const sent = await validPdf({ pages: 3, crossReference });
      const once = await signedPdf(sent, signer);
      const twice = await signedPdf(once, await createSigner({ name: 'Charles Babbage' }));
      for (const signed of [once, twice])
        expect(await comparisonOf(signed, sent)).toEqual({ result: 'signatures-added', pages: [] });
    },
  );

  test('is a document time stamp', async () => {
    const stamped = await signedPdf(agreement, signer, { subFilter: 'ETSI.RFC3161' });
    expect(await comparisonOf(stamped, agreement)).toEqual({ result: 'signatures-added', pages: [] });
  });

  test('is a signature with a picture: then the page is named', async () => {
    const signed = await signedPdf(agreement, signer, { picture });
    expect(await comparisonOf(signed, agreement)).toEqual({ result: 'signatures-added', pages: [1] });
  });

  test('may fill the signature field that waits in the document', async () => {
    const waiting = await withEmptySignatureField(await validPdf());
    const signed = await signedPdf(waiting, signer);
    expect(await comparisonOf(signed, waiting)).toEqual({ result: 'signatures-added', pages: [] });
  });

  test('may be proofs for archiving, and extensions that announce them', async () => {
    const document = await PDFDocument.load(await signedPdf(agreement, signer), {
      forIncrementalUpdate: true,
    });
    const { catalog, context } = document;
    const Certs = [context.register(context.stream('a certificate'))];
    catalog.set(PDFName.of('DSS'), context.obj({ Certs, VRI: {} }));
    catalog.set(PDFName.of('Extensions'), context.obj({ ESIC: { ExtensionLevel: 5 } }));
    const archived = await document.commit();
    const findings = await findingsIn(archived, agreement);
    expect(findings.comparison).toEqual({ result: 'signatures-added', pages: [] });
    expect(findings.wholeFileCovered).toBe(false);
  });

  test('to a document that was signed, updated and signed before is still told apart', async () => {
    const sent = await signedPdf(
      await incrementallyUpdated(await signedPdf(await validPdf(), signer)),
      signer,
    );
    const signed = await signedPdf(sent, await createSigner({ name: 'Charles Babbage' }));
    expect(await comparisonOf(signed, sent)).toEqual({ result: 'signatures-added', pages: [] });
  });

  test('is nothing when an update says again what was there, encoded otherwise, or keeps notes of its own', async () => {
    const words = 'BT /F1 24 Tf 60 700 Td (Gratification: 600 EUR) Tj ET q 1 0 0 1 60 600 cm /P1 Do Q';
    const again = updatedPdf(agreement, {
      4: stream('/Filter /FlateDecode', deflateSync(words).toString('latin1')),
      3: page('8 0 R 9 0 R 10 0 R', '/LastModified (D:2026)'),
      60: '<< /Producer (A signing application) >>',
    });
    expect(await comparisonOf(again, agreement)).toEqual({ result: 'unchanged', pages: [] });
  });
});

describe('What people add', () => {
  test.each<[string, Record<number, string>, unknown]>([
    [
      'a text in a field of the form',
      {
        8: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Place) /V (Lyon) /Rect [60 500 260 520] /P 3 0 R >>',
      },
      { result: 'forms-filled', pages: [1] },
    ],
    [
      'a comment',
      { 3: page('8 0 R 9 0 R 10 0 R 60 0 R'), 60: stamp() },
      { result: 'annotations-added', pages: [1] },
    ],
    [
      'a comment, written into the page',
      { 3: page(`8 0 R 9 0 R 10 0 R ${stamp()}`) },
      { result: 'annotations-added', pages: [1] },
    ],
    [
      'a field of a form',
      {
        1: catalog(layers).replace('9 0 R]', '9 0 R 60 0 R]'),
        7: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [60 0 R] >>',
        60: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (More) /V (0 EUR) /Rect [60 690 300 730] >>',
      },
      { result: 'annotations-added', pages: [2] },
    ],
  ])('%s', async (_, objects, expected) => {
    expect(await comparisonOf(await signedPdf(updatedPdf(agreement, objects), signer), agreement)).toEqual(
      expected,
    );
  });
});

describe('A page that was changed', () => {
  const changed = (...pages: number[]) => ({ result: 'pages-changed', pages });
  test.each<[string, Record<number, string | null>, unknown]>([
    ['by another text', cheaper, changed(1, 2)],
    [
      'by another text in a stream of its own',
      { 3: page('8 0 R 9 0 R 10 0 R', '/X 1').replace('4 0 R', '[4 0 R 60 0 R]'), 60: content('less') },
      changed(1),
    ],
    [
      'by a font whose letters are others',
      { 5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [54 /zero] >> >>' },
      changed(1, 2),
    ],
    [
      'by a picture that is another',
      { 6: stream('/Type /XObject /Subtype /Form /BBox [0 0 300 50]', '0 g 0 0 1 1 re f') },
      changed(1, 2),
    ],
    ['by a picture that is gone', { 6: null }, changed(1, 2)],
    [
      'by its size, which it inherits',
      {
        2: '<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 /MediaBox [0 0 595 400] /Resources << /Font << /F1 5 0 R >> /XObject << /P1 6 0 R >> >> >>',
      },
      changed(1, 2),
    ],
    ['by being turned', { 7: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Rotate 180 >>' }, changed(2)],
    [
      'by leaving it out',
      {
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /XObject << /P1 6 0 R >> >> >>',
      },
      changed(2),
    ],
    [
      'by one behind it',
      {
        2: '<< /Type /Pages /Kids [3 0 R 7 0 R 60 0 R] /Count 3 /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /XObject << /P1 6 0 R >> >> >>',
        60: '<< /Type /Page /Parent 2 0 R >>',
      },
      changed(3),
    ],
    [
      'by another link',
      {
        10: '<< /Type /Annot /Subtype /Link /Rect [60 60 260 80] /A << /S /URI /URI (https://example.com/) >> >>',
      },
      changed(1),
    ],
    ['by an annotation that is gone', { 3: page('8 0 R 9 0 R') }, changed(1)],
    [
      'by a field that is moved',
      {
        8: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Place) /V (Paris) /Rect [60 690 260 730] /P 3 0 R >>',
      },
      changed(1),
    ],
    [
      'by a waiting signature field that is moved',
      { 9: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Intern) /Rect [60 690 260 730] /P 3 0 R /F 4 >>' },
      changed(1),
    ],
    ['with the whole, by layers', { 11: '<< /Type /OCG /Name (Stamp) /Usage << >> >>' }, changed()],
    [
      'with the whole, by a layer that is hidden',
      { 1: catalog('/OCProperties << /OCGs [11 0 R] /D << /OFF [11 0 R] >> >>') },
      changed(),
    ],
    [
      'with the whole, by a script',
      { 1: catalog(`${layers} /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>`) },
      changed(),
    ],
    [
      'with the whole, by another form',
      { 1: catalog(layers).replace('/Fields', '/XFA [(template) 60 0 R] /Fields'), 60: stream('', '<xdp/>') },
      changed(),
    ],
  ])('%s, is told, whoever signed afterwards', async (_, objects, expected) => {
    const update = updatedPdf(agreement, objects);
    expect(await comparisonOf(update, agreement)).toEqual(expected);
    const findings = await findingsIn(await signedPdf(update, signer), agreement);
    expect(findings).toMatchObject({
      comparison: expected,
      wholeFileCovered: true,
      items: [{ digestValid: true }],
    });
  });

  test.each(['table', 'stream'] as const)(
    'inside streams of objects, with a cross-reference %s, is told',
    async (crossReference) => {
      const sent = await validPdf({ pages: 2, crossReference });
      const document = await PDFDocument.load(sent, { forIncrementalUpdate: true });
      document.getPage(1).node.set(PDFName.of('Rotate'), document.context.obj(90));
      const update = await document.commit({ useObjectStreams: crossReference === 'stream' });
      expect(await comparisonOf(await signedPdf(update, signer), sent)).toEqual(changed(2));
    },
  );

  test('whose signature was there before and was replaced is told', async () => {
    const sent = await signedPdf(await validPdf(), signer, { picture });
    const field = /(\d+) 0 obj\s*<<\s*\/Type \/Annot.*?endobj/s.exec(Buffer.from(sent).toString('latin1'));
    const text =
      field?.[0]
        .replace(/^\d+ 0 obj/, '')
        .replace(/endobj$/, '')
        .replace(/\/AP <<.*?>>/s, '') ?? '';
    expect(
      await comparisonOf(updatedPdf(sent, { [Number(field?.[1])]: text }, { trailer: '/Root 2 0 R' }), sent),
    ).toEqual(changed(1));
  });
});

describe('What cannot be compared is said', () => {
  const notComparable = { result: 'not-comparable', pages: [] };

  test('of a file that does not begin with the document that was sent', async () => {
    const other = await signedPdf(await validPdf({ text: 'Another text' }), signer);
    expect(await comparisonOf(other, agreement)).toEqual(notComparable);
  });

  test('of documents that a reader has to repair', async () => {
    const text = Buffer.from(agreement)
      .toString('latin1')
      .replace(/startxref\s+\d+/, 'startxref\n12');
    const broken = new Uint8Array(Buffer.from(text, 'latin1'));
    expect(await comparisonOf(updatedPdf(broken, { 60: 'null' }), broken)).toEqual(notComparable);
  });

  test.each([
    ['objects', ['table', 'trailer']],
    ['objects and a trailer', ['table']],
  ] as const)('of an update whose %s only a reader that repairs files would find', async (_, leaveOut) => {
    const hidden = updatedPdf(agreement, cheaper, { leaveOut: [...leaveOut] });
    expect(await comparisonOf(hidden, agreement)).toEqual(notComparable);
    expect(await comparisonOf(await signedPdf(hidden, signer), agreement)).toEqual(notComparable);
  });

  test('of an object that its stream has under another number, which other viewers do not see', async () => {
    const font = { number: 5, text: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' };
    const again = packedPdf(agreement, { ...font, listedAs: 5 });
    const elsewhere = packedPdf(agreement, { ...font, listedAs: 60 });
    expect(await comparisonOf(again, agreement)).toEqual({ result: 'unchanged', pages: [] });
    expect(await comparisonOf(elsewhere, agreement)).toEqual(notComparable);
  });

  test('of a page tree that is no tree', async () => {
    const circle = updatedPdf(agreement, { 2: '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>' });
    expect(await comparisonOf(circle, agreement)).toEqual(notComparable);
  });

  test('of more than is looked at, at once, and the deposit is taken all the same', async () => {
    const large = agreementPdf({
      entries: {
        6: stream(
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Many [${'0 '.repeat(maxComparedValues)}]`,
          'n',
        ),
      },
    });
    expect(await comparisonOf(updatedPdf(large, { 60: 'null' }), large)).toEqual(notComparable);
  });

  test('of a stream that was encoded anew and is too large to decode', async () => {
    const zeros = new Uint8Array(maxDecodedBytes + 1);
    const encoded = (level: number) =>
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode',
        deflateSync(zeros, { level }).toString('latin1'),
      );
    const sent = agreementPdf({ entries: { 6: encoded(9) } });
    expect(await comparisonOf(updatedPdf(sent, { 6: encoded(1) }), sent)).toEqual(notComparable);
  });

  test('but a page that certainly changed is told first', async () => {
    const hidden = updatedPdf(
      updatedPdf(agreement, { 7: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Rotate 90 >>' }),
      cheaper,
      { leaveOut: ['table', 'trailer'] },
    );
    expect(await comparisonOf(hidden, agreement)).toEqual({ result: 'pages-changed', pages: [2] });
  });
});

describe('A document of an odd shape', () => {
  test('whose objects go round in circles is compared', async () => {
    const round = agreementPdf({
      entries: {
        5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Self 5 0 R /Next 6 0 R >>',
        6: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Font 5 0 R', 'n'),
      },
    });
    expect(await comparisonOf(await signedPdf(round, signer), round)).toEqual({
      result: 'signatures-added',
      pages: [],
    });
    const update = updatedPdf(round, {
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Self 5 0 R /Next 6 0 R >>',
    });
    expect(await comparisonOf(update, round)).toEqual({ result: 'pages-changed', pages: [1, 2] });
  });

  test('with something before its header is compared', async () => {
    const sent = new Uint8Array(Buffer.concat([Buffer.from('From a gateway\n'), agreement]));
    const shifted = Buffer.from(updatedPdf(sent, cheaper)).toString('latin1');
    const at = 'From a gateway\n'.length;
    const update = shifted
      .slice(sent.byteLength)
      .replace(/(\d{10}) 00000 n/g, (_, offset) => `${String(Number(offset) - at).padStart(10, '0')} 00000 n`)
      .replace(/startxref\n(\d+)/, (_, offset) => `startxref\n${Number(offset) - at}`);
    const file = new Uint8Array(Buffer.concat([sent, Buffer.from(update, 'latin1')]));
    expect(await comparisonOf(file, sent)).toEqual({ result: 'pages-changed', pages: [1, 2] });
  });

  test('that its owner locked is refused, whatever it is compared with', async () => {
    const locked = await ownerLockedPdf();
    await expect(findingsIn(locked, locked)).rejects.toMatchObject({ code: 'encrypted' });
  });
});
