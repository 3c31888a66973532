import type { Request, Response } from 'express';
import type { Registration } from '../signing/signable.ts';
import { decodePdf } from './decode-pdf.ts';
import { jsonPart } from './json-part.ts';
import { maxRegistrationBytes } from './limits.ts';
import { requireContentType } from './negotiate.ts';
import { readMetadata } from './read-metadata.ts';
import { check, receiveJson } from './receive-json.ts';
import { pdfIn, withMultipart } from './receive-multipart.ts';
import type { Uploads } from './uploads.ts';
import { combinedInput, metadataInput, reference } from './wire/inputs.ts';

/**
 * Receives a registration and lends it to `use`: the contract's combined document object as JSON, or
 * `multipart/form-data` with `metadata` (JSON) and `doc` (the PDF, streamed).
 *
 * @throws InputError  everything that can be wrong with a body
 */
export async function withRegistration<Result>(
  request: Request,
  response: Response,
  uploads: Uploads,
  use: (registration: Registration) => Promise<Result>,
): Promise<Result> {
  const type = requireContentType(request, ['application/json', 'multipart/form-data']);
  if (type === 'application/json') {
    return uploads.asJson(async () => {
      const { pdf64, metadata, reference } = await receiveJson(request, response, {
        schema: combinedInput,
        maxBytes: maxRegistrationBytes,
      });
      return use({ metadata: readMetadata(metadata), reference, pdf: decodePdf(pdf64) });
    });
  }
  const names = ['doc', 'metadata'];
  return withMultipart(
    request,
    response,
    { uploads, names, texts: ['metadata', 'reference'] },
    async (parts) => {
      const metadata = readMetadata(check(metadataInput, await jsonPart(parts, 'metadata'), '/metadata'));
      const number = check(reference, parts.texts.get('reference'), '/reference');
      return uploads.inMemory(async () => use({ metadata, reference: number, pdf: await pdfIn(parts) }));
    },
  );
}
