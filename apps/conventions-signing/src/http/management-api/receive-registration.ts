import type { Request, Response } from 'express';
import type { Registration } from '../../signing/signable.ts';
import { requireContentType } from '../answer/negotiate.ts';
import { decodePdf } from '../receive/decode-pdf.ts';
import { jsonPart } from '../receive/json-part.ts';
import { maxRegistrationBytes } from '../receive/limits.ts';
import { readMetadata } from '../receive/read-metadata.ts';
import { check } from '../receive/receive-json.ts';
import { withLargeJson } from '../receive/receive-large-json.ts';
import { pdfIn, withMultipart } from '../receive/receive-multipart.ts';
import type { Uploads } from '../receive/uploads.ts';
import { combinedInput, metadataInput, reference } from '../wire/inputs.ts';

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
