import { createHash } from 'node:crypto';
import { readCertificateFiles } from './certificate-files.ts';
import type { TrustAnchor, TrustAnchors } from './trust-anchor.ts';

/** Where anchors come from: a folder, the trusted lists. It is asked every minute. */
export type AnchorSource = () => Promise<TrustAnchors>;

export interface KnownAnchors {
  /** Null without any source. */
  current: () => TrustAnchors | null;
  stop: () => void;
}

const lookEveryMs = 60_000;

/**
 * Knows the anchors of all sources, and looks every minute whether they have changed; what cannot be read later leaves
 * those that were known.
 *
 * @param options.onChange  hears of others than before
 * @throws OperatorError    a source cannot be read at the start
 */
export async function knowAnchors(
  sources: readonly AnchorSource[],
  options: { onChange: () => void; onError: (error: unknown) => void; everyMs?: number },
): Promise<KnownAnchors> {
  const { onChange, onError, everyMs = lookEveryMs } = options;
  if (sources.length === 0) return { current: () => null, stop: () => {} };
  let known = together(await Promise.all(sources.map((read) => read())));
  const look = async () => {
    const found = together(await Promise.all(sources.map((read) => read())));
    if (found.version === known.version) return;
    known = found;
    onChange();
  };
  const looking = setInterval(() => look().catch(onError), everyMs).unref();
  return { current: () => known, stop: () => clearInterval(looking) };
}

function together(found: readonly TrustAnchors[]): TrustAnchors {
  return {
    version: found.map(({ version }) => version).join('+'),
    anchors: found.flatMap(({ anchors }) => anchors),
  };
}

/** Anchors with a version that follows from what they say. */
export function versioned(anchors: readonly TrustAnchor[]): TrustAnchors {
  const hash = createHash('sha256');
  for (const { certificate, ...rest } of anchors) hash.update(certificate).update(JSON.stringify(rest));
  return { version: hash.digest('hex').slice(0, 32), anchors };
}

/** Certificates of a folder, trusted for whatever they certify. */
export function anchorsOfFolder(folder: string): AnchorSource {
  return async () => {
    const files = await readCertificateFiles(folder, { parameter: 'trust.folder' });
    const anchors = files.map(({ file, certificate }) => ({
      certificate,
      service: null,
      status: null,
      since: null,
      purposes: [],
      qualifications: [],
      source: file,
    }));
    return versioned(anchors);
  };
}
