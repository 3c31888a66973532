import type { Request } from 'express';
import { ownTextNames } from '../../domain/registered-texts.ts';
import type { Registration } from '../../domain/signable.ts';
import { check } from '../../wire/check.ts';
import { combinedInput, metadataInput, ownInput } from '../../wire/inputs.ts';
import { inMebibytes, maxPdfBytes } from '../../wire/limits.ts';
import { readMetadata } from '../../wire/read-metadata.ts';
import { fromWire } from '../../wire/registration-fields.ts';
import { z } from '../../wire/schema.ts';
import { requireContentType } from '../answer/negotiate.ts';
import { binaryPdf, ofJson, ofPdf } from '../calls/parts.ts';
import { decodePdf } from '../receive/decode-pdf.ts';
import { withLargeJson } from '../receive/receive-large-json.ts';
import { jsonPart, pdfIn, withMultipart } from '../receive/receive-multipart.ts';
import type { Uploads } from '../receive/uploads.ts';

export const registrationBody = {
  required: true,
  description: `The combined document object as JSON, or the PDF streamed as a file part; the PDF at most ${inMebibytes(maxPdfBytes)}`,
  content: {
    'application/json': { schema: combinedInput },
    'multipart/form-data': {
      schema: z.object({
        metadata: metadataInput.openapi({ description: 'As JSON' }),
        doc: binaryPdf,
        ...ownInput.shape,
      }),
      encoding: { metadata: { contentType: 'application/json' }, doc: { contentType: 'application/pdf' } },
    },
  },
};

/** Problems of a registration. */
export const ofRegistration = [
  ...ofJson,
  ...ofPdf,
  'invalid_header',
  'out_of_scope',
  'reference_taken',
] as const;

/**
 * Receives a registration and lends it to `use`: the contract's combined document object as JSON, or
 * `multipart/form-data` with `metadata` (JSON) and `doc` (the PDF, streamed).
 *
 * @param options.caller  whose turns it takes
 * @throws InputError, InvalidInput  everything that can be wrong with a body
 * @throws BudgetSpentError
 */
export async function withRegistration<Result>(
  request: Request,
  { uploads, caller }: { uploads: Uploads; caller: string },
  use: (registration: Registration) => Promise<Result>,
): Promise<Result> {
  const type = requireContentType(request, ['application/json', 'multipart/form-data']);
  if (type === 'application/json') {
    return withLargeJson(
      request,
      { schema: combinedInput, uploads, caller },
      async ({ pdf64, metadata, ...own }) =>
        use({ metadata: readMetadata(metadata), own: fromWire(ownTextNames, own), pdf: decodePdf(pdf64) }),
    );
  }
  const ownNames = Object.keys(ownInput.shape);
  return withMultipart(
    request,
    { uploads, caller, json: ['metadata'], texts: ['metadata', ...ownNames] },
    async (parts) => {
      const metadata = readMetadata(check(metadataInput, await jsonPart(parts, 'metadata'), '/metadata'));
      const texts = check(
        ownInput,
        Object.fromEntries(ownNames.map((name) => [name, parts.texts[name]?.[0]])),
      );
      const own = fromWire(ownTextNames, texts);
      return uploads.inMemory.run(caller, async () => use({ metadata, own, pdf: await pdfIn(parts) }));
    },
  );
}
