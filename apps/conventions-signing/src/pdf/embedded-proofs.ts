/** What a document brings along to judge its signatures by: its security store (DSS, EN 319 142-1 §5.4). */
import type { EmbeddedProof, EmbeddedProofs } from '../trust/material.ts';
import type { PdfjsDict, PdfjsDocument, PdfjsInternals } from './pdfjs-internals.ts';
import { orNull } from './signature-values.ts';

// An archive of ten signatures has some dozens; lists of large authorities take some hundred KB.
export const maxStoredProofs = 1000;
export const maxStoredProofBytes = 4 * 2 ** 20;
export const maxStoredProofsBytes = 8 * 2 ** 20;

const kinds = [
  ['Certs', 'certificate'],
  ['OCSPs', 'ocsp'],
  ['CRLs', 'list'],
] as const;
const kindsOfOne = [
  ['Cert', 'certificate'],
  ['OCSP', 'ocsp'],
  ['CRL', 'list'],
] as const;

/** All of it, what is for one signature alone (`VRI`) too; what is odd is left out, and what is too large or too much. */
export function embeddedProofsOf({ xref }: PdfjsDocument, internals: PdfjsInternals): EmbeddedProofs {
  const { Dict, Ref } = internals;
  const store = orNull(() => xref.root.get('DSS'));
  const found: EmbeddedProofs = { proofs: [], hasMore: false };
  if (!(store instanceof Dict)) return found;
  const seen = new Set<unknown>();
  let decoded = 0;
  const add = (dictionary: PdfjsDict, [key, kind]: readonly [string, EmbeddedProof['kind']]) => {
    const streams = orNull(() => dictionary.get(key));
    for (const stream of Array.isArray(streams) ? streams : []) {
      // Direct ones there are none (ISO 32000-1 §7.3.8.1).
      if (!(stream instanceof Ref) || seen.has(stream)) continue;
      if (seen.size >= maxStoredProofs || decoded > maxStoredProofsBytes) {
        found.hasMore = true;
        return;
      }
      seen.add(stream);
      const content = orNull(() => contentOf(xref.fetchIfRef(stream), internals));
      if (content === null) continue;
      decoded += content.bytes.byteLength;
      if (content.bytes.byteLength < maxStoredProofBytes) found.proofs.push({ kind, ...content });
      else found.hasMore = true;
    }
  };
  for (const kind of kinds) add(store, kind);
  const perSignature = orNull(() => store.get('VRI'));
  if (!(perSignature instanceof Dict)) return found;
  for (const signature of [...perSignature.getKeys()].slice(0, maxStoredProofs)) {
    const dictionary = orNull(() => perSignature.get(signature));
    if (dictionary instanceof Dict) for (const kind of kindsOfOne) add(dictionary, kind);
  }
  return found;
}

function contentOf(
  stream: unknown,
  { BaseStream }: PdfjsInternals,
): Pick<EmbeddedProof, 'bytes' | 'end'> | null {
  if (!(stream instanceof BaseStream)) return null;
  const { end } = stream.getOriginalStream();
  // A copy of its own: what it was decoded into is far larger, or the file.
  return { bytes: new Uint8Array(stream.getBytes(maxStoredProofBytes)), end };
}
