/** Until when an algorithm could be relied on, and signatures by it (cf. ETSI TS 119 312). */
import { constants, createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { at, contextTag, Der, partOf, sequenceOf } from './der.ts';

/** How something is signed. */
interface Algorithms {
  /** As `sha256`; undefined when it is unknown here. */
  hash: string | undefined;
  /** Of the key; RSASSA-PSS, with the parameters that the identifier holds, goes by keys of RSA as well. */
  kind: 'rsa' | 'rsa-pss' | 'ec';
}

const hashes: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

const rsaSignatures: Record<string, string> = {
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.14': 'sha224',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
};

const ecSignatures: Record<string, string> = {
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.1': 'sha224',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

const pss = '1.2.840.113549.1.1.10';

/** Some signers name only the kind of key; the digest's algorithm then belongs to it (RFC 3370 §3.2). */
const keyKinds: Record<string, 'rsa' | 'ec'> = { '1.2.840.113549.1.1.1': 'rsa', '1.2.840.10045.2.1': 'ec' };

/**
 * What an `AlgorithmIdentifier` of a signature names.
 *
 * @param digest  the hash of what is signed, for an identifier that names none
 */
export function algorithmsOf(identifier: Der, digest?: string): Algorithms {
  const [id, parameters] = identifier.children;
  const oid = id?.oid ?? '';
  const kind = keyKinds[oid];
  if (kind !== undefined) return { hash: digest, kind };
  if (oid in rsaSignatures) return { hash: rsaSignatures[oid], kind: 'rsa' };
  if (oid !== pss) return { hash: ecSignatures[oid], kind: 'ec' };
  // RFC 4055 §3.1: SHA-1 when absent.
  const named = partOf(parameters?.children ?? [], contextTag(0));
  return { hash: named === undefined ? 'sha1' : hashOf(at(named.children, 0)), kind: 'rsa-pss' };
}

/** What an `AlgorithmIdentifier` of a digest names; undefined when it is unknown here. */
export function hashOf(identifier: Der): string | undefined {
  return hashes[identifier.children[0]?.oid ?? ''];
}

/** A signature of the bytes, which may come in pieces. */
interface Signed {
  pieces: Uint8Array[];
  /** `AlgorithmIdentifier` of the signature. */
  algorithm: Der;
  /** The hash of what is signed, for an identifier that names none. */
  digest?: string;
  signature: Uint8Array;
}

/**
 * Whether the key made the signature.
 *
 * @throws Error  for an algorithm that is unknown here, and for a key of another kind
 */
export function verifySigned({ pieces, algorithm, digest, signature }: Signed, key: KeyObject): boolean {
  const { hash, kind } = algorithmsOf(algorithm, digest);
  if (hash === undefined) throw new Error('The algorithm is unknown here');
  const isPss = kind === 'rsa-pss';
  const { asymmetricKeyType: own } = key;
  if (own !== kind && !(isPss && own === 'rsa')) throw new Error('The key is of another kind');
  const verify = createVerify(hash);
  for (const piece of pieces) verify.update(piece);
  return verify.verify(isPss ? pssKey(key, algorithm) : { key }, signature);
}

/** The same; whatever is unknown here has not made it. */
export function isSignedBy(signed: Signed, key: KeyObject): boolean {
  try {
    return verifySigned(signed, key);
  } catch {
    return false;
  }
}

// RFC 4055 §3.1
const defaultSaltLength = 20;

/**
 * The key held to the parameters of one signature: Node takes no hash for the mask, but obeys a key that names one.
 *
 * @throws Error  when the key itself is meant for other parameters (RFC 4055 §3.3)
 */
function pssKey(key: KeyObject, algorithm: Der) {
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength = 0 } = key.asymmetricKeyDetails ?? {};
  const bits = at(new Der(key.export({ type: 'spki', format: 'der' })).children, 1);
  const info = Buffer.from(sequenceOf(algorithm.whole, bits.whole));
  const held = createPublicKey({ key: info, type: 'spki', format: 'der' });
  const asked = held.asymmetricKeyDetails ?? {};
  const salt = asked.saltLength ?? defaultSaltLength;
  const isMeant =
    hashAlgorithm === undefined ||
    (hashAlgorithm === asked.hashAlgorithm &&
      mgf1HashAlgorithm === asked.mgf1HashAlgorithm &&
      saltLength <= salt);
  if (!isMeant) throw new Error('The key is meant for other parameters');
  return { key: held, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt };
}

// MD5 fell in 2004; SHA-1 as the EU's reference implementation has it.
const lastDays: Record<string, Date | null> = {
  md5: new Date('2004-08-01'),
  sha1: new Date('2012-08-01'),
  sha224: null,
  sha256: null,
  sha384: null,
  sha512: null,
};

const minRsaBits = 1900;
const oldRsaBits = 1024;
const lastDayOfOldRsa = new Date('2010-12-31');
const minCurveBits = 256;

/** Until when it could be relied on: null without end, undefined for never. */
export function reliableUntil(used: { hash: string | undefined; key: KeyObject }): Date | null | undefined {
  const { hash, key } = used;
  const ofHash = hash === undefined ? undefined : lastDays[hash];
  const ofKey = keyReliableUntil(key);
  if (ofHash === undefined || ofKey === undefined) return undefined;
  if (ofHash === null) return ofKey;
  return ofKey === null || ofHash < ofKey ? ofHash : ofKey;
}

const curveBits: Record<string, number> = {
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
  brainpoolP256r1: 256,
  brainpoolP384r1: 384,
  brainpoolP512r1: 512,
};

function keyReliableUntil({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  if (type === 'rsa' || type === 'rsa-pss') {
    const bits = details?.modulusLength ?? 0;
    if (bits >= minRsaBits) return null;
    return bits >= oldRsaBits ? lastDayOfOldRsa : undefined;
  }
  if (type === 'ec') return (curveBits[details?.namedCurve ?? ''] ?? 0) >= minCurveBits ? null : undefined;
  return undefined;
}
