/** Documents that are made to cost judging whatever they can: they are taken, and what is said of them is true. */

import { KeyObject, sign as signBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BitString, fromBER, Integer, type Sequence } from 'asn1js';
import { AlgorithmIdentifier, Attribute, Extension, PublicKeyInfo, RSAPublicKey } from 'pkijs';
import { withProofs } from '../support/archived-pdfs.ts';
import { anchorOf, type JudgedParts, prepareJudging, usualNow } from '../support/judged.ts';
import { agreementPdf, agreementWithStore, endlessStream, stream } from '../support/pdf-updates.ts';
import { signedPdf } from '../support/signed-pdfs.ts';
import { timeStampToken } from '../support/test-cms.ts';
import {
  encoded,
  issueCertificate,
  ocspResponse,
  revocationList,
  type TestSigner,
} from '../support/test-pki.ts';

let parts: JudgedParts;
beforeAll(async () => {
  parts = await prepareJudging();
});

const tooMuch = { status: 'indeterminate', subIndication: 'GENERIC', reason: 'too-much' };
const unproven = { status: 'indeterminate', reason: 'no-revocation-information' };
const nobody = { status: 'indeterminate', reason: 'no-way-to-an-anchor' };

/** What is said of the first signature. */
async function firstIn(pdf: Uint8Array) {
  const { items } = await parts.judge(pdf);
  return items[0];
}

/** The agreement with a security store, and signed then. */
function signedWithStore(...objects: string[]): Promise<Uint8Array> {
  return signedPdf(agreementWithStore(...objects), parts.pki.signer, {
    subFilter: 'ETSI.CAdES.detached',
    chain: [parts.pki.authority.certificate],
  });
}

/** The same with so much in it. */
function signedWithProofs(
  proofs: Partial<Record<'Certs' | 'OCSPs' | 'CRLs', Uint8Array[]>>,
): Promise<Uint8Array> {
  const streams: string[] = [];
  const kinds = Object.entries(proofs).map(([kind, all]) => {
    const references = all.map((bytes) => {
      streams.push(stream('', Buffer.from(bytes).toString('latin1')));
      return `${12 + streams.length} 0 R`;
    });
    return `/${kind} [${references.join(' ')}]`;
  });
  return signedWithStore(`<< ${kinds.join(' ')} >>`, ...streams);
}

/** So many that differ in their last byte but some. */
function copies(der: Uint8Array, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const copy = Buffer.from(der);
    copy.writeUInt16BE(index, copy.length - 8);
    return new Uint8Array(copy);
  });
}

/** DER of a value around others. */
function around(tag: number, ...values: Uint8Array[]): Buffer {
  const content = Buffer.concat(values);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
}

function nested(levels: number): Buffer {
  const heads = Buffer.alloc(levels * 6);
  for (let level = 0; level < levels; level += 1) {
    heads.writeUInt16BE(0x3084, level * 6);
    heads.writeUInt32BE((levels - level - 1) * 6, level * 6 + 2);
  }
  return heads;
}

describe('Certificates', () => {
  test('that certify each other in a circle lead to nobody', async () => {
    const one = await issueCertificate({ name: 'One', authority: true });
    const other = await issueCertificate({ name: 'Other', authority: true, issuer: one });
    const oneByOther = await issueCertificate({ name: 'One', authority: true, issuer: other, keyOf: one });
    const signer = await issueCertificate({ issuer: one });
    const chain = [one, other, oneByOther].map(({ certificate }) => certificate);

    expect(await firstIn(await parts.sign({ chain }, signer))).toMatchObject(nobody);
  });

  test('that all certify each other have more ways than are gone', async () => {
    const authorities = await Promise.all(
      Array.from({ length: 8 }, (_, number) => issueCertificate({ name: `${number}`, authority: true })),
    );
    const crossed = authorities.flatMap((keyOf, number) =>
      authorities.map((issuer) => issueCertificate({ name: `${number}`, authority: true, issuer, keyOf })),
    );
    const certificates = (await Promise.all(crossed)).map(encoded);
    const signer = await issueCertificate({ issuer: authorities[0] as TestSigner });

    expect(await firstIn(await withProofs(await parts.sign({}, signer), { certificates }))).toMatchObject(
      tooMuch,
    );
  });

  test('by the thousand keep a signature from nothing that is looked at, and are told where that is missing', async () => {
    const { pki } = parts;
    const Certs = copies(encoded(pki.responder), 900);
    const CRLs = [await revocationList({ issuer: pki.root })];
    const proven = await signedWithProofs({ Certs, OCSPs: [await answer()], CRLs });
    expect(await firstIn(proven)).toMatchObject({ status: 'passed' });

    const beyond = await signedWithProofs({ Certs: copies(encoded(pki.responder), 1001) });
    expect(await firstIn(beyond)).toMatchObject(tooMuch);
  });

  test('with the largest keys that there are take no longer than judging may', async () => {
    const algorithm = new AlgorithmIdentifier({ algorithmId: '1.2.840.113549.1.1.11' });
    const signer = await issueCertificate({ name: 'Large', issuer: await issueCertificate({ name: 'Key' }) });
    signer.certificate.signatureAlgorithm = algorithm;
    signer.certificate.signature = algorithm;
    signer.certificate.signatureValue = new BitString({ valueHex: new Uint8Array(2048).fill(0x55).buffer });
    const large = await issueCertificate({ name: 'Key', authority: true });
    const certificates = Array.from({ length: 200 }, (_, number) => {
      const modulus = Buffer.alloc(2049, 0xff);
      modulus.writeUInt8(0, 0);
      modulus.writeUInt16BE(number, 1000);
      large.certificate.subjectPublicKeyInfo = rsaKey(modulus, Buffer.from('00ffffffffffffffff', 'hex'));
      return encoded(large);
    });
    const pdf = await withProofs(await parts.sign({ chain: [] }, signer), { certificates });

    expect(await firstIn(pdf)).toMatchObject({ status: 'indeterminate' });
  });

  test('that are odd further down than they are read at first are told to be, and refuse nothing', async () => {
    const constraints = new Extension({
      extnID: '2.5.29.30',
      critical: false,
      extnValue: new Uint8Array([0x30, 2, 1, 5]).buffer,
    });
    const authority = await issueCertificate({
      name: 'Odd',
      issuer: parts.pki.root,
      authority: true,
      extensions: [constraints],
    });
    const signer = await issueCertificate({ name: 'Below', issuer: authority });

    expect(await firstIn(await parts.sign({ chain: [authority.certificate] }, signer))).toMatchObject({
      status: 'indeterminate',
      subIndication: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
      reason: 'certificate-malformed',
      about: { certificate: 'Below' },
    });
  });

  test('among the anchors that are none keep no other from being one', async () => {
    const anchors = [
      anchorOf(parts.pki.root, {}),
      { ...anchorOf(parts.pki.root), certificate: new Uint8Array() },
      { ...anchorOf(parts.pki.root), certificate: encoded(parts.pki.root).slice(0, -9) },
    ];
    const { items } = await parts.judge(await parts.proven(await parts.sign()), { anchors });
    expect(items[0]).toMatchObject({ status: 'passed' });
  });
});

function rsaKey(modulus: Buffer, exponent: Buffer): PublicKeyInfo {
  const integer = (bytes: Buffer) => new Integer({ valueHex: new Uint8Array(bytes).buffer });
  const key = new RSAPublicKey({ modulus: integer(modulus), publicExponent: integer(exponent) });
  return new PublicKeyInfo({
    algorithm: new AlgorithmIdentifier({ algorithmId: '1.2.840.113549.1.1.1' }),
    subjectPublicKey: new BitString({ valueHex: key.toSchema().toBER() }),
  });
}

describe('What tells of revocation', () => {
  test('by more answers and more responders than can be tried is not known', async () => {
    const { pki, sign } = parts;
    const responders = await Promise.all(
      Array.from({ length: 45 }, () =>
        issueCertificate({ name: 'Responder', issuer: pki.authority, purposes: { of: ['ocspSigning'] } }),
      ),
    );
    const stranger = await issueCertificate({ name: 'Responder' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, second) =>
        ocspResponse({
          ...pki.signer,
          issuer: pki.authority,
          responder: stranger,
          thisUpdate: new Date(Date.UTC(2026, 10, 21, 9, 0, second)),
        }),
      ),
    );
    const pdf = await withProofs(await sign(), {
      certificates: responders.map(encoded),
      answers,
      lists: [await revocationList({ issuer: pki.root })],
    });

    expect(await firstIn(pdf)).toMatchObject(tooMuch);
  });

  test.each([
    ['answers', async () => ({ OCSPs: copies(await answer(), 1001) })],
    ['lists', async () => ({ CRLs: copies(await revocationList({ issuer: parts.pki.authority }), 1001) })],
  ])('by a thousand %s that nobody signed is not known', async (_, proofs) => {
    expect(await firstIn(await signedWithProofs(await proofs()))).toMatchObject(tooMuch);
  });

  test('in a list of 100,000 is found, and one of a million is too much to be looked at', async () => {
    const { pki, sign } = parts;
    const root = await revocationList({ issuer: pki.root });
    const within = await withProofs(await sign(), { lists: [root, await longList(100_000)] });
    expect(await firstIn(within)).toMatchObject({ status: 'passed' });

    const beyond = await withProofs(await sign(), { lists: [root, await longList(1_000_000)] });
    expect(await firstIn(beyond)).toMatchObject(tooMuch);
    const besides = await withProofs(beyond, { answers: [await answer()] });
    expect(await firstIn(besides)).toMatchObject({ status: 'passed' });
  });

  test.each([
    ['nested 100,000 deep', () => nested(100_000)],
    [
      'of a million parts',
      () =>
        around(
          0x30,
          around(0x30, Buffer.alloc(2_000_000, Buffer.from([5, 0]))),
          Buffer.from([0x30, 0, 3, 0]),
        ),
    ],
    [
      'with an identifier of a megabyte',
      () => withExtension(around(6, Buffer.alloc(2 ** 20, 0x81), Buffer.from([1]))),
    ],
    [
      'with a name of two megabytes',
      () =>
        around(
          0x30,
          around(
            0x30,
            around(2, Buffer.from([1])),
            around(0x30),
            around(0x30, around(0x31, around(0x30, around(12, Buffer.alloc(2 ** 21, 0x41))))),
            around(0x30),
          ),
          around(0x30),
          around(3, Buffer.from([0])),
        ),
    ],
  ])('%s proves nothing, and costs no more', async (_, make) => {
    const odd = [new Uint8Array(make())];
    const pdf = await withProofs(await parts.sign(), { certificates: odd, answers: odd, lists: odd });
    expect(await firstIn(pdf)).toMatchObject(unproven);
  });
});

function answer(): Promise<Uint8Array> {
  return ocspResponse({ ...parts.pki.signer, issuer: parts.pki.authority });
}

function withExtension(id: Buffer): Buffer {
  const extensions = around(0xa3, around(0x30, around(0x30, id, around(4))));
  const name = around(0x30);
  const time = around(0x17, Buffer.from('260101000000Z'));
  const tbs = around(
    0x30,
    around(2, Buffer.from([1])),
    name,
    name,
    around(0x30, time, time),
    name,
    name,
    extensions,
  );
  return around(0x30, tbs, name, around(3, Buffer.from([0])));
}

/** A list of the authority with so many others in it. */
async function longList(count: number): Promise<Uint8Array> {
  const { authority } = parts.pki;
  const short = fromBER(
    new Uint8Array(await revocationList({ issuer: authority, revoked: [{ certificate: 1, at: usualNow }] })),
  ).result as Sequence;
  const [tbs, algorithm] = short.valueBlock.value as [Sequence, Sequence];
  const fields = tbs.valueBlock.value.map(({ valueBeforeDecodeView }) => valueBeforeDecodeView);
  const entry = Buffer.from('3015020400000000170d3236303130313030303030305a', 'hex');
  const entries = Buffer.alloc(entry.length * count, entry);
  for (let index = 0; index < count; index += 1)
    entries.writeUInt32BE(0x100000 + index, index * entry.length + 4);
  const long = around(0x30, ...fields.map((field, index) => (index === 5 ? around(0x30, entries) : field)));
  const signature = signBytes('sha256', long, KeyObject.from(authority.privateKey));
  return new Uint8Array(
    around(0x30, long, algorithm.valueBeforeDecodeView, around(3, Buffer.from([0]), signature)),
  );
}

describe('A security store', () => {
  test('that leads back to itself is read once', async () => {
    const pdf = await signedWithStore(
      '<< /Certs 13 0 R /OCSPs 12 0 R /CRLs [12 0 R 13 0 R] /VRI 12 0 R >>',
      '[13 0 R 12 0 R [13 0 R]]',
    );
    expect(await firstIn(pdf)).toMatchObject(unproven);
  });

  test('that inflates without end is taken with the document, and nobody says that it proves something', async () => {
    expect(await firstIn(await signedWithStore('<< /CRLs [13 0 R] >>', endlessStream()))).toMatchObject(
      tooMuch,
    );
  });

  test('with a hundred large streams is read in part', async () => {
    const large = stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(5_000_000)).toString('latin1'));
    const numbers = Array.from({ length: 100 }, (_, index) => `${13 + index} 0 R`).join(' ');
    const streams = Array.from({ length: 100 }, () => large);
    expect(await firstIn(await signedWithStore(`<< /CRLs [${numbers}] >>`, ...streams))).toMatchObject(
      tooMuch,
    );
  });
});

describe('A signature', () => {
  test('of certificates by the hundred is not said to be false', async () => {
    const { pki, sign } = parts;
    const chain = Array.from({ length: 300 }, () => pki.authority.certificate);
    expect(await firstIn(await sign({ chain, room: 2 ** 18 }))).toMatchObject(tooMuch);
  });

  test('nested 20,000 deep is not read', async () => {
    const pdf = await parts.sign({ replaceContents: () => nested(20_000), room: 130_000 });
    expect(await firstIn(pdf)).toMatchObject(tooMuch);
  });

  test('of more than is read is not said to be false', async () => {
    expect(await firstIn(await parts.sign({ room: 2 ** 20 + 1 }))).toMatchObject(tooMuch);
  });

  test('by an algorithm that is not known here is not said to be false', async () => {
    const pdf = await parts.sign({
      replaceContents: (cms) =>
        Buffer.from(cms.toString('hex').replaceAll('608648016503040201', '608648016503040208'), 'hex'),
    });
    expect(await firstIn(pdf)).toMatchObject({
      status: 'indeterminate',
      subIndication: 'GENERIC',
      reason: 'unknown-kind',
    });
  });

  test('beyond those that are looked at leaves the document indeterminate', async () => {
    const values = Array.from({ length: 101 }, (_, index) => `${12 + index} 0 R`);
    const fields = '<< /FT /Sig /T (S) /V << /Type /DocTimeStamp /SubFilter /ETSI.RFC3161 >> >>';
    const pdf = agreementPdf({
      entries: {
        1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${values.join(' ')}] >> >>`,
      },
      more: values.map(() => fields),
    });
    expect(await parts.judge(pdf)).toMatchObject({ status: 'indeterminate' });
  });

  test('with more stamps than are looked at is judged by some of them', async () => {
    const { pki, sign } = parts;
    const pdf = await sign({
      room: 200_000,
      afterwards: async (signature) => {
        const token = await timeStampToken(signature, pki.stamps);
        const values = Array.from({ length: 20 }, () => fromBER(new Uint8Array(token)).result);
        return [new Attribute({ type: '1.2.840.113549.1.9.16.2.14', values })];
      },
    });
    expect(await firstIn(pdf)).toMatchObject({ ...unproven, existedBy: 'signature-time-stamp' });
  });
});
