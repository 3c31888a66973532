/** Signatures by algorithms and parameters that no product would choose. */
import { createPrivateKey, KeyObject, constants as padding, sign, type webcrypto } from 'node:crypto';
import {
  type Any,
  type BaseBlock,
  BitString,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  type OctetString,
  Sequence,
} from 'asn1js';
import { AlgorithmIdentifier } from 'pkijs';

export type Hash = 'MD5' | `SHA-${1 | 224 | 256 | 384 | 512}` | `SHA3-${256 | 384 | 512}`;

export const hashIds: Record<Hash, string> = {
  MD5: '1.2.840.113549.2.5',
  'SHA-1': '1.3.14.3.2.26',
  'SHA-224': '2.16.840.1.101.3.4.2.4',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
  'SHA3-256': '2.16.840.1.101.3.4.2.8',
  'SHA3-384': '2.16.840.1.101.3.4.2.9',
  'SHA3-512': '2.16.840.1.101.3.4.2.10',
};

/** As Node names it. */
export function nodeHash(hash: Hash): string {
  return hash.replace('SHA-', 'SHA').toLowerCase();
}

const signatureIds: Record<'RSA' | 'EC', Record<Hash, string>> = {
  RSA: {
    MD5: '1.2.840.113549.1.1.4',
    'SHA-1': '1.2.840.113549.1.1.5',
    'SHA-224': '1.2.840.113549.1.1.14',
    'SHA-256': '1.2.840.113549.1.1.11',
    'SHA-384': '1.2.840.113549.1.1.12',
    'SHA-512': '1.2.840.113549.1.1.13',
    'SHA3-256': '2.16.840.1.101.3.4.3.14',
    'SHA3-384': '2.16.840.1.101.3.4.3.15',
    'SHA3-512': '2.16.840.1.101.3.4.3.16',
  },
  EC: {
    // Nobody has given one a number.
    MD5: '1.3.6.1.4.1.99999.5',
    'SHA-1': '1.2.840.10045.4.1',
    'SHA-224': '1.2.840.10045.4.3.1',
    'SHA-256': '1.2.840.10045.4.3.2',
    'SHA-384': '1.2.840.10045.4.3.3',
    'SHA-512': '1.2.840.10045.4.3.4',
    'SHA3-256': '2.16.840.1.101.3.4.3.10',
    'SHA3-384': '2.16.840.1.101.3.4.3.11',
    'SHA3-512': '2.16.840.1.101.3.4.3.12',
  },
};

/** RFC 8410: they hash by themselves. */
const edwardsIds: Record<string, string> = { ed25519: '1.3.101.112', ed448: '1.3.101.113' };

/** RSASSA-PSS (RFC 4055 §3.1). */
export interface PssParameters {
  hash: Hash;
  mask: Hash;
  salt: number;
  /** Of what there is one kind alone, number 1. */
  trailer?: number;
}

export interface Signing {
  hash?: Hash;
  pss?: PssParameters;
  /** What the identifier says, when not what was done. */
  named?: { id: string } | PssParameters;
  /** The key, when it is of a kind that Web Crypto does not have. */
  by?: KeyObject;
}

/** The identifier of the algorithm, and the signature of the bytes by this key. */
export async function signBy(
  privateKey: webcrypto.CryptoKey,
  { hash = 'SHA-256', pss, named, by }: Signing,
  bytes: Uint8Array,
): Promise<{ algorithm: AlgorithmIdentifier; value: Uint8Array<ArrayBuffer> }> {
  const key = by ?? KeyObject.from(privateKey);
  const edwardsId = edwardsIds[key.asymmetricKeyType ?? ''];
  const kind = key.asymmetricKeyType === 'rsa' ? 'RSA' : 'EC';
  const value =
    pss === undefined
      ? sign(edwardsId === undefined ? nodeHash(hash) : null, bytes, key)
      : sign(nodeHash(pss.hash), bytes, {
          key: heldTo(pss, key),
          padding: padding.RSA_PKCS1_PSS_PADDING,
          saltLength: pss.salt,
        });
  const said = named ?? pss ?? { id: edwardsId ?? signatureIds[kind][hash] };
  return {
    algorithm: 'id' in said ? plain(said.id, kind) : pssIdentifier(said),
    value: new Uint8Array(value),
  };
}

function plain(algorithmId: string, kind: 'RSA' | 'EC'): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId, ...(kind === 'RSA' ? { algorithmParams: new Null() } : {}) });
}

/** The key as one for these parameters alone: Node takes no hash of the mask. */
function heldTo(parameters: PssParameters, privateKey: KeyObject): KeyObject {
  const pkcs8 = new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' }));
  const [version, , key] = (fromBER(pkcs8).result as Sequence).valueBlock.value as [
    Integer,
    Any,
    OctetString,
  ];
  const value = [version, pssIdentifier(parameters).toSchema(), key] as Sequence[];
  const held = Buffer.from(new Sequence({ value }).toBER());
  return createPrivateKey({ key: held, format: 'der', type: 'pkcs8' });
}

export function pssIdentifier({ hash, mask, salt, trailer = 1 }: PssParameters): AlgorithmIdentifier {
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
    ...(trailer === 1 ? [] : [explicit(3, new Integer({ value: trailer }))]),
  ];
  const algorithmParams = new Sequence({ value: parts });
  return new AlgorithmIdentifier({ algorithmId: '1.2.840.113549.1.1.10', algorithmParams });
}

/** `[number] EXPLICIT` */
export function explicit(tagNumber: number, inside: BaseBlock): Sequence {
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
