import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { LimitFunction } from 'p-limit';
import type { ReceivedPdf, SigningMetadata } from '../signing/signable.ts';
import { InputError } from './input-error.ts';
import { inMebibytes, maxJsonBytes, maxPdfBytes, maxRegistrationBytes } from './limits.ts';
import { requireContentType } from './negotiate.ts';
import { readMetadata } from './read-metadata.ts';
import { check, receiveJson } from './receive-json.ts';
import { docIn, type Parts, withMultipart } from './receive-multipart.ts';
import { readTemporaryFile } from './temporary-file.ts';
import { combinedInput, metadataInput } from './wire.ts';

/** A document to be registered, in whichever form it came. */
export interface Registration {
  metadata: SigningMetadata;
  pdf: ReceivedPdf;
  /** Where the PDF stands in the body, for errors. */
  pdfPointer: string;
}

/**
 * Receives a registration and lends it to `use`: the contract's combined document object as JSON, or
 * `multipart/form-data` with `metadata` (JSON) and `doc` (the PDF, streamed).
 *
 * @throws InputError  everything that can be wrong with a body
 */
export async function withRegistration<Result>(
  request: Request,
  response: Response,
  {
    folder,
    pdfSlots,
    use,
  }: { folder: string; pdfSlots: LimitFunction; use: (registration: Registration) => Promise<Result> },
): Promise<Result> {
  requireContentType(request, ['application/json', 'multipart/form-data']);
  if (request.is('application/json') !== false) {
    const input = await receiveJson(request, response, {
      schema: combinedInput,
      maxBytes: maxRegistrationBytes,
    });
    const bytes = new Uint8Array(Buffer.from(input.pdf64, 'base64'));
    if (bytes.byteLength > maxPdfBytes) {
      throw new InputError('body_too_large', `the PDF is larger than ${inMebibytes(maxPdfBytes)}`);
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const metadata = readMetadata(input.metadata);
    return pdfSlots(() => use({ metadata, pdf: { bytes, sha256 }, pdfPointer: '/pdf64' }));
  }
  return withMultipart(request, response, {
    folder,
    names: ['doc', 'metadata'],
    use: async (parts) => {
      const metadata = readMetadata(check(metadataInput, await metadataJson(parts), '/metadata'));
      const doc = docIn(parts);
      return pdfSlots(async () => use({ metadata, pdf: await readTemporaryFile(doc), pdfPointer: '/doc' }));
    },
  });
}

/** The part `metadata`, which clients send as a text or as a file of type JSON. */
async function metadataJson({ files, texts }: Parts): Promise<unknown> {
  const file = files.get('metadata');
  if (file !== undefined && file.size > maxJsonBytes) {
    throw new InputError('body_too_large', `the part "metadata" is larger than ${inMebibytes(maxJsonBytes)}`);
  }
  const text =
    file === undefined
      ? texts.get('metadata')
      : Buffer.from((await readTemporaryFile(file)).bytes).toString('utf8');
  if (text === undefined) throw new InputError('invalid_multipart', 'there is no part named "metadata"');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InputError('malformed_json', 'the part "metadata" is not valid JSON', { cause: error });
  }
}
