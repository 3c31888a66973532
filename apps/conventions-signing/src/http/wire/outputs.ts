import { shownAtOnce } from '../../data/whole-record.ts';
import { comparison, signatureFinding, signatureFindings } from '../../pdf/inspect.ts';
import { contractDateExample } from '../../signing/contract-date.ts';
import { metadataTextNames, ownTextNames } from '../../signing/registered-texts.ts';
import { deliveryStates, signableStates } from '../../signing/signable.ts';
import { apiListAddress, problemAddress } from '../addresses.ts';
import { registrationFields, underWireNames } from '../registration-fields.ts';
import { z } from './schema.ts';
import { wireKinds } from './words.ts';

/** The bodies that go out: they describe, and `show.ts` builds values of exactly these types. */

export const acknowledgement = z.object({ message: z.literal('OK') }).openapi('Acknowledgement');

const ada = { name: 'Martin', givenname: 'Ada', mail: 'ada.martin@example.org', phone: null, order: 1 };

const signatoryOutput = z
  .object({
    name: z.string(),
    givenname: z.string(),
    mail: z.string(),
    phone: z.string().nullable(),
    order: z.int(),
  })
  .openapi('Signatory', { example: ada });

const metadataTexts = underWireNames(metadataTextNames, (name) => registrationFields[name].output);

export const metadataOutput = z
  .object({
    ...metadataTexts,
    signatory: z.array(signatoryOutput).openapi({ description: 'By order; equal orders as registered' }),
    watchers: z.array(z.object({ mail: z.string() })),
  })
  .openapi('Metadata', {
    example: {
      ...underWireNames(metadataTextNames, (name) => registrationFields[name].example),
      signatory: [ada],
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
  ...metadataTexts,
  signatory: z.array(
    signatoryOutput
      .extend({ signatureDate: dateOutput, submissionDate: dateOutput })
      .openapi('DatedSignatory'),
  ),
  watchers: z.array(z.object({ mail: z.string() })),
  createdAt: instant,
  ...underWireNames(ownTextNames, (name) => registrationFields[name].output),
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
  .extend({
    kind,
    recordId: z.int(),
    title: z.string(),
    current: z
      .boolean()
      .openapi({ description: 'Whether its round still counts, so that it can be redelivered' }),
  })
  .openapi('ListedDelivery');

export const deliveryPageOutput = z
  .object({ results: z.array(listedDeliveryOutput), next: z.url().nullable() })
  .openapi('DeliveryPage');

const signaturesOutput = z
  .object({
    ...signatureFindings.shape,
    comparison: comparison.nullable().openapi({
      description:
        'What the file shows beside the registered document, with the pages concerned; anything beyond `signatures-added` wants a look. Null in findings that an earlier version stored',
    }),
    items: z.array(signatureFinding).openapi({
      description:
        'One for each signature. `certificateFindings` tells what is doubtful about its certificate; null in findings that an earlier version stored',
    }),
  })
  .openapi('Signatures', {
    description: 'What the digital signatures in the file say: findings, no legal judgement',
  });

const actor = z.string().openapi({
  description:
    'Who did it: the fingerprint of a token, `person:` and the user name of somebody in the console, or `service` for what the service did by itself',
});

export const eventOutput = z
  .object({ at: instant, event: z.string(), actor, detail: z.record(z.string(), z.unknown()) })
  .openapi('HistoryEvent');

export const recordOutput = commonOutput
  .extend({
    document: z
      .object({ sha256: z.string(), size: z.int() })
      .nullable()
      .openapi({ description: 'The registered document; null once erased' }),
    avenants: z
      .array(z.object({ id: z.int(), title: z.string(), state }))
      .optional()
      .openapi({
        description: `Of a convention: its amendments, the newest ${shownAtOnce.amendments}; all at \`${apiListAddress('amendment')}?convention=\``,
      }),
    deposits: z
      .array(
        z.object({
          version: z.int(),
          sha256: z.string(),
          size: z.int(),
          depositedAt: instant,
          round: z.int().openapi({
            description:
              'The round that it counts in; of one that begins with a superseded document, the round of that document, 0 when it was never sent',
          }),
          actor,
          superseded: z.object({ sha256: z.string(), size: z.int() }).nullable().openapi({
            description:
              'The superseded document that it begins with: it is kept as evidence and never counts; null for all others',
          }),
          signatures: signaturesOutput,
        }),
      )
      .openapi({
        description: `The newest ${shownAtOnce.deposits}, oldest first; the history names all, and each stays readable by its version`,
      }),
    deliveries: z
      .array(deliveryOutput)
      .openapi({ description: `The newest ${shownAtOnce.deliveries}, oldest first` }),
    history: z.array(eventOutput).openapi({
      description: `The newest, at most ${shownAtOnce.events}, in the order in which they happened`,
    }),
    historyBefore: z.string().nullable().openapi({
      description: 'What `before` is for the earlier events at `…/history`; null when all are here',
    }),
  })
  .openapi('Record');

const next = z.url().nullable().openapi({ description: 'Address of the next page; null on the last' });

export const historyOutput = z
  .object({ results: z.array(eventOutput).openapi({ description: 'The newest first' }), next })
  .openapi('HistoryPage');

export const listOutput = z.object({ results: z.array(summaryOutput), next }).openapi('Page');

const setAsideOutput = z
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
      type: problemAddress('invalid_body'),
      title: 'Invalid body',
      status: 400,
      detail: 'the body has 1 problem; nothing was changed',
      errors: [{ pointer: '/0/signatureDate', message: 'must be …' }],
    },
  });
