import type { Request, Response } from 'express';
import type { LimitFunction } from 'p-limit';
import type { DateEntry } from '../signing/record-signature-dates.ts';
import type { ReceivedPdf } from '../signing/signable.ts';
import { decodePdf } from './decode-pdf.ts';
import { jsonPart } from './json-part.ts';
import { maxRegistrationBytes } from './limits.ts';
import { requireContentType } from './negotiate.ts';
import { check, receiveJson } from './receive-json.ts';
import { pdfIn, withMultipart } from './receive-multipart.ts';
import { outsideDates, outsideInput, outsideReason } from './wire.ts';

/** What was signed on paper or in another product. */
export interface SignedOutside {
  reason: string;
  entries: DateEntry[];
  signed?: ReceivedPdf;
}

/**
 * Receives what was signed outside and lends it to `use`: JSON `{reason, pdf64?, dates?}`, or multipart with
 * `reason`, `doc` and `dates` (JSON).
 *
 * @throws InputError  everything that can be wrong with a body
 */
export async function withSignedOutside<Result>(
  request: Request,
  response: Response,
  {
    folder,
    pdfSlots,
    use,
  }: { folder: string; pdfSlots: LimitFunction; use: (outside: SignedOutside) => Promise<Result> },
): Promise<Result> {
  requireContentType(request, ['application/json', 'multipart/form-data']);
  if (request.is('application/json') !== false) {
    const input = await receiveJson(request, response, {
      schema: outsideInput,
      maxBytes: maxRegistrationBytes,
    });
    const { reason, pdf64, dates: entries } = input;
    if (pdf64 === undefined) return use({ reason, entries });
    const pdf = decodePdf(pdf64);
    return pdfSlots(() => use({ reason, entries, signed: pdf }));
  }
  return withMultipart(request, response, {
    folder,
    names: ['doc', 'dates'],
    use: async (parts) => {
      const reason = check(outsideReason, parts.texts.get('reason'), '/reason');
      const entries = check(outsideDates, await jsonPart(parts, 'dates'), '/dates');
      if (!parts.files.has('doc') && !parts.texts.has('doc')) return use({ reason, entries });
      return pdfSlots(async () => use({ reason, entries, signed: await pdfIn(parts) }));
    },
  });
}
