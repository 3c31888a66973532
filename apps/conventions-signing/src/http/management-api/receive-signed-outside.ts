import type { Request } from 'express';
import type { SignedOutside } from '../../signing/sign-outside.ts';
import { check } from '../../wire/check.ts';
import { outsideDates, outsideInput, outsideReason } from '../../wire/inputs.ts';
import { z } from '../../wire/schema.ts';
import { requireContentType } from '../answer/negotiate.ts';
import { binaryPdf } from '../calls/parts.ts';
import { decodePdf } from '../receive/decode-pdf.ts';
import { jsonPart } from '../receive/json-part.ts';
import { withLargeJson } from '../receive/receive-large-json.ts';
import { pdfIn, withMultipart } from '../receive/receive-multipart.ts';
import type { Uploads } from '../receive/uploads.ts';

export const outsideBody = {
  required: true,
  content: {
    'application/json': { schema: outsideInput },
    'multipart/form-data': {
      schema: z.object({ reason: outsideReason, doc: binaryPdf.optional(), dates: outsideDates }),
      encoding: { dates: { contentType: 'application/json' }, doc: { contentType: 'application/pdf' } },
    },
  },
};

/**
 * Receives what was signed outside and lends it to `use`: JSON `{reason, pdf64?, dates?}`, or multipart with
 * `reason`, `doc` and `dates` (JSON).
 *
 * @param options.caller  whose turns it takes
 * @throws InputError, InvalidInput  everything that can be wrong with a body
 * @throws BudgetSpentError
 */
export async function withSignedOutside<Result>(
  request: Request,
  { uploads, caller }: { uploads: Uploads; caller: string },
  use: (outside: SignedOutside) => Promise<Result>,
): Promise<Result> {
  const type = requireContentType(request, ['application/json', 'multipart/form-data']);
  if (type === 'application/json') {
    return withLargeJson(
      request,
      { schema: outsideInput, uploads, caller },
      async ({ reason, pdf64, dates: entries }) =>
        use({ reason, entries, signed: pdf64 === undefined ? undefined : decodePdf(pdf64) }),
    );
  }
  return withMultipart(
    request,
    { uploads, caller, json: ['dates'], texts: ['reason', 'dates'] },
    async (parts) => {
      const reason = check(outsideReason, parts.texts.reason?.[0], '/reason');
      const entries = check(outsideDates, await jsonPart(parts, 'dates'), '/dates');
      if (!parts.files.has('doc') && !('doc' in parts.texts)) return use({ reason, entries });
      return uploads.inMemory.run(caller, async () => use({ reason, entries, signed: await pdfIn(parts) }));
    },
  );
}
