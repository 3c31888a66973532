/** Signatures by algorithms and parameters that no product would choose. */
import { createPrivateKey, type KeyObject, constants as padding, sign, type webcrypto } from 'node:crypto';
import {
  type Any,
  BitString,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  type OctetString,
  Sequence,
} from 'asn1js';
import { AlgorithmIdentifier } from 'pkijs';

export type Hash = 'SHA-1' | 'SHA-224' | 'SHA-256' | 'SHA-384' | 'SHA-512';

export const hashIds: Record<Hash, string> = {
  'SHA-1': '1.3.14.3.2.26',
  'SHA-224': '2.16.840.1.101.3.4.2.4',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
};

/** As Node names it. */
export function nodeHash(hash: Hash): string {
  return hash.replace('-', '').toLowerCase();
}

const signatureIds: Record<'RSA' | 'EC', Record<Hash, string>> = {
  RSA: {
    'SHA-1': '1.2.840.113549.1.1.5',
    'SHA-224': '1.2.840.113549.1.1.14',
    'SHA-256': '1.2.840.113549.1.1.11',
    'SHA-384': '1.2.840.113549.1.1.12',
    'SHA-512': '1.2.840.113549.1.1.13',
  },
  EC: {
    'SHA-1': '1.2.840.10045.4.1',
    'SHA-224': '1.2.840.10045.4.3.1',
    'SHA-256': '1.2.840.10045.4.3.2',
    'SHA-384': '1.2.840.10045.4.3.3',
    'SHA-512': '1.2.840.10045.4.3.4',
  },
};

/** RSASSA-PSS (RFC 4055 §3.1). */
export interface PssParameters {
  hash: Hash;
  mask: Hash;
  salt: number;
}

export interface Signing {
  hash?: Hash;
  pss?: PssParameters;
  /** What the identifier says, when not what was done. */
  named?: { id: string } | PssParameters;
}

/** The identifier of the algorithm, and the signature of the bytes by this key. */
export async function signBy(
  privateKey: webcrypto.CryptoKey,
  { hash = 'SHA-256', pss, named }: Signing,
  bytes: Uint8Array,
): Promise<{ algorithm: AlgorithmIdentifier; value: Uint8Array<ArrayBuffer> }> {
  const exported = await crypto.subtle.exportKey('pkcs8', privateKey);
  const key = createPrivateKey({ key: Buffer.from(exported), format: 'der', type: 'pkcs8' });
  const kind = key.asymmetricKeyType === 'ec' ? 'EC' : 'RSA';
  const value =
    pss === undefined
      ? sign(nodeHash(hash), bytes, key)
      : sign(nodeHash(pss.hash), bytes, {
          key: heldTo(pss, exported),
          padding: padding.RSA_PKCS1_PSS_PADDING,
          saltLength: pss.salt,
        });
  const said = named ?? pss ?? { id: signatureIds[kind][hash] };
  return {
    algorithm: 'id' in said ? plain(said.id, kind) : pssIdentifier(said),
    value: new Uint8Array(value),
  };
}

function plain(algorithmId: string, kind: 'RSA' | 'EC'): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId, ...(kind === 'RSA' ? { algorithmParams: new Null() } : {}) });
}

/** The key as one for these parameters alone: Node takes no hash of the mask. */
function heldTo(parameters: PssParameters, pkcs8: ArrayBuffer): KeyObject {
  const [version, , key] = (fromBER(pkcs8).result as Sequence).valueBlock.value as [
    Integer,
    Any,
    OctetString,
  ];
  const value = [version, pssIdentifier(parameters).toSchema(), key] as Sequence[];
  const held = Buffer.from(new Sequence({ value }).toBER());
  return createPrivateKey({ key: held, format: 'der', type: 'pkcs8' });
}

export function pssIdentifier({ hash, mask, salt }: PssParameters): AlgorithmIdentifier {
  const digest = (of: Hash) =>
    new Sequence({ value: [new ObjectIdentifier({ value: hashIds[of] }), new Null()] });
  const mgf1 = new Sequence({
    value: [new ObjectIdentifier({ value: '1.2.840.113549.1.1.8' }), digest(mask)],
  });
  // DER: what is the default is left out.
  const parts = [
    ...(hash === 'SHA-1' ? [] : [explicit(0, digest(hash))]),
    ...(mask === 'SHA-1' ? [] : [explicit(1, mgf1)]),
    ...(salt === 20 ? [] : [explicit(2, new Integer({ value: salt }))]),
  ];
  const algorithmParams = new Sequence({ value: parts });
  return new AlgorithmIdentifier({ algorithmId: '1.2.840.113549.1.1.10', algorithmParams });
}

function explicit(tagNumber: number, inside: Sequence | Integer): Sequence {
  const sequence = new Sequence({ value: [inside] });
  sequence.idBlock.tagClass = 3;
  sequence.idBlock.tagNumber = tagNumber;
  return sequence;
}

/** Signs a certificate, a list or an answer anew, of which the algorithm stands inside or not. */
export async function signAnew(
  of: { signatureAlgorithm: AlgorithmIdentifier },
  privateKey: webcrypto.CryptoKey,
  signing: Signing,
  encode: (algorithm: AlgorithmIdentifier) => Uint8Array,
): Promise<BitString> {
  const { algorithm } = await signBy(privateKey, signing, new Uint8Array());
  of.signatureAlgorithm = algorithm;
  const { value } = await signBy(privateKey, signing, encode(algorithm));
  return new BitString({ valueHex: value.buffer });
}
