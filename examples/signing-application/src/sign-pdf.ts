/**
 * Signs a PDF: room for a signature is appended to the file, then everything but that room is signed.
 *
 * The file given stays as it is, byte for byte, at the beginning of the result (incremental update, ISO 32000-1
 * §7.5.6), so that signatures made before remain valid and anybody can see what was registered.
 */
import { appendPlaceholder } from './append-placeholder.ts';
import { createDetachedCms, type SigningIdentity } from './detached-cms.ts';

/** Who signs, as certificate and as the name that a reader shows. */
export interface Signer extends SigningIdentity {
  name: string;
}

/**
 * Adds one signature to the PDF, invisible on its pages.
 *
 * @param pdf  unencrypted, with at least one page; signed already or not
 */
export async function signPdf(pdf: Uint8Array, signer: Signer, signedAt: Date): Promise<Uint8Array> {
  const prepared = await appendPlaceholder(pdf, { name: signer.name, signedAt });
  const { bytes, contents } = prepared;
  const covered = Buffer.concat([bytes.subarray(0, contents.start), bytes.subarray(contents.end)]);
  const cms = await createDetachedCms(covered, signer, signedAt);

  const room = (contents.end - contents.start - '<>'.length) / 2;
  if (cms.byteLength > room) {
    throw new Error(
      `The signature takes ${cms.byteLength} bytes; reserve more than ${room} in append-placeholder.ts`,
    );
  }
  // What the signature does not fill stays zero, as ISO 32000-1 §12.8.3.3 allows.
  bytes.write(Buffer.from(cms).toString('hex'), contents.start + '<'.length, 'latin1');
  return bytes;
}
