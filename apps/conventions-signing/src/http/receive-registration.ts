import type { Request, Response } from 'express';
import type { LimitFunction } from 'p-limit';
import type { Registration } from '../signing/signable.ts';
import { decodePdf } from './decode-pdf.ts';
import { jsonPart } from './json-part.ts';
import { maxRegistrationBytes } from './limits.ts';
import { requireContentType } from './negotiate.ts';
import { readMetadata } from './read-metadata.ts';
import { check, receiveJson } from './receive-json.ts';
import { pdfIn, withMultipart } from './receive-multipart.ts';
import { combinedInput, metadataInput, reference } from './wire.ts';

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
    const pdf = decodePdf(input.pdf64);
    const metadata = readMetadata(input.metadata);
    return pdfSlots(() => use({ metadata, reference: input.reference, pdf }));
  }
  return withMultipart(request, response, {
    folder,
    names: ['doc', 'metadata'],
    use: async (parts) => {
      const metadata = readMetadata(check(metadataInput, await jsonPart(parts, 'metadata'), '/metadata'));
      const number = check(reference, parts.texts.get('reference'), '/reference');
      return pdfSlots(async () => use({ metadata, reference: number, pdf: await pdfIn(parts) }));
    },
  });
}
