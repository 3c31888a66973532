import type { Request, Response } from 'express';
import type { DateEntry } from '../signing/record-signature-dates.ts';
import type { ReceivedPdf } from '../signing/signable.ts';
import { decodePdf } from './decode-pdf.ts';
import { jsonPart } from './json-part.ts';
import { maxRegistrationBytes } from './limits.ts';
import { requireContentType } from './negotiate.ts';
import { check, receiveJson } from './receive-json.ts';
import { pdfIn, withMultipart } from './receive-multipart.ts';
import type { Uploads } from './uploads.ts';
import { outsideDates, outsideInput, outsideReason } from './wire/inputs.ts';

/** What was signed on paper or in another product. */
export interface SignedOutside {
  reason: string;
  entries: DateEntry[];
  signed?: ReceivedPdf | undefined;
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
  uploads: Uploads,
  use: (outside: SignedOutside) => Promise<Result>,
): Promise<Result> {
  const type = requireContentType(request, ['application/json', 'multipart/form-data']);
  if (type === 'application/json') {
    return uploads.asJson(async () => {
      const {
        reason,
        pdf64,
        dates: entries,
      } = await receiveJson(request, response, {
        schema: outsideInput,
        maxBytes: maxRegistrationBytes,
      });
      return use({ reason, entries, signed: pdf64 === undefined ? undefined : decodePdf(pdf64) });
    });
  }
  const names = ['doc', 'dates'];
  return withMultipart(request, response, { uploads, names, texts: ['reason', 'dates'] }, async (parts) => {
    const reason = check(outsideReason, parts.texts.get('reason'), '/reason');
    const entries = check(outsideDates, await jsonPart(parts, 'dates'), '/dates');
    if (!parts.files.has('doc') && !parts.texts.has('doc')) return use({ reason, entries });
    return uploads.inMemory(async () => use({ reason, entries, signed: await pdfIn(parts) }));
  });
}
