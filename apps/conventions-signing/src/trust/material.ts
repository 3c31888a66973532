/** What a document brings along to judge its signatures by, read once. */

import { Sequence } from 'asn1js';
import { type Certificate, readCertificate, subjectOf } from './certificate.ts';
import type { CmsSignature } from './cms-signature.ts';
import { contextTag, Der } from './der.ts';
import { Effort, maxMaterial } from './effort.ts';
import { type OcspResponse, readOcspResponse } from './ocsp-response.ts';
import { type RevocationList, readRevocationList } from './revocation-list.ts';
import type { TrustAnchor, TrustAnchors } from './trust-anchor.ts';

/** What a document brings along beside its signatures. */
export interface EmbeddedProofs {
  proofs: EmbeddedProof[];
  /** Whether there is more than is looked at. */
  hasMore: boolean;
}

/** One piece of proof in a document. */
export interface EmbeddedProof {
  kind: 'certificate' | 'ocsp' | 'list';
  bytes: Uint8Array;
  /** Offset behind it in the file: what covers this much covers it. */
  end: number;
}

/** An answer or a list, and how much of the file has to be covered to cover it. */
export interface RevocationSource {
  source: OcspResponse | RevocationList;
  end: number;
}

/** All that is known, and what was verified of it already. */
export class Material {
  readonly sources: RevocationSource[] = [];
  /** Whether the document brings more along than is looked at: what is missing here may be there. */
  hasMore: boolean;
  readonly effort = new Effort();
  readonly #bySubject = new Map<string, Certificate[]>();
  readonly #byIssuer = new Map<string, Certificate[]>();
  readonly #anchors: Anchors;
  readonly #certificates = new Set<string>();
  readonly #verified = new Map<string, boolean>();
  #pieces = 0;

  constructor(anchors: Anchors, { proofs, hasMore }: EmbeddedProofs) {
    this.#anchors = anchors;
    this.hasMore = hasMore;
    for (const proof of proofs) this.add(proof);
  }

  /** Adds it, unless it is unreadable or one too many. */
  add({ kind, bytes, end }: EmbeddedProof): void {
    this.#pieces += 1;
    if (this.#pieces > maxMaterial) {
      this.hasMore = true;
      return;
    }
    try {
      if (kind === 'certificate') this.#addCertificate(readCertificate(bytes));
      else {
        const source = kind === 'ocsp' ? readOcspResponse(bytes) : readRevocationList(bytes);
        const known = this.sources.find((one) => one.source.id === source.id);
        if (known === undefined) this.sources.push({ source, end });
        else known.end = Math.min(known.end, end);
      }
    } catch {
      // Whatever is odd in it, it proves nothing.
    }
  }

  #addCertificate(certificate: Certificate): void {
    if (this.#certificates.has(certificate.id)) return;
    this.#certificates.add(certificate.id);
    addTo(this.#bySubject, certificate.subject, certificate);
    addTo(this.#byIssuer, certificate.issuer, certificate);
  }

  /** Anchors with this name, and others that came along. */
  named(subject: string): Certificate[] {
    return [...this.#anchors.named(subject), ...(this.#bySubject.get(subject) ?? [])];
  }

  /** Those that came along and name this issuer, whether or not it made them. */
  issuedBy(issuer: string): readonly Certificate[] {
    return this.#byIssuer.get(issuer) ?? [];
  }

  /** What is said of it as an anchor: of this certificate, or of another of the same name and key; none for others. */
  anchorsFor({ subject, keyId }: Certificate): TrustAnchor[] {
    return this.#anchors.named(subject).flatMap((one) => (one.keyId === keyId ? one.entries : []));
  }

  /** Whether the one's key made the signature of the other. */
  hasSigned(issuer: Certificate, certificate: Certificate): boolean {
    return this.once(`${issuer.keyId} ${certificate.id}`, () => issuer.signed(certificate));
  }

  /** What was asked before is not verified again. */
  once(question: string, verify: () => boolean): boolean {
    const known = this.#verified.get(question);
    if (known !== undefined) return known;
    this.effort.verify();
    const answer = verify();
    this.#verified.set(question, answer);
    return answer;
  }
}

interface Anchored extends Certificate {
  entries: TrustAnchor[];
}

/** Anchors by their names; read when somebody of this name is asked for, since there may be thousands. */
export class Anchors {
  readonly version: string;
  readonly #bySubject = new Map<string, TrustAnchor[]>();
  readonly #read = new Map<string, Anchored[]>();

  constructor({ version, anchors }: TrustAnchors) {
    this.version = version;
    for (const anchor of anchors) {
      const subject = readable(() => subjectOf(anchor.certificate));
      if (subject !== undefined) addTo(this.#bySubject, subject, anchor);
    }
  }

  named(subject: string): Anchored[] {
    const known = this.#read.get(subject);
    if (known !== undefined) return known;
    const byId = new Map<string, Anchored>();
    for (const entry of this.#bySubject.get(subject) ?? []) {
      const certificate = readable(() => readCertificate(entry.certificate));
      if (certificate === undefined) continue;
      const anchored = byId.get(certificate.id) ?? { ...certificate, entries: [] };
      anchored.entries.push(entry);
      byId.set(certificate.id, anchored);
    }
    const read = [...byId.values()];
    // Names come from documents: those that nobody has are not kept.
    if (read.length > 0) this.#read.set(subject, read);
    return read;
  }
}

/** A list may name something that is no certificate: it keeps no other from being an anchor. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const archivedRevocations = '1.2.840.113583.1.1.8';

/** Certificates that came with a signature, and what Adobe's attribute keeps of their revocation. */
export function addFromCms(material: Material, { encoded, signerInfo }: CmsSignature, end: number): void {
  for (const bytes of encoded.values()) material.add({ kind: 'certificate', bytes, end });
  for (const { type, values } of signerInfo.signedAttrs?.attributes ?? []) {
    const [value] = values as unknown[];
    if (type !== archivedRevocations || !(value instanceof Sequence)) continue;
    try {
      for (const group of new Der(value.valueBeforeDecodeView).children)
        for (const one of group.children[0]?.children ?? [])
          if (group.tag === contextTag(0) || group.tag === contextTag(1))
            material.add({ kind: group.tag === contextTag(0) ? 'list' : 'ocsp', bytes: one.whole, end });
    } catch {
      // What is not well-formed proves nothing.
    }
  }
}
