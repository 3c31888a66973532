/** Until when an algorithm could be relied on, and signatures by it (cf. ETSI TS 119 312). */
import { constants, type KeyObject, verify } from 'node:crypto';
import { at, contextTag, type Der, partOf } from './der.ts';

/** How something is signed. */
export interface Algorithms {
  /** As `sha256`; undefined when it is unknown here. */
  hash: string | undefined;
  isPss: boolean;
}

const hashes: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

const signatures: Record<string, string> = {
  '1.2.840.113549.1.1.4': 'md5',
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.14': 'sha224',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.1': 'sha224',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

const pss = '1.2.840.113549.1.1.10';

/** What an `AlgorithmIdentifier` of a signature names. */
export function algorithmsOf(identifier: Der): Algorithms {
  const [id, parameters] = identifier.children;
  if (id?.oid !== pss) return { hash: signatures[id?.oid ?? ''], isPss: false };
  // RFC 4055 §3.1: SHA-1 when absent.
  const named = partOf(parameters?.children ?? [], contextTag(0));
  return { hash: named === undefined ? 'sha1' : hashOf(at(named.children, 0)), isPss: true };
}

/** What an `AlgorithmIdentifier` of a digest names; undefined when it is unknown here. */
export function hashOf(identifier: Der): string | undefined {
  return hashes[identifier.children[0]?.oid ?? ''];
}

/** The same of an object identifier. */
export function hashNamed(id: string): string | undefined {
  return hashes[id] ?? signatures[id];
}

/** Whether the key made the signature of the bytes. */
export function isSignedBy(
  { bytes, algorithm, signature }: { bytes: Uint8Array; algorithm: Der; signature: Uint8Array },
  key: KeyObject,
): boolean {
  const { hash, isPss } = algorithmsOf(algorithm);
  if (hash === undefined) return false;
  try {
    return verify(
      hash,
      bytes,
      isPss ? { key, padding: constants.RSA_PKCS1_PSS_PADDING } : { key },
      signature,
    );
  } catch {
    // A key of another kind than the signature's.
    return false;
  }
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
export function reliableUntil({
  hash,
  key,
}: {
  hash: string | undefined;
  key: KeyObject;
}): Date | null | undefined {
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
