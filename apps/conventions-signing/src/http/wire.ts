import { signatureFindings } from '../pdf/inspect.ts';
import { contractDateExample, parseContractDate } from '../signing/contract-date.ts';
import { deliveryStates, signableStates } from '../signing/signable.ts';
import { z } from './schema.ts';

/**
 * The shapes on the wire, as zod schemas: they validate what comes in, and the OpenAPI documents are made
 * from them. The words are the contract's (§2); `show.ts` and `read-metadata.ts` translate to ours.
 */

/** Path segment and value of `kind` on the wire. */
export const segments = { agreement: 'conventions', amendment: 'avenants' } as const;
export const wireKinds = { agreement: 'convention', amendment: 'avenant' } as const;

/** Start of the file name that a downloaded document gets. */
export const filePrefixes = { agreement: 'Convention', amendment: 'Avenant' } as const;

const maxTextLength = 1000;
const maxPeople = 100;

/** Text that PostgreSQL and every later reader can hold: no control characters, no half of a surrogate pair. */
const cleanText = z
  .string()
  .max(maxTextLength)
  .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
  .refine((text) => !/\p{Cc}/u.test(text), 'must not contain control characters or line breaks');

const someText = cleanText.refine((text) => text.trim() !== '', 'must not be empty');

const mail = z.email('must be a mail address such as name@example.org, without blanks or accents').max(254);

const order = z.int('must be a whole number').min(1, 'must be 1 or more; 1 signs first').max(1000);

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
        });
      }
    }
  });

/** Metadata as the institution's application registers it (contract §2, "Metadata object"). */
export const metadataInput = z
  .strictObject({
    title: someText.openapi({ description: 'Title of the document' }),
    companyname: someText.openapi({ description: 'Name of the host organisation' }),
    school: someText.openapi({ description: 'Name of the institution' }),
    workflowId: cleanText.openapi({ description: 'Workflow of the signing application; may be empty' }),
    signatory: signatoryList,
    watchers: z.array(watcher).max(maxPeople).default([]),
  })
  .openapi('MetadataInput');

export type MetadataInput = z.output<typeof metadataInput>;

/** The institution's own number; the same twice in one kind is refused. */
export const reference = someText
  .max(200)
  .nullish()
  .transform((text) => text ?? null)
  .openapi({ description: "The institution's own number; unique per kind", example: '2026-0042' });

const pdf64 = z
  .base64('must be the PDF in Base64 with padding, without line breaks')
  .min(1, 'must not be empty');

/** The combined document object as it comes in, with our `reference` beside it; its PDF is decoded and inspected afterwards. */
export const combinedInput = z
  .strictObject({
    pdf64,
    metadata: metadataInput,
    reference,
  })
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
export const dateEntry = z
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

// What goes out. These describe; `show.ts` builds values of exactly these types.

export const acknowledgement = z.object({ message: z.literal('OK') }).openapi('Acknowledgement');

const signatoryOutput = z
  .object({
    name: z.string(),
    givenname: z.string(),
    mail: z.string(),
    phone: z.string().nullable(),
    order: z.int(),
  })
  .openapi('Signatory', {
    example: { name: 'Martin', givenname: 'Ada', mail: 'ada.martin@example.org', phone: null, order: 1 },
  });

export const metadataOutput = z
  .object({
    title: z.string(),
    companyname: z.string(),
    school: z.string(),
    workflowId: z.string(),
    signatory: z.array(signatoryOutput).openapi({ description: 'By order; equal orders as registered' }),
    watchers: z.array(z.object({ mail: z.string() })),
  })
  .openapi('Metadata', {
    example: {
      title: 'Convention de stage - Ada Martin',
      companyname: 'Example Industries',
      school: 'Example University',
      workflowId: 'internship-5',
      signatory: [
        { name: 'Martin', givenname: 'Ada', mail: 'ada.martin@example.org', phone: null, order: 1 },
      ],
      watchers: [{ mail: 'internships@example.edu' }],
    },
  });

export const combinedOutput = z
  .object({
    pdf64: z.string().openapi({ description: 'The PDF in Base64', example: 'JVBERi0xLjc…' }),
    metadata: metadataOutput,
  })
  .openapi('CombinedDocument');

const instant = z.iso.datetime().openapi({ example: '2026-11-21T14:05:09.120Z' });
const kind = z.enum([wireKinds.agreement, wireKinds.amendment]);
const state = z.enum(signableStates);
const deliveryState = z.enum(deliveryStates);
const dateOutput = z.string().nullable().openapi({ example: contractDateExample });

const progressOutput = z
  .object({
    signed: z.int().openapi({ description: 'Signatories who have a date in the current round' }),
    total: z.int(),
    waitingFor: z
      .array(signatoryOutput.pick({ name: true, givenname: true, mail: true, order: true }))
      .openapi({ description: 'Whose turn it is; empty unless in signing' }),
    waitingSince: instant.nullable(),
    documentDeposited: z.boolean().openapi({ description: 'Whether the current round has a signed PDF' }),
  })
  .openapi('Progress');

/** What a row of a list and a whole record have in common. */
const commonOutput = z.object({
  id: z.int(),
  kind,
  state,
  round: z.int().openapi({ description: 'The latest signing round, from 1; 0 before the first' }),
  title: z.string(),
  companyname: z.string(),
  school: z.string(),
  workflowId: z.string(),
  signatory: z.array(
    signatoryOutput
      .extend({ signatureDate: dateOutput, submissionDate: dateOutput })
      .openapi('DatedSignatory'),
  ),
  watchers: z.array(z.object({ mail: z.string() })),
  createdAt: instant,
  reference: z.string().nullable().openapi({ description: "The institution's own number" }),
  signedOutside: z.boolean().openapi({ description: 'Signed on paper or in another product' }),
  progress: progressOutput,
  conventionId: z.int().optional().openapi({ description: 'Of an avenant: the agreement that it changes' }),
});

export const summaryOutput = commonOutput
  .extend({
    delivery: z
      .object({
        id: z.uuid(),
        state: deliveryState,
        nextAttemptAt: instant.nullable(),
        error: z.string().nullable(),
      })
      .nullable()
      .openapi({ description: 'The call of the current round, with the error of its last attempt' }),
  })
  .openapi('Summary');

export const deliveryOutput = z
  .object({
    id: z.uuid(),
    state: deliveryState,
    round: z.int(),
    createdAt: instant,
    reference: z.string().nullable().openapi({ description: "The signing application's own identifier" }),
    nextAttemptAt: instant.nullable(),
    attempts: z.array(
      z.object({
        number: z.int(),
        startedAt: instant,
        durationMs: z.int(),
        status: z.int().nullable().openapi({ description: 'HTTP status; null when no answer came' }),
        error: z.string().nullable(),
      }),
    ),
  })
  .openapi('Delivery');

/** A delivery in the list of all. */
export const listedDeliveryOutput = deliveryOutput
  .extend({ kind, recordId: z.int(), title: z.string() })
  .openapi('ListedDelivery');

export const deliveryPageOutput = z
  .object({ results: z.array(listedDeliveryOutput), next: z.url().nullable() })
  .openapi('DeliveryPage');

const signaturesOutput = z.object(signatureFindings.shape).openapi('Signatures', {
  description: 'What the digital signatures in the file say: findings, no legal judgement',
});

export const recordOutput = commonOutput
  .extend({
    document: z
      .object({ sha256: z.string(), size: z.int() })
      .nullable()
      .openapi({ description: 'The registered document; null once erased' }),
    avenants: z
      .array(z.object({ id: z.int(), title: z.string(), state }))
      .optional()
      .openapi({ description: 'Of a convention: its amendments' }),
    deposits: z.array(
      z.object({
        version: z.int(),
        sha256: z.string(),
        size: z.int(),
        depositedAt: instant,
        round: z.int(),
        actor: z.string().openapi({ description: "Fingerprint of the depositor's token" }),
        signatures: signaturesOutput,
      }),
    ),
    deliveries: z.array(deliveryOutput),
    history: z.array(
      z.object({
        at: instant,
        event: z.string(),
        actor: z.string(),
        detail: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .openapi('Record');

export const listOutput = z
  .object({
    results: z.array(summaryOutput),
    next: z.url().nullable().openapi({ description: 'Address of the next page; null on the last' }),
  })
  .openapi('Page');

export const setAsideOutput = z
  .object({
    round: z.int(),
    reference: z.string().nullable(),
    dates: z.array(
      z.object({
        mail: z.string(),
        order: z.int(),
        signatureDate: z.string(),
        submissionDate: z.string().nullable(),
      }),
    ),
    deposits: z
      .array(z.int())
      .openapi({ description: 'Versions of the signed document; they stay readable' }),
    cancelledDeliveries: z.array(z.uuid()),
  })
  .openapi('SetAside', { description: 'What no longer counts; the history keeps it' });

export const roundOutput = z
  .object({
    state: z.literal('signing'),
    round: z.int(),
    delivery: deliveryOutput
      .nullable()
      .openapi({ description: 'The promise to call the signing application; null when none is configured' }),
    message: z.string(),
    setAside: setAsideOutput.nullable(),
  })
  .openapi('RoundStarted');

export const returnedOutput = z
  .object({ state: z.literal('draft'), setAside: setAsideOutput })
  .openapi('ReturnedToDraft');

export const problemOutput = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: 'Every problem of the body: JSON pointer (RFC 6901) and what would be right' }),
  })
  .openapi('Problem', {
    description: 'RFC 9457 problem document',
    example: {
      type: '/public/problems#invalid_body',
      title: 'Invalid body',
      status: 400,
      detail: 'the body has 1 problem; nothing was changed',
      errors: [{ pointer: '/0/signatureDate', message: 'must be …' }],
    },
  });
