import { contractDateExample, parseContractDate } from '../../signing/contract-date.ts';
import { metadataTextNames, ownTextNames } from '../../signing/registered-texts.ts';
import { registrationFields, underWireNames } from '../registration-fields.ts';
import { z } from './schema.ts';
import { type BrokenRule, cleanText, someText } from './text.ts';

/** The bodies that come in: they validate, and the OpenAPI documents are made from them (contract §2). */

/** Enough for any document; what they may say is bounded by the body anyway. */
export const maxPeople = 1000;
/** PostgreSQL's integer. */
const maxOrder = 2_147_483_647;

const mail = z.email('must be a mail address such as name@example.org, without blanks or accents').max(254);

const order = z
  .int('must be a whole number')
  .min(1, 'must be 1 or more; 1 signs first')
  .max(maxOrder, `must be at most ${maxOrder}`);

const phone = cleanText
  .max(50)
  .nullish()
  .transform((text) => text?.trim() || null);

const signatoryInput = z
  .strictObject({ name: someText, givenname: someText, mail, phone, order })
  .openapi('SignatoryInput', {
    example: {
      name: 'Martin',
      givenname: 'Ada',
      mail: 'ada.martin@example.org',
      phone: '+33612345678',
      order: 1,
    },
  });

const watcher = z.strictObject({ mail }).openapi('Watcher', { example: { mail: 'internships@example.edu' } });

const signatoryList = z
  .array(signatoryInput)
  .min(1, 'must name at least one signatory')
  .max(maxPeople)
  .superRefine((signatories, context) => {
    const seen = new Map<string, number>();
    for (const [index, signatory] of signatories.entries()) {
      const pair = `${signatory.order} ${signatory.mail.toLowerCase()}`;
      const earlier = seen.get(pair);
      if (earlier === undefined) seen.set(pair, index);
      else {
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `has the order and mail of signatory ${earlier}; the pair must be unique`,
          // Programs count from 0, people from 1.
          params: { rule: 'repeated_signatory', values: { number: earlier + 1 } } satisfies BrokenRule,
        });
      }
    }
  });

/** Metadata as the institution's application registers it (contract §2, "Metadata object"). */
export const metadataInput = z
  .strictObject({
    ...underWireNames(metadataTextNames, (name) => registrationFields[name].input),
    signatory: signatoryList,
    watchers: z.array(watcher).max(maxPeople).default([]),
  })
  .openapi('MetadataInput');

export type MetadataInput = z.output<typeof metadataInput>;

/** What the institution registers for itself, beside the contract's Metadata object. */
export const ownInput = z.strictObject(
  underWireNames(ownTextNames, (name) => registrationFields[name].input),
);

const pdf64 = z
  .base64('must be the PDF in Base64 with padding, without line breaks')
  .min(1, 'must not be empty');

/** The combined document object as it comes in, with the institution's own texts; its PDF is decoded and inspected afterwards. */
export const combinedInput = z
  .strictObject({ pdf64, metadata: metadataInput, ...ownInput.shape })
  .openapi('CombinedDocumentInput');

const contractDate = z
  .string()
  .transform((text, context) => {
    const instant = parseContractDate(text);
    if (instant !== null) return instant;
    context.addIssue({
      code: 'custom',
      message: `must be an existing date and time in the form yyyy-MM-ddTHH:mm:ss.SSS+0000, for example ${contractDateExample}`,
    });
    return z.NEVER;
  })
  .openapi({
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}[+-]\\d{4}$',
    description: 'yyyy-MM-ddTHH:mm:ss.SSS followed by a numeric offset without colon',
    example: contractDateExample,
  });

/** Signature date entry (contract §2). Members that it does not know are ignored. */
const dateEntry = z
  .object({
    mail: z.string().min(1, 'must not be empty').max(254),
    order,
    signatureDate: contractDate,
    submissionDate: contractDate
      .nullish()
      .transform((instant) => instant ?? undefined)
      .openapi({ description: 'When the document reached the signatory. Left as it is when absent.' }),
  })
  .openapi('SignatureDateEntry', {
    example: { mail: 'ada.martin@example.org', order: 1, signatureDate: contractDateExample },
  });

export const dateEntries = z
  .array(dateEntry)
  .min(1, 'must hold at least one entry')
  .max(1000)
  .openapi('SignatureDateEntries');

/** Optional body of the way back to draft and of a deletion. */
export const reasonInput = z.strictObject({ reason: someText.optional() }).openapi('Reason', {
  example: { reason: 'The tutor has changed.' },
});

/** Dates of whoever has signed outside; none may be known. */
export const outsideDates = z.array(dateEntry).max(1000).default([]);

/** Why a document counts as signed although it did not come through the signing application. */
export const outsideReason = someText.openapi({ example: 'Signed on paper on 21 November.' });

/** What was signed on paper or in another product, as JSON. */
export const outsideInput = z
  .strictObject({ reason: outsideReason, pdf64: pdf64.optional(), dates: outsideDates })
  .openapi('SignedOutsideInput');
