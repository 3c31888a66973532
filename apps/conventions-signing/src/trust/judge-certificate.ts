/** Whether a certificate that signed held when it did. */
import { type Certificate, type Path, readCertificate } from './certificate.ts';
import { pathsFrom } from './certificate-paths.ts';
import { type CmsSignature, hashesOf } from './cms-signature.ts';
import { TooMuch } from './effort.ts';
import { malformedCertificate, unknown, type Verdict } from './indications.ts';
import { judgePath, type PathQuestion } from './judge-path.ts';
import type { Material } from './material.ts';

export interface Found {
  verdict: Verdict;
  path: Path | undefined;
}

/**
 * Goes the ways to the anchors until one holds; else what the first of them comes to.
 *
 * @throws TooMuch
 */
export function judgeCertificate(
  cms: CmsSignature | null,
  material: Material,
  question: Omit<PathQuestion, 'hashes'>,
): Found {
  const leaf = certificateIn(cms);
  if (cms === null || leaf === undefined) return { verdict: malformedCertificate(null), path: undefined };
  const hashes = hashesOf(cms);
  let first: Found | undefined;
  for (const path of pathsFrom(leaf, material)) {
    const verdict = judgeWay(path, material, { ...question, hashes });
    if (verdict.status === 'passed') return { verdict, path };
    first ??= { verdict, path };
  }
  const none: Verdict = {
    ...unknown('NO_CERTIFICATE_CHAIN_FOUND', 'no-way-to-an-anchor'),
    certificate: leaf.name,
  };
  return first ?? { verdict: none, path: undefined };
}

function judgeWay(path: Path, material: Material, question: PathQuestion): Verdict {
  try {
    return judgePath(path, material, question);
  } catch (error) {
    if (error instanceof TooMuch) throw error;
    return malformedCertificate(path[0].name);
  }
}

/** The signer's; undefined when it did not come along, or is none. */
export function certificateIn(cms: CmsSignature | null): Certificate | undefined {
  const bytes = cms?.certificate && cms.encoded.get(cms.certificate);
  try {
    return bytes && readCertificate(bytes);
  } catch {
    return undefined;
  }
}
