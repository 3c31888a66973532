import { createHash } from 'node:crypto';
import type { ReceivedPdf } from '../../domain/signable.ts';
import { inMebibytes, maxPdfBytes } from '../../wire/limits.ts';
import { InputError } from './input-error.ts';

/**
 * The PDF of a JSON body, from its Base64.
 *
 * @throws InputError  `body_too_large`
 */
export function decodePdf(pdf64: string): ReceivedPdf {
  const bytes = new Uint8Array(Buffer.from(pdf64, 'base64'));
  if (bytes.byteLength > maxPdfBytes) {
    throw new InputError('body_too_large', `the PDF is larger than ${inMebibytes(maxPdfBytes)}`);
  }
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), pointer: '/pdf64' };
}
