import type { Request, Response } from 'express';
import type { Registration } from '../signing/signable.ts';
import { decodePdf } from './decode-pdf.ts';
import { jsonPart } from './json-part.ts';
import { maxRegistrationBytes } from './limits.ts';
import { requireContentType } from './negotiate.ts';
import { readMetadata } from './read-metadata.ts';
import { check } from './receive-json.ts';
import { withLargeJson } from './receive-large-json.ts';
import { pdfIn, withMultipart } from './receive-multipart.ts';
import type { Uploads } from './uploads.ts';
import { combinedInput, metadataInput, reference } from './wire/inputs.ts';

/**
 * Receives a registration and lends it to `use`: the contract's combined document object as JSON, or
 * `multipart/form-data` with `metadata` (JSON) and `doc` (the PDF, streamed).
 *
 * @param options.caller  whose turns it takes
 * @throws InputError  everything that can be wrong with a body
 * @throws BudgetSpentError
 */
export async function withRegistration<Result>(
  request: Request,
  response: Response,
  { uploads, caller }: { uploads: Uploads; caller: string },
  use: (registration: Registration) => Promise<Result>,
): Promise<Result> {
  const type = requireContentType(request, ['application/json', 'multipart/form-data']);
  if (type === 'application/json') {
    return withLargeJson(
      request,
      { schema: combinedInput, maxBytes: maxRegistrationBytes, uploads, caller },
      async ({ pdf64, metadata, reference }) =>
        use({ metadata: readMetadata(metadata), reference, pdf: decodePdf(pdf64) }),
    );
  }
  const names = ['doc', 'metadata'];
  return withMultipart(
    request,
    response,
    { uploads, caller, names, texts: ['metadata', 'reference'] },
    async (parts) => {
      const metadata = readMetadata(check(metadataInput, await jsonPart(parts, 'metadata'), '/metadata'));
      const number = check(reference, parts.texts.get('reference'), '/reference');
      return uploads.inMemory.run(caller, async () =>
        use({ metadata, reference: number, pdf: await pdfIn(parts) }),
      );
    },
  );
}
