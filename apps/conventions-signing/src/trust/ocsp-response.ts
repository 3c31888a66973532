/** Answers of OCSP responders (RFC 6960), as documents keep them. */
import { createHash } from 'node:crypto';
import {
  type Certificate,
  extensionIds,
  maySign,
  purposesOf,
  readCertificate,
  saysUnknown,
} from './certificate.ts';
import { at, contextTag, Der, partOf, tags } from './der.ts';
import { comparableName } from './distinguished-name.ts';
import { hashOf, isSignedBy } from './reliable-algorithms.ts';

export type OcspResponse = ReturnType<typeof readOcspResponse>;

interface OcspStatus {
  thisUpdate: Date;
  nextUpdate: Date | null;
  revokedAt: Date | null;
}

const basic = '1.3.6.1.5.5.7.48.1.1';
const ocspSigning = '1.3.6.1.5.5.7.3.9';
const maxAlong = 20;
const maxAnswers = 1000;

/** @throws Error  for what is no answer with contents */
export function readOcspResponse(der: Uint8Array) {
  const whole = new Der(der);
  const outer = whole.children;
  // Some archives keep the inner one alone.
  const inside = outer[0]?.tag === 0x0a ? basicIn(outer) : whole;
  const [data, algorithm, signature, along] = inside.children;
  if (data === undefined || algorithm === undefined || signature === undefined)
    throw new Error('A part is missing');
  const parts = data.children;
  const base = parts[0]?.tag === contextTag(0) ? 1 : 0;
  const certificates = (along?.children[0]?.children ?? []).slice(0, maxAlong).flatMap(({ whole: one }) => {
    try {
      return [readCertificate(one)];
    } catch {
      return [];
    }
  });
  const producedAt = at(parts, base + 1).time;
  const answers = at(parts, base + 2);
  const signed = { pieces: [data.whole], algorithm, signature: signature.content.subarray(1) };
  const responder = at(parts, base);
  return {
    kind: 'ocsp' as const,
    id: createHash('sha256').update(whole.whole).digest('hex'),
    producedAt,
    algorithm,
    /** That came along with it. */
    certificates,
    /** What it says of a certificate of this issuer; undefined when nothing, or that it does not know. */
    statusOf: (certificate: Certificate, issuer: Certificate) => statusIn(answers, certificate, issuer),
    /** Whether it says to be signed by this one. */
    names: (signer: Certificate) => isNamed(responder, signer),
    /** Whether the key of this one made its signature. */
    isFrom: (signer: Certificate) => isSignedBy(signed, signer.publicKey()),
  };
}

/** `ResponderID` (RFC 6960 §4.2.1): the name, or the SHA-1 of the key. */
function isNamed(responder: Der, { subject, keyBits }: Certificate): boolean {
  const [id] = responder.children;
  if (id === undefined) return false;
  if (responder.tag === contextTag(1)) return comparableName(id) === subject;
  return id.hex === createHash('sha1').update(keyBits).digest('hex');
}

/** Whether a certificate says to be of one whom this issuer has its answers signed by (RFC 6960 §4.2.2.2). */
export function isDelegate(one: Certificate, issuer: Certificate, { producedAt }: OcspResponse): boolean {
  return (
    one.issuer === issuer.subject &&
    purposesOf(one)?.of.includes(ocspSigning) === true &&
    maySign(one) &&
    !saysUnknown(one) &&
    one.notBefore <= producedAt &&
    producedAt <= one.notAfter
  );
}

function basicIn(outer: Der[]): Der {
  const [type, response] = at(at(outer, 1).children, 0).children;
  if (at(outer, 0).content[0] !== 0 || type?.oid !== basic || response === undefined)
    throw new Error('The answer has no contents');
  return response.inner;
}

/** RFC 6960 §4.2.1 */
function statusIn(answers: Der, certificate: Certificate, issuer: Certificate): OcspStatus | undefined {
  let looked = 0;
  for (const answer of answers.parts()) {
    looked += 1;
    if (looked > maxAnswers) return undefined;
    const [id, status, thisUpdate, ...more] = answer.children;
    if (id === undefined || status === undefined || thisUpdate === undefined) return undefined;
    if (!isAbout(id, certificate, issuer)) continue;
    const nextUpdate = partOf(more, contextTag(0))?.children[0]?.time ?? null;
    if (status.tag === 0x80) return { thisUpdate: thisUpdate.time, nextUpdate, revokedAt: null };
    if (status.tag !== contextTag(1)) return undefined;
    return { thisUpdate: thisUpdate.time, nextUpdate, revokedAt: at(status.children, 0).time };
  }
  return undefined;
}

function isAbout(id: Der, { serial, encoded }: Certificate, issuer: Certificate): boolean {
  const [algorithm, nameHash, keyHash, number] = id.children;
  if (number?.tag !== tags.integer || number.hex !== serial || algorithm === undefined) return false;
  const hash = hashOf(algorithm);
  if (hash === undefined) return false;
  const digest = (bytes: Uint8Array) => createHash(hash).update(bytes).digest('hex');
  // RFC 6960 §4.1.1 wants it as the certificate names its issuer; many take it as the issuer names itself.
  const names = [encoded.issuer, issuer.encoded.subject].map(({ whole }) => digest(whole));
  return names.includes(nameHash?.hex ?? '') && keyHash?.hex === digest(issuer.keyBits);
}

/** Whether the authority said of this responder that nobody need ask (RFC 6960 §4.2.2.2.1). */
export function needsNoCheck({ extensions }: Certificate): boolean {
  return extensions.has(extensionIds.noCheck);
}
