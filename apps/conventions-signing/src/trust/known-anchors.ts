import { createHash } from 'node:crypto';
import { readCertificateFiles } from './certificate-files.ts';
import type { TrustAnchor, TrustAnchors } from './trust-anchor.ts';

/** Where anchors come from: a folder, the trusted lists. */
export type AnchorSource = () => Promise<TrustAnchor[]>;

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
  {
    onChange,
    onError,
    everyMs = lookEveryMs,
  }: { onChange: () => void; onError: (error: unknown) => void; everyMs?: number },
): Promise<KnownAnchors> {
  if (sources.length === 0) return { current: () => null, stop: () => {} };
  let known = await readAll(sources);
  const look = async () => {
    const found = await readAll(sources);
    if (found.version === known.version) return;
    known = found;
    onChange();
  };
  const looking = setInterval(() => look().catch(onError), everyMs).unref();
  return { current: () => known, stop: () => clearInterval(looking) };
}

async function readAll(sources: readonly AnchorSource[]): Promise<TrustAnchors> {
  const anchors = (await Promise.all(sources.map((read) => read()))).flat();
  const hash = createHash('sha256');
  for (const { certificate, ...rest } of anchors) hash.update(certificate).update(JSON.stringify(rest));
  return { version: hash.digest('hex').slice(0, 32), anchors };
}

/** Certificates of a folder, trusted for whatever they certify. */
export function anchorsOfFolder(folder: string): AnchorSource {
  return async () => {
    const files = await readCertificateFiles(folder, { parameter: 'trust.folder' });
    return files.map(({ file, certificate }) => ({
      certificate,
      service: null,
      status: null,
      since: null,
      purposes: [],
      qualifications: [],
      source: file,
    }));
  };
}
