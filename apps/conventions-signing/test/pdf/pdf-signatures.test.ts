import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type SignatureFinding, signatureRules } from '../../src/pdf/inspect.ts';
import { handWrittenPdf, validPdf } from '../support/pdfs.ts';
import { sharedInspector } from '../support/shared-inspector.ts';
import {
  createSigner,
  type SigningOptions,
  signedPdf,
  type TestSigner,
  withEmptySignatureField,
} from '../support/signed-pdfs.ts';

let pdf: Uint8Array;
let signer: TestSigner;
beforeAll(async () => {
  pdf = await validPdf();
  signer = await createSigner();
});

const registered = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

async function findingsIn(bytes: Uint8Array, beside?: Uint8Array) {
  const options = beside === undefined ? {} : { registered: registered(beside) };
  return (await sharedInspector.inspect(bytes, options)).signatures;
}

/** The only finding in a freshly signed file. */
async function findingOf(
  options: SigningOptions = {},
  by: TestSigner = signer,
): Promise<SignatureFinding | undefined> {
  const { count, items } = await findingsIn(await signedPdf(pdf, by, options));
  expect(count).toBe(1);
  return items[0];
}

function joined(...parts: (Uint8Array | string)[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
}

/** With one byte of a text of the file replaced. */
function tampered(bytes: Uint8Array, text: string): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(text);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return new Uint8Array(copy);
}

describe('A file without signatures', () => {
  const nothing = { count: 0, wholeFileCovered: false, items: [] };

  test('has none', async () => {
    expect(await findingsIn(pdf)).toEqual({
      ...nothing,
      beginsWithRegisteredDocument: false,
      registeredDocumentUnchanged: false,
      comparison: { result: 'not-comparable', pages: [] },
    });
  });

  test('may have a field that waits for one', async () => {
    const waiting = await withEmptySignatureField(pdf);
    expect(await findingsIn(waiting, pdf)).toEqual({
      ...nothing,
      beginsWithRegisteredDocument: true,
      registeredDocumentUnchanged: true,
      comparison: { result: 'signatures-added', pages: [] },
    });
  });
});

describe('A sound signature', () => {
  test.each(['table', 'stream'] as const)(
    'says all that is asked, with a cross-reference %s',
    async (crossReference) => {
      const unsigned = await validPdf({ crossReference });
      const signed = await signedPdf(unsigned, signer);
      expect(await findingsIn(signed, unsigned)).toEqual({
        count: 1,
        wholeFileCovered: true,
        beginsWithRegisteredDocument: true,
        registeredDocumentUnchanged: true,
        comparison: { result: 'signatures-added', pages: [] },
        items: [
          {
            signer: 'Ada Lovelace',
            signedAt: '2026-11-21T08:30:00.000Z',
            digestValid: true,
            coversUpTo: signed.byteLength,
            certificate: {
              subject: 'CN=Ada Lovelace, O=Analytical Engines\\, Ltd, C=FR',
              issuer: 'CN=Ada Lovelace, O=Analytical Engines\\, Ltd, C=FR',
              validFrom: '2026-01-01T00:00:00.000Z',
              validTo: '2036-01-01T00:00:00.000Z',
            },
            certificateFindings: ['self-signed'],
          },
        ],
      });
    },
  );

  test.each(['table', 'stream'] as const)(
    'followed by another leaves both valid, the earlier first, with a cross-reference %s',
    async (crossReference) => {
      const unsigned = await validPdf({ crossReference });
      const once = await signedPdf(unsigned, signer);
      const twice = await signedPdf(once, await createSigner({ name: 'Charles Babbage' }));
      const { count, wholeFileCovered, beginsWithRegisteredDocument, items } = await findingsIn(
        twice,
        unsigned,
      );
      expect([count, wholeFileCovered, beginsWithRegisteredDocument]).toEqual([2, true, true]);
      expect(items.map(({ signer, digestValid, coversUpTo }) => [signer, digestValid, coversUpTo])).toEqual([
        ['Ada Lovelace', true, once.byteLength],
        ['Charles Babbage', true, twice.byteLength],
      ]);
    },
  );

  test.each(['EC', 'EC P-384', 'RSA', 'RSA-PSS'] as const)(
    'may be made with an %s key',
    async (algorithm) => {
      expect(await findingOf({}, await createSigner({ algorithm }))).toMatchObject({ digestValid: true });
    },
  );

  test('may sign the bytes themselves, without attributes', async () => {
    const options = { withoutAttributes: true, entries: { M: "D:20261121093000+01'00'" } };
    expect(await findingOf(options)).toMatchObject({
      digestValid: true,
      signedAt: '2026-11-21T08:30:00.000Z',
    });
  });

  test('of the PAdES kind takes its time from the dictionary', async () => {
    const options = {
      subFilter: 'ETSI.CAdES.detached',
      signedAt: null,
      entries: { M: 'D:20261121083000Z' },
    } as const;
    expect(await findingOf(options)).toMatchObject({
      digestValid: true,
      signedAt: '2026-11-21T08:30:00.000Z',
    });
  });

  test('may have been made with a certificate long expired: that is a fact, not a fault', async () => {
    const old = await createSigner({ validFrom: new Date('2001-01-01Z'), validTo: new Date('2002-01-01Z') });
    expect(await findingOf({}, old)).toMatchObject({
      digestValid: true,
      certificate: { validTo: '2002-01-01T00:00:00.000Z' },
    });
  });

  test('counts although the form does not announce signatures', async () => {
    expect(await findingOf({ withSigFlags: false })).toMatchObject({ digestValid: true });
  });

  test('may be a time stamp, whose time is its own', async () => {
    const authority = await createSigner({ name: 'Time-stamping unit 1' });
    expect(await findingOf({ subFilter: 'ETSI.RFC3161' }, authority)).toMatchObject({
      signer: 'Time-stamping unit 1',
      signedAt: '2026-11-21T08:30:00.000Z',
      digestValid: true,
    });
  });

  test('keeps covering the whole file when white space follows', async () => {
    const { wholeFileCovered, items } = await findingsIn(joined(await signedPdf(pdf, signer), '\r\n \0'));
    expect([wholeFileCovered, items[0]?.digestValid]).toEqual([true, true]);
  });
});

describe('A file that was changed', () => {
  test('inside the signed part has a signature that is not valid', async () => {
    const signed = await signedPdf(pdf, signer);
    const { count, wholeFileCovered, beginsWithRegisteredDocument, items } = await findingsIn(
      tampered(signed, '/MediaBox'),
      pdf,
    );
    expect([count, wholeFileCovered, beginsWithRegisteredDocument]).toEqual([1, false, false]);
    expect(items[0]).toMatchObject({
      signer: 'Ada Lovelace',
      digestValid: false,
      coversUpTo: signed.byteLength,
    });
  });

  test('inside a time-stamped part has a time stamp that is not valid', async () => {
    const stamped = await signedPdf(pdf, signer, { subFilter: 'ETSI.RFC3161' });
    expect((await findingsIn(tampered(stamped, '/MediaBox'))).items[0]?.digestValid).toBe(false);
  });

  test('after its last signature is not covered to its end, while that stays valid', async () => {
    const signed = await signedPdf(pdf, signer);
    const { wholeFileCovered, beginsWithRegisteredDocument, items } = await findingsIn(
      await withEmptySignatureField(signed),
      pdf,
    );
    expect([wholeFileCovered, beginsWithRegisteredDocument]).toEqual([false, true]);
    expect(items).toMatchObject([{ digestValid: true, coversUpTo: signed.byteLength }]);
  });

  test('before it was signed does not begin with the registered document', async () => {
    const stamped = await signedPdf(await validPdf({ text: 'Another text' }), signer);
    expect(await findingsIn(stamped, pdf)).toMatchObject({
      wholeFileCovered: true,
      beginsWithRegisteredDocument: false,
      items: [{ digestValid: true }],
    });
  });

  test('by leaving out the end of the registered document does not begin with it', async () => {
    const longer = joined(pdf, ' ');
    expect(await findingsIn(pdf, longer)).toMatchObject({ beginsWithRegisteredDocument: false });
  });
});

describe('A byte range that is not well-formed', () => {
  type Range = [number, number, number, number];
  test.each<[string, (range: Range) => string]>([
    ['does not begin with the file', ([, a, b, c]) => `[1 ${a - 1} ${b} ${c}]`],
    ['is negative', ([, a, b, c]) => `[0 ${a} ${-b} ${c}]`],
    ['overlaps', ([, a, , c]) => `[0 ${a} ${a - 10} ${c}]`],
    ['leaves no gap', ([, a, b, c]) => `[0 ${a} ${a} ${c + b - a}]`],
    ['leaves out more than the contents', ([, a, b, c]) => `[0 ${a} ${b + 20} ${c - 20}]`],
    ['leaves out less than the contents', ([, a, b, c]) => `[0 ${a + 1} ${b} ${c}]`],
    ['leaves out what comes before the contents', ([, a, b, c]) => `[0 ${a - 5} ${b} ${c}]`],
    ['has its second span moved', ([, a, b, c]) => `[0 ${a} ${b - 2} ${c}]`],
    ['ends behind the file', ([, a, b, c]) => `[0 ${a} ${b} ${c + 1}]`],
    ['is beyond all numbers', ([, a, b]) => `[0 ${a} ${b} 99999999999999999999]`],
    ['has strings for numbers', ([, a, b, c]) => `[(0) (${a}) (${b}) (${c})]`],
    ['has fractions', ([, a, b, c]) => `[0 ${a}.5 ${b} ${c}]`],
    ['has three numbers', ([, a, b]) => `[0 ${a} ${b}]`],
    ['has five numbers', ([, a, b, c]) => `[0 ${a} ${b} ${c} 0]`],
    ['is a number', () => '0'],
    ['is null', () => 'null'],
  ])('%s: the signature counts, covers nothing and is not valid', async (_, write) => {
    const signed = await signedPdf(pdf, signer, { writeByteRange: write });
    expect(await findingsIn(signed, pdf)).toMatchObject({
      count: 1,
      wholeFileCovered: false,
      beginsWithRegisteredDocument: true,
      items: [{ signer: 'Ada Lovelace', digestValid: false, coversUpTo: 0 }],
    });
  });

  test('When the second span ends early, Then the file is covered up to there only, validly', async () => {
    const signed = await signedPdf(pdf, signer, {
      writeByteRange: ([, a, b, c]) => `[0 ${a} ${b} ${c - 7}]`,
    });
    expect(await findingsIn(signed)).toMatchObject({
      wholeFileCovered: false,
      items: [{ digestValid: true, coversUpTo: signed.byteLength - 7 }],
    });
  });
});

describe('Contents that are not what they should be', () => {
  const nothingKnown = { signer: null, signedAt: null, digestValid: false, certificate: null };
  test.each<[string, (right: Buffer) => Buffer]>([
    ['are empty', () => Buffer.alloc(0)],
    ['are no CMS', () => Buffer.from('Signed, honestly')],
    ['are cut off', (right) => right.subarray(0, 200)],
    [
      'are a CMS of another kind',
      (right) =>
        Buffer.from(right.toString('hex').replace('2a864886f70d010702', '2a864886f70d010701'), 'hex'),
    ],
    ['are nested without end', () => Buffer.from('3080'.repeat(2000), 'hex')],
  ])('%s: nothing is known of the signature, and it is not valid', async (_, replaceContents) => {
    expect(await findingOf({ replaceContents })).toMatchObject(nothingKnown);
  });

  test('with a signature that somebody changed are not valid', async () => {
    const finding = await findingOf({
      replaceContents: (right) => {
        const changed = Buffer.from(right);
        changed[changed.length - 3] = (changed.at(-3) ?? 0) ^ 1;
        return changed;
      },
    });
    expect(finding).toMatchObject({ signer: 'Ada Lovelace', digestValid: false });
  });

  test('that sign something else inside themselves are not valid', async () => {
    const finding = await findingOf({
      contentInside: new TextEncoder().encode('nothing to do with the file'),
    });
    expect(finding).toMatchObject({ signer: 'Ada Lovelace', digestValid: false });
  });

  test('leave the name and time that the dictionary claims', async () => {
    const finding = await findingOf({
      replaceContents: () => Buffer.alloc(0),
      entries: { Name: 'Somebody', M: 'D:20260230' },
    });
    expect(finding).toMatchObject({ ...nothingKnown, signer: 'Somebody' });
  });

  test.each([
    ['D:2026', '2026-01-01T00:00:00.000Z'],
    ["D:20261121093000+01'00'", '2026-11-21T08:30:00.000Z'],
    ["D:20261121093000-02'30", '2026-11-21T12:00:00.000Z'],
    ['D:20261121093000Z', '2026-11-21T09:30:00.000Z'],
    ['20261121093000', '2026-11-21T09:30:00.000Z'],
    ['D:20260230', null],
    ['D:20261121250000', null],
    ["D:99991231235959-23'59'", null],
    ["D:00000101000000+01'00'", null],
    ['yesterday', null],
  ])('leave the date that the dictionary claims: %s', async (date, signedAt) => {
    const finding = await findingOf({ replaceContents: () => Buffer.alloc(0), entries: { M: date } });
    expect(finding?.signedAt).toBe(signedAt);
  });

  test('with a name full of control characters show it as text that a database takes', async () => {
    const finding = await findingOf({}, await createSigner({ name: 'A\u0000da\u202e ecalevoL\n' }));
    expect(finding).toMatchObject({ signer: 'A da  ecalevoL', digestValid: true });
  });
});

describe('What holds the name in a certificate to its key', () => {
  let authority: TestSigner;
  let issued: TestSigner;
  beforeAll(async () => {
    authority = await createSigner({ name: 'Test authority', algorithm: 'RSA' });
    issued = await createSigner({ name: 'Ada Lovelace', issuer: authority });
  });
  const chain = () => [authority.certificate];
  /** The certificate that came along names somebody else, with as many letters. */
  const renamed = (right: Buffer) =>
    Buffer.from(right.toString('latin1').replaceAll('Ada Lovelace', 'Eve Lovelace'), 'latin1');

  test.each<[string, SigningOptions]>([
    ['version 1', { naming: 'v1' }],
    ['version 2', { naming: 'v2' }],
    ['version 2 with another digest', { naming: 'v2 with SHA-512' }],
  ])(
    'is that the signature names it (%s), and that its issuer came along and signed it',
    async (_, naming) => {
      expect(await findingOf({ ...naming, chain: chain() }, issued)).toMatchObject({
        digestValid: true,
        certificateFindings: [],
      });
    },
  );

  test.each<[string, () => [SigningOptions, TestSigner], string[]]>([
    ['a certificate that signed itself', () => [{}, signer], ['self-signed']],
    ['an issuer that did not come along', () => [{}, issued], ['issuer-not-embedded']],
    [
      'a signature that does not name its certificate',
      () => [{ naming: null, chain: chain() }, issued],
      ['certificate-not-bound'],
    ],
    [
      'a signature without attributes',
      () => [{ withoutAttributes: true, entries: { M: 'D:2026' } }, signer],
      ['certificate-not-bound', 'self-signed'],
    ],
  ])('is less with %s, which is valid all the same', async (_, given, certificateFindings) => {
    const [options, by] = given();
    expect(await findingOf(options, by)).toMatchObject({ digestValid: true, certificateFindings });
  });

  test.each<[string, () => [SigningOptions, TestSigner], string[]]>([
    [
      'it names another certificate',
      () => [{ named: authority.certificate, chain: chain() }, issued],
      ['certificate-not-bound', 'certificate-altered'],
    ],
    [
      'the name in a certificate that signed itself was rewritten, though nothing names it',
      () => [{ naming: null, replaceContents: renamed }, signer],
      ['certificate-not-bound', 'certificate-altered'],
    ],
    [
      'the name was rewritten, though nothing names it, and the issuer came along',
      () => [{ naming: null, chain: chain(), replaceContents: renamed }, issued],
      ['certificate-not-bound', 'certificate-altered'],
    ],
    [
      'the name was rewritten, though the issuer did not come along',
      () => [{ replaceContents: renamed }, issued],
      ['certificate-not-bound', 'issuer-not-embedded', 'certificate-altered'],
    ],
  ])('is broken, and the signature not valid, when %s', async (_, given, certificateFindings) => {
    const [options, by] = given();
    const finding = await findingOf(options, by);
    expect(finding).toMatchObject({ digestValid: false, certificateFindings });
  });

  test('is broken when a certificate above it is not what its own issuer signed', async () => {
    const middle = await createSigner({ name: 'Ada Lovelace', issuer: authority });
    const low = await createSigner({ name: 'Charles Babbage', issuer: middle });
    const certificates = [middle.certificate, authority.certificate];
    expect(await findingOf({ chain: certificates }, low)).toMatchObject({
      digestValid: true,
      certificateFindings: [],
    });
    const forged = (right: Buffer) => {
      const text = right.toString('latin1');
      // The validity of the one in the middle, which stands second.
      const at = text.indexOf('360101000000Z', text.indexOf('360101000000Z') + 1);
      return Buffer.from(`${text.slice(0, at)}460101000000Z${text.slice(at + 13)}`, 'latin1');
    };
    expect(await findingOf({ chain: certificates, replaceContents: forged }, low)).toMatchObject({
      digestValid: false,
      certificateFindings: ['certificate-altered'],
    });
  });
});

test('Given a hundred and one signatures, Then all are counted and a hundred examined', async () => {
  const shared = Array.from({ length: 101 }, (_, index) => `${index + 4} 0 R`).join(' ');
  const file = handWrittenPdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${shared}] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
    ...Array.from(
      { length: 101 },
      () => '<< /FT /Sig /V << /Type /Sig /Contents <00> /ByteRange [0 1 2 3] >> >>',
    ),
  ]);
  const { count, items } = await findingsIn(file);
  expect([count, items.length]).toEqual([101, 100]);
});

test.each([
  ['a circle of fields', '[4 0 R]', '<< /FT /Sig /Kids [4 0 R] >>'],
  ['fields inside a circle of arrays', '4 0 R', '[<< /FT /Sig /Kids 4 0 R >> << /FT /Sig /Kids 4 0 R >>]'],
  ['a field that is its own value', '[4 0 R]', '<< /FT /Sig /V 4 0 R >>'],
  ['no list of fields', '(none)', 'null'],
])('Given %s, Then the file is read all the same', async (_, fields, fourth) => {
  const file = handWrittenPdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields ${fields} >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
    fourth,
  ]);
  expect(await findingsIn(file)).toMatchObject({ count: 0, items: [] });
});

test('The rules have a version, to be stored with what they found', () => {
  expect(signatureRules).toBe(4);
});
