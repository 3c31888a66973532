import { shownAtOnce } from '../data/whole-record.ts';
import { contractDateExample } from '../domain/contract-date.ts';
import { metadataTextNames, ownTextNames } from '../domain/registered-texts.ts';
import { deliveryStates, signableStates } from '../domain/signable.ts';
import { comparison, signatureFinding, signatureFindings } from '../pdf/inspect.ts';
import * as indications from '../trust/indications.ts';
import { apiListAddress, problemAddress } from './api-addresses.ts';
import { registrationFields, underWireNames } from './registration-fields.ts';
import { z } from './schema.ts';
import { wireKinds } from './words.ts';

/** The bodies that go out: they describe, and `show.ts` builds values of exactly these types. */

export const acknowledgement = z.object({ message: z.literal('OK') }).openapi('Acknowledgement');

/** Or null: of a schema with a name, whose reference takes no null beside it. */
function orNull<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.null()]);
}

const text = (example: string) => z.string().openapi({ example });
const mail = text('ada.martin@example.org');
const watcherMail = text('internships@example.edu');
const title = text(registrationFields.title.example);
const sha256 = text('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08');
const refused = text('The dates of the internship are wrong.');
const event = text('sent');
const actor = text('sha256:3c9f2a51b07d').openapi({
  description:
    'Who did it: the fingerprint of a token, `person:` and the user name of somebody in the console, or `service` for what the service did by itself',
});
const detail = z.record(z.string(), z.unknown()).openapi({ example: { round: 1 } });

const ada = { name: 'Martin', givenname: 'Ada', mail: 'ada.martin@example.org', phone: null, order: 1 };

const signatoryOutput = z
  .object({
    name: text(ada.name),
    givenname: text(ada.givenname),
    mail,
    phone: z.string().nullable(),
    order: z.int(),
  })
  .openapi('Signatory', { example: ada });

const metadataTexts = underWireNames(metadataTextNames, (name) => text(registrationFields[name].example));

export const metadataOutput = z
  .object({
    ...metadataTexts,
    signatory: z.array(signatoryOutput).openapi({ description: 'By order; equal orders as registered' }),
    watchers: z.array(z.object({ mail: watcherMail })),
  })
  .openapi('Metadata', {
    example: {
      ...underWireNames(metadataTextNames, (name) => registrationFields[name].example),
      signatory: [ada],
      watchers: [{ mail: 'internships@example.edu' }],
    },
  });

const refusalOutput = z
  .object({
    mail,
    order: z.int(),
    date: z.string().openapi({ description: 'When they refused', example: contractDateExample }),
    reason: refused,
  })
  .openapi('Refusal');

const contractInstant = z.string().openapi({ example: contractDateExample });

const due = z.iso
  .date()
  .nullable()
  .openapi({ description: 'The last day on which the round that counts is in time; null: none' });

/** How a record stands, for the signing application. */
export const statusOutput = z
  .object({
    state: z.enum(signableStates),
    round: z.int().openapi({
      description: 'The signing round that counts, or the last one of a draft, from 1; 0 before the first',
    }),
    roundStartedAt: contractInstant.nullable().openapi({ description: 'Null of a draft' }),
    due,
    signedOutside: z.boolean().openapi({ description: 'Signed on paper or in another product' }),
    awaited: z
      .array(z.object({ mail, order: z.int() }))
      .openapi({ description: 'Whose turn it is; empty unless in signing' }),
    dates: z
      .array(
        z.object({
          mail,
          order: z.int(),
          signatureDate: contractInstant,
          submissionDate: contractInstant.nullable(),
        }),
      )
      .openapi({ description: 'Those that have come in this round' }),
    deposits: z
      .array(z.object({ version: z.int(), sha256, size: z.int(), depositedAt: contractInstant }))
      .openapi({ description: 'The signed documents that have come in this round, oldest first' }),
    refusal: orNull(refusalOutput).openapi({
      description: 'Who has refused this round; null unless `refused`',
    }),
  })
  .openapi('Status');

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
  round: z.int().openapi({
    description: 'The signing round that counts, or the last one of a draft, from 1; 0 before the first',
  }),
  ...metadataTexts,
  signatory: z.array(
    z
      .object({ ...signatoryOutput.shape, signatureDate: dateOutput, submissionDate: dateOutput })
      .openapi('DatedSignatory', { example: { ...ada, signatureDate: null, submissionDate: null } }),
  ),
  watchers: z.array(z.object({ mail: watcherMail })),
  createdAt: instant,
  updatedAt: instant.openapi({
    description: 'When something happened last: the newest event of the history',
  }),
  signedAt: instant.nullable().openapi({ description: 'When it became signed; null when it is not' }),
  ...underWireNames(ownTextNames, (name) => registrationFields[name].output),
  signedOutside: z.boolean().openapi({ description: 'Signed on paper or in another product' }),
  due,
  refusal: z
    .object({ ...refusalOutput.shape, receivedAt: instant, actor })
    .nullable()
    .openapi({ description: 'Who has refused the round that counts, and why; null unless `refused`' }),
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

const attemptOutput = z.object({
  number: z.int(),
  startedAt: instant,
  durationMs: z.int(),
  status: z.int().nullable().openapi({ description: 'HTTP status; null when no answer came' }),
  error: z.string().nullable(),
});

export const deliveryOutput = z
  .object({
    id: z.uuid(),
    state: deliveryState,
    round: z.int(),
    createdAt: instant,
    reference: z.string().nullable().openapi({ description: "The signing application's own identifier" }),
    nextAttemptAt: instant.nullable(),
    attempts: z.array(attemptOutput),
  })
  .openapi('Delivery');

/** A delivery in the list of all. */
export const listedDeliveryOutput = z
  .object({
    ...deliveryOutput.shape,
    kind,
    recordId: z.int(),
    title,
    current: z
      .boolean()
      .openapi({ description: 'Whether its round still counts, so that it can be redelivered' }),
  })
  .openapi('ListedDelivery');

const headersOutput = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .openapi({ description: 'Without secrets' });

/** A delivery by itself: with what each attempt sent and what came back. */
export const wholeDeliveryOutput = z
  .object({
    ...listedDeliveryOutput.shape,
    attempts: z.array(
      attemptOutput.extend({
        request: z
          .object({ method: z.literal('GET'), address: z.string(), headers: headersOutput })
          .nullable()
          .openapi({ description: 'Null where it was not kept, and once the record is erased' }),
        answer: z
          .object({
            headers: headersOutput,
            headersLeftOut: z.int().openapi({ description: 'How many more there were than 4 KB' }),
            body: z.string().openapi({ description: 'Its first 4 KB, as text' }),
            bodyIsWhole: z.boolean(),
          })
          .nullable()
          .openapi({ description: 'Null when none came, and where `request` is' }),
      }),
    ),
  })
  .openapi('WholeDelivery');

export const deliveryPageOutput = z
  .object({ results: z.array(listedDeliveryOutput), next: z.url().nullable() })
  .openapi('DeliveryPage');

const signaturesOutput = z
  .object({
    ...signatureFindings.shape,
    beginsWithRegisteredDocument: z.boolean().openapi({
      description:
        'The first bytes of the file are those of the registered document. What follows them may show something else: that is for `comparison`',
    }),
    registeredDocumentUnchanged: z.boolean().openapi({
      deprecated: true,
      description:
        'The former name of `beginsWithRegisteredDocument`; false whenever `comparison` found more than `signatures-added`',
    }),
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

export const eventOutput = z.object({ at: instant, event, actor, detail }).openapi('HistoryEvent');

const judgementOutput = z
  .object({
    status: z.enum(indications.judgementStatuses).nullable().openapi({
      description: 'The worst of its signatures, time stamps of the document aside; null without any',
    }),
    judgedAt: instant,
    items: z
      .array(
        z.object({
          kind: z.enum(indications.signatureKinds),
          signer: z.string().nullable(),
          status: z.enum(indications.judgementStatuses),
          subIndication: z
            .enum(indications.subIndications)
            .nullable()
            .openapi({ description: 'As in EN 319 102-1; null when it has passed' }),
          reason: z.string().nullable().openapi({ description: 'The same as a sentence' }),
          about: z
            .object({ certificate: z.string().nullable(), at: instant.nullable() })
            .openapi({ description: 'The certificate and the instant that the reason is about' }),
          level: z.enum(indications.levels).openapi({ description: '`other` unless it has passed' }),
          format: z.enum(indications.formats).nullable().openapi({
            description: 'What the document brings along, as the levels of PAdES; null for a time stamp',
          }),
          existedAt: instant.openapi({ description: 'It is known to have been there' }),
          existedBy: z.enum(indications.existenceProofs).openapi({ description: 'What that is known by' }),
          chain: z.array(z.string()).openapi({ description: 'Who answers for the signer, up to the anchor' }),
          anchor: z.string().nullable().openapi({ description: 'The file or list that the anchor is from' }),
        }),
      )
      .openapi({ description: 'As `signatures.items`' }),
  })
  .openapi('Judgement');
export const changeOutput = z
  .object({
    cursor: z.string().openapi({ description: 'What `after` is for those that follow' }),
    at: instant,
    event,
    actor,
    kind,
    recordId: z.int(),
    state: state.nullable().openapi({ description: 'Of the record after it; null once deleted' }),
    round: z.int(),
    detail: detail.openapi({
      description: 'As in the history of the record; empty once that was erased or deleted',
    }),
  })
  .openapi('Change');

export const changesOutput = z
  .object({
    results: z.array(changeOutput).openapi({ description: 'The oldest first' }),
    more: z.boolean().openapi({
      description: 'Whether there may be more already, also behind an empty page: ask again at once',
    }),
    cursor: z.string().openapi({ description: 'What `after` is for the next page, now or later' }),
  })
  .openapi('Changes');

export const recordOutput = commonOutput
  .extend({
    document: z
      .object({ sha256, size: z.int() })
      .nullable()
      .openapi({ description: 'The registered document; null once erased' }),
    avenants: z
      .array(z.object({ id: z.int(), title, state }))
      .optional()
      .openapi({
        description: `Of a convention: its amendments, the newest ${shownAtOnce.amendments}; all at \`${apiListAddress('amendment')}?convention=\``,
      }),
    deposits: z
      .array(
        z.object({
          version: z.int(),
          sha256,
          size: z.int(),
          depositedAt: instant,
          round: z.int().openapi({
            description:
              'The round that it counts in; of one that begins with a superseded document, the round of that document, 0 when it was never sent',
          }),
          actor,
          superseded: z.object({ sha256, size: z.int() }).nullable().openapi({
            description:
              'The superseded document that it begins with: it is kept as evidence and never counts; null for all others',
          }),
          signatures: signaturesOutput,
          judgement: orNull(judgementOutput).openapi({
            description: 'What is to be believed of its signatures; null when nobody was asked',
          }),
        }),
      )
      .openapi({
        description: `The newest ${shownAtOnce.deposits}, oldest first; the history names all, and each stays readable by its version`,
      }),
    deliveries: z.array(deliveryOutput).openapi({
      description: `The newest ${shownAtOnce.deliveries}, oldest first, that of the current round among them`,
    }),
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
        mail,
        order: z.int(),
        signatureDate: z.string(),
        submissionDate: z.string().nullable(),
      }),
    ),
    deposits: z
      .array(z.int())
      .openapi({ description: 'Versions of the signed document; they stay readable' }),
    refusal: refusalOutput.optional().openapi({ description: 'Where somebody has refused' }),
    cancelledDeliveries: z.array(z.uuid()),
  })
  .openapi('SetAside', { description: 'What no longer counts; the history keeps it' });

export const roundOutput = z
  .object({
    state: z.literal('signing'),
    round: z.int(),
    due,
    delivery: orNull(deliveryOutput).openapi({
      description: 'The promise to call the signing application; null when none is configured',
    }),
    message: text('The signing application will be called.'),
    setAside: orNull(setAsideOutput),
  })
  .openapi('RoundStarted');

export const dueOutput = z.object({ round: z.int(), due }).openapi('RoundDue');

export const restoredOutput = z
  .object({
    state: z.enum(signableStates),
    round: z.int().openapi({ description: 'The round that counts again' }),
    setAside: orNull(setAsideOutput).openapi({
      description: 'The round that had followed; null when it was taken back to draft',
    }),
    delivery: orNull(deliveryOutput).openapi({
      description:
        'The call about this round, when it had been cancelled before it was made and is due again',
    }),
    message: z.string().openapi({ description: 'What the signing application was told' }),
  })
  .openapi('Restored');

export const returnedOutput = z
  .object({ state: z.literal('draft'), setAside: setAsideOutput })
  .openapi('ReturnedToDraft');

export const operationOutput = z
  .object({
    id: z.uuid(),
    action: z.enum(['send', 'erase', 'remind']),
    state: z
      .enum(['waiting', 'running', 'ended', 'cancelled'])
      .openapi({ description: '`ended`: each record has its outcome' }),
    actor,
    reason: z.string().nullable(),
    newRounds: z.boolean(),
    createdAt: instant,
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    cancelledBy: z.string().nullable(),
    total: z.int(),
    done: z.int(),
    refused: z.int(),
    left: z
      .int()
      .openapi({ description: 'Without an outcome; nothing is done to those of a cancelled operation' }),
    expectedAt: instant
      .nullable()
      .openapi({ description: 'When all have their outcome, at the pace so far; null when nobody can tell' }),
  })
  .openapi('Operation');

export const reportedOutput = z.object({
  kind: z.enum(['convention', 'avenant']),
  id: z.int(),
  outcome: z
    .enum(['done', 'refused'])
    .nullable()
    .openapi({ description: 'Null while nobody has looked at it, and for good once it was cancelled' }),
  code: z.string().nullable().openapi({
    description: '`sent`, `deleted`, `erased` or `reminded`; of what was refused, the code of the problem',
  }),
  sentence: z.string().nullable().openapi({ description: 'Why it was refused' }),
  at: instant.nullable(),
});

export const reportOutput = z.object({ results: z.array(reportedOutput) }).openapi('OperationReport');

export const operationPageOutput = z
  .object({ results: z.array(operationOutput), next })
  .openapi('OperationPage');

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
