import { contractDateExample, parseContractDate } from '../domain/contract-date.ts';
import { metadataTextNames, ownTextNames } from '../domain/registered-texts.ts';
import { registrationFields, underWireNames } from './registration-fields.ts';
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

/** Somebody who signs. */
export const signatoryInput = z
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

export const watcher = z
  .strictObject({ mail })
  .openapi('Watcher', { example: { mail: 'internships@example.edu' } });

const signatoryList = z
  .array(signatoryInput)
  .min(1, 'must name at least one signatory')
  .max(maxPeople)
  .superRefine(refuseRepeated);

/** Dates come by order and mail address, so no two signatories may have both; who is not known yet repeats nobody. */
export function refuseRepeated(
  signatories: readonly { order: number; mail?: string | undefined }[],
  context: z.RefinementCtx,
): void {
  const seen = new Map<string, number>();
  for (const [index, { order, mail }] of signatories.entries()) {
    if (mail === undefined) continue;
    const pair = `${order} ${mail.toLowerCase()}`;
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
}

/** Metadata as the institution's application registers it (contract §2, "Metadata object"). */
export const metadataInput = z
  .strictObject({
    ...underWireNames(metadataTextNames, (name) => {
      const { input, example } = registrationFields[name];
      return input.openapi({ example });
    }),
    signatory: signatoryList,
    watchers: z.array(watcher).max(maxPeople).default([]),
  })
  .openapi('MetadataInput');

export type MetadataInput = z.output<typeof metadataInput>;

/** What the institution registers for itself, beside the contract's Metadata object. */
export const ownInput = z.strictObject(
  underWireNames(ownTextNames, (name) => registrationFields[name].input),
);

/** A whole PDF, as short as one can be. */
const emptyPage = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
164
%%EOF
`;

const pdf64 = z
  .base64('must be the PDF in Base64 with padding, without line breaks')
  .min(1, 'must not be empty')
  .openapi({ example: Buffer.from(emptyPage).toString('base64') });

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

/** Whom the signing application names; that it is one of the signatories is seen under the lock of the record. */
const signatoryMail = z.string().min(1, 'must not be empty').max(254);

/** Signature date entry (contract §2). Members that it does not know are ignored. */
const dateEntry = z
  .object({
    mail: signatoryMail,
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

/** That a signatory has refused, in the form of a date entry. Members that it does not know are ignored. */
export const refusalInput = z
  .object({ mail: signatoryMail, order, date: contractDate, reason: someText })
  .openapi('RefusalInput', {
    example: {
      mail: 'ada.martin@example.org',
      order: 1,
      date: contractDateExample,
      reason: 'The dates of the internship are wrong.',
    },
  });

/** Optional body of the way back to draft and of a deletion. */
export const reasonInput = z.strictObject({ reason: someText.optional() }).openapi('Reason', {
  example: { reason: 'The tutor has changed.' },
});

const due = z.iso
  .date('must be a day of the calendar in the form YYYY-MM-DD, such as 2026-12-24')
  .nullable()
  .openapi({ description: 'The last day on which the round is in time; null: none', example: '2099-12-24' });

/** Optional body of sending for signature. */
export const sendingInput = z
  .strictObject({
    due: due.optional().openapi({ description: 'Absent: as `round.due-days` says' }),
    round: z.int().min(0).max(maxOrder).optional().openapi({
      description: 'The round that the record showed: when it is another one now, nothing is done',
    }),
  })
  .openapi('Sending');

/** Which round is to count again. */
export const restoreInput = z
  .strictObject({
    round: z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(maxOrder)
      .openapi({ description: 'The one that was set aside', example: 1 }),
    reason: someText.optional(),
  })
  .openapi('RestoreInput', { example: { round: 1, reason: 'Sent again by mistake.' } });

/** Another due date of a round, or none. */
export const dueInput = z.strictObject({ due }).openapi('Due');

/** Dates of whoever has signed outside; none may be known. */
export const outsideDates = z.array(dateEntry).max(1000).default([]);

/** Why a document counts as signed although it did not come through the signing application. */
export const outsideReason = someText.openapi({ example: 'Signed on paper on 21 November.' });

/** What was signed on paper or in another product, as JSON. */
export const outsideInput = z
  .strictObject({ reason: outsideReason, pdf64: pdf64.optional(), dates: outsideDates })
  .openapi('SignedOutsideInput');

const numbers = z.array(z.int().min(1).max(maxOrder)).default([]);

/** What is to be done to many records. */
export const operationInput = z
  .strictObject({
    action: z.enum(['send', 'erase']).openapi({
      description:
        '`send`: send for signature; `erase`: delete drafts that were never sent, erase all others',
    }),
    records: z
      .strictObject({ conventions: numbers, avenants: numbers })
      .optional()
      .openapi({ description: 'Their ids; either these or `list`' }),
    list: z.string().max(10_000).optional().openapi({
      description:
        'Path and query of a list: all that it shows now, on all of its pages, without `page_size` and `before`',
      example: '/api/conventions?state=draft&q=abadie',
    }),
    newRounds: z.boolean().default(false).openapi({
      description:
        'When sending: whether a record that is not a draft is sent too, which sets aside what its round has; otherwise it is refused',
    }),
    reason: someText
      .optional()
      .openapi({ description: 'When erasing: required, kept in the history of what was sent before' }),
  })
  .superRefine(({ action, records, list, newRounds, reason }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if ((records === undefined) === (list === undefined))
      refuse('records', 'give either this or /list, and one of them');
    if (action === 'erase' && reason === undefined) refuse('reason', 'is required to erase');
    if (action === 'erase' && newRounds) refuse('newRounds', 'goes with the action send');
    if (action === 'send' && reason !== undefined) refuse('reason', 'goes with the action erase');
  })
  .openapi('OperationInput', {
    example: { action: 'send', list: '/api/conventions?state=draft&q=abadie' },
  });
