/** Signed PDFs with what proves later what their signatures were worth (EN 319 142-1). */
import { createHash } from 'node:crypto';
import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { fromBER, Sequence } from 'asn1js';
import { Attribute } from 'pkijs';
import { type SigningOptions, signedPdf } from './signed-pdfs.ts';
import { type StampOptions, timeStampToken } from './test-cms.ts';
import type { TestSigner } from './test-pki.ts';

export interface Proofs {
  certificates?: Uint8Array[];
  answers?: Uint8Array[];
  lists?: Uint8Array[];
  /** For one signature alone: by the hash of its value. */
  forSignature?: boolean;
}

/** The PDF with a security store (DSS), or with more in the one that it has. */
export async function withProofs(
  pdf: Uint8Array,
  { certificates = [], answers = [], lists = [], forSignature = false }: Proofs,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  const { context, catalog } = document;
  const had = catalog.lookup(PDFName.of('DSS'));
  const before = had instanceof PDFDict ? had : context.obj({});
  const added = (key: string, streams: Uint8Array[]) => {
    const old = before.lookup(PDFName.of(key));
    const references = streams.map((bytes) => context.register(context.flateStream(bytes)));
    return context.obj([...(old instanceof PDFArray ? old.asArray() : []), ...references]);
  };
  const store = context.obj({});
  if (forSignature) {
    const own = context.obj({
      Cert: added('Certs', certificates),
      OCSP: added('OCSPs', answers),
      CRL: added('CRLs', lists),
    });
    const name = createHash('sha1').update('a signature').digest('hex').toUpperCase();
    store.set(PDFName.of('VRI'), context.obj({ [name]: own }));
  } else {
    store.set(PDFName.of('Certs'), added('Certs', certificates));
    store.set(PDFName.of('OCSPs'), added('OCSPs', answers));
    store.set(PDFName.of('CRLs'), added('CRLs', lists));
  }
  catalog.set(PDFName.of('DSS'), context.register(store));
  return document.commit({ useObjectStreams: false });
}

/** The PDF with a time stamp of all that is there. */
export function withDocumentTimeStamp(
  pdf: Uint8Array,
  authority: TestSigner,
  { at, ...options }: SigningOptions & { at?: Date } = {},
): Promise<Uint8Array> {
  return signedPdf(pdf, authority, {
    subFilter: 'ETSI.RFC3161',
    ...(at === undefined ? {} : { signedAt: at }),
    ...options,
  });
}

/** Has a signature stamped, once it is made. */
export function stamped(
  authority: TestSigner,
  options: StampOptions = {},
): Pick<SigningOptions, 'afterwards' | 'room'> {
  return {
    room: 16_384,
    afterwards: async (signature) => [
      timeStampAttribute('1.2.840.113549.1.9.16.2.14', await timeStampToken(signature, authority, options)),
    ],
  };
}

function timeStampAttribute(type: string, token: Uint8Array): Attribute {
  return new Attribute({ type, values: [fromBER(new Uint8Array(token)).result] });
}

/** What Adobe's products keep of revocation inside a signature. */
export function archivedRevocation({
  lists = [],
  answers = [],
}: {
  lists?: Uint8Array[];
  answers?: Uint8Array[];
}): Attribute {
  const group = (tagNumber: number, values: Uint8Array[]) => {
    const sequence = new Sequence({ value: values.map((bytes) => parsed(bytes)) });
    const explicit = new Sequence({ value: [sequence] });
    explicit.idBlock.tagClass = 3;
    explicit.idBlock.tagNumber = tagNumber;
    return explicit;
  };
  return new Attribute({
    type: '1.2.840.113583.1.1.8',
    values: [
      new Sequence({
        value: [
          ...(lists.length > 0 ? [group(0, lists)] : []),
          ...(answers.length > 0 ? [group(1, answers)] : []),
        ],
      }),
    ],
  });
}

function parsed(bytes: Uint8Array): Sequence {
  return fromBER(new Uint8Array(bytes)).result as Sequence;
}
