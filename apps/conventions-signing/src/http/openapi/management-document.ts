import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { addresses, apiListAddress, segments } from '../addresses.ts';
import { inMebibytes, maxPdfBytes } from '../receive/limits.ts';
import {
  combinedInput,
  metadataInput,
  outsideDates,
  outsideInput,
  outsideReason,
  ownInput,
  reasonInput,
} from '../wire/inputs.ts';
import {
  deliveryOutput,
  deliveryPageOutput,
  historyOutput,
  listOutput,
  recordOutput,
  returnedOutput,
  roundOutput,
} from '../wire/outputs.ts';
import {
  amendmentListQuery,
  deliveriesQuery,
  historyQuery,
  listQuery,
  versionQuery,
} from '../wire/queries.ts';
import { z } from '../wire/schema.ts';
import {
  type ApiKind,
  binaryPdf,
  buildDocument,
  type DocumentOptions,
  idParameter,
  json,
  kinds,
  ofDates,
  ofJson,
  ofPdf,
  ofRecord,
  pdfAnswers,
  refusals,
  tagged,
} from './parts.ts';

const description = `For the institution's own application: register documents, send them for signature, see where each stands.

\`Idempotency-Key\` (1 to 255 visible ASCII characters) makes registering and sending safe to repeat for 24 hours: the same key gets the first answer.`;

const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .openapi({ description: 'The same key gets the first answer, for 24 hours' }),
});

const registrationBody = {
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

const location = { Location: { description: 'Address of the new record', schema: { type: 'string' } } };

const outsideBody = {
  required: true,
  content: {
    'application/json': { schema: outsideInput },
    'multipart/form-data': {
      schema: z.object({ reason: outsideReason, doc: binaryPdf.optional(), dates: outsideDates }),
      encoding: { dates: { contentType: 'application/json' }, doc: { contentType: 'application/pdf' } },
    },
  },
};

const reasonBody = { content: { 'application/json': { schema: reasonInput } } };

const deliveryId = z.object({ id: z.uuid().openapi({ description: 'Of the delivery' }) });

const ofKey = ['invalid_header', 'idempotency_key_reused'] as const;
const registrationRefusals = [...ofJson, ...ofPdf, 'invalid_header', 'reference_taken'] as const;

/** The OpenAPI 3.1 document of the management API, made from the schemas that validate. */
export function managementDocument(options: DocumentOptions) {
  return buildDocument(options, {
    title: 'Internship agreement signing: management API',
    description,
    tokenParameter: 'appli.management.tokens',
    operations: [
      ...kinds.flatMap((kind) => tagged(kind.tag, [...registering(kind), ...signing(kind)])),
      ...tagged('Deliveries', deliveries),
    ],
  });
}

/** What is registered, shown, replaced and erased. */
function registering({ kind, words }: ApiKind): RouteConfig[] {
  const path = apiListAddress(kind);
  return [
    {
      method: 'post',
      path: kind === 'agreement' ? path : `${apiListAddress('agreement')}/{id}/${segments.amendment}`,
      summary: `Register an ${words}, as a draft`,
      request: {
        headers: idempotencyHeader,
        body: registrationBody,
        ...(kind === 'agreement' ? {} : { params: idParameter }),
      },
      responses: {
        201: json('Registered', recordOutput, location),
        ...refusals(
          ...registrationRefusals,
          'idempotency_key_reused',
          ...(kind === 'agreement' ? [] : (['signable_not_found', 'not_found'] as const)),
        ),
      },
    },
    {
      method: 'get',
      path,
      summary: 'All of them, newest first',
      request: { query: kind === 'agreement' ? listQuery : amendmentListQuery },
      responses: { 200: json('A page', listOutput), ...refusals('invalid_query') },
    },
    {
      method: 'get',
      path: `${path}/{id}`,
      summary: 'The whole record: state, dates, and the newest deposits, deliveries and events',
      ...ofRecord({ 200: json('The record', recordOutput) }),
    },
    {
      method: 'get',
      path: `${path}/{id}/history`,
      summary: 'What happened to it, the newest first',
      ...ofRecord({ 200: json('A page', historyOutput) }, ['invalid_query'], { query: historyQuery }),
    },
    {
      method: 'put',
      path: `${path}/{id}`,
      summary: 'Replace a draft',
      description:
        'Everything that was registered: PDF, metadata, reference. The same again changes nothing.',
      ...ofRecord(
        { 200: json('The record as replaced', recordOutput) },
        [...registrationRefusals, 'not_a_draft'],
        { body: registrationBody },
      ),
    },
    {
      method: 'delete',
      path: `${path}/{id}`,
      summary: 'Delete a draft, or erase',
      description:
        'A draft that was never sent goes whole. Of anything else a stub stays, without documents and personal data; once it was sent, it takes a `reason`, which the stub keeps.',
      ...ofRecord({ 204: { description: 'Gone' } }, [...ofJson, 'reason_required', 'amendments_left'], {
        body: reasonBody,
      }),
    },
  ];
}

/** How it comes to be signed, and what has come of it. */
function signing({ kind }: ApiKind): RouteConfig[] {
  const path = apiListAddress(kind);
  return [
    {
      method: 'post',
      path: `${path}/{id}/signed-outside`,
      summary: 'Record that it was signed on paper or in another product',
      description:
        'From draft or signing; cancels pending calls and ends as signed, whatever is missing. `DELETE …/signature` undoes it.',
      ...ofRecord(
        { 200: json('The record, signed outside', recordOutput) },
        [...ofPdf, ...ofJson, 'already_signed', 'superseded_document', ...ofDates],
        { body: outsideBody },
      ),
    },
    {
      method: 'post',
      path: `${path}/{id}/signature`,
      summary: 'Send for signature',
      description:
        'Begins a signing round and promises the call of the signing application. In signing or signed, a new round: earlier dates and deposits no longer count, and the answer names them.',
      ...ofRecord({ 202: json('The round has begun', roundOutput) }, ofKey, { headers: idempotencyHeader }),
    },
    {
      method: 'delete',
      path: `${path}/{id}/signature`,
      summary: 'Take back to draft',
      description:
        'Cancels what is pending. The signing application is not told: close its side by the reference in the answer.',
      ...ofRecord({ 200: json('A draft again', returnedOutput) }, [...ofJson, 'not_in_signing'], {
        body: reasonBody,
      }),
    },
    {
      method: 'get',
      path: `${path}/{id}/signed-pdf`,
      summary: 'The signed PDF',
      ...ofRecord(pdfAnswers, ['signed_document_not_found', 'invalid_query'], { query: versionQuery }),
    },
  ];
}

/** The calls to the signing application, over all records. */
const deliveries: RouteConfig[] = [
  {
    method: 'get',
    path: addresses.apiDeliveries,
    summary: 'Calls to the signing application, newest first',
    request: { query: deliveriesQuery },
    responses: { 200: json('A page', deliveryPageOutput), ...refusals('invalid_query') },
  },
  {
    method: 'post',
    path: `${addresses.apiDeliveries}/{id}/redeliver`,
    summary: 'Call again at once, as the same delivery',
    description:
      'For the delivery of the newest round: given up, waiting for its next attempt, or delivered.',
    request: { params: deliveryId, headers: idempotencyHeader },
    responses: {
      202: json('The delivery is pending', deliveryOutput),
      ...refusals(
        'delivery_not_found',
        'not_found',
        'delivery_not_current',
        'too_many_redeliveries',
        ...ofKey,
      ),
    },
  },
];
