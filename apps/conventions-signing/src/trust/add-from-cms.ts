import { Sequence } from 'asn1js';
import type { CmsSignature } from './cms-signature.ts';
import { contextTag, Der } from './der.ts';
import type { Material } from './material.ts';

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
