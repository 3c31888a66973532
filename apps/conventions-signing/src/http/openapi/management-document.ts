import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { followLimits } from '../../ledger/followers.ts';
import { maxRecords, operationLimits } from '../../operations/begin-operation.ts';
import { apiAddresses, apiListAddress, segments } from '../../wire/api-addresses.ts';
import {
  combinedInput,
  dueInput,
  metadataInput,
  operationInput,
  outsideDates,
  outsideInput,
  outsideReason,
  ownInput,
  reasonInput,
  restoreInput,
  sendingInput,
} from '../../wire/inputs.ts';
import { inMebibytes, maxPdfBytes } from '../../wire/limits.ts';
import {
  changesOutput,
  deliveryOutput,
  deliveryPageOutput,
  dueOutput,
  historyOutput,
  listOutput,
  operationOutput,
  operationPageOutput,
  recordOutput,
  reportOutput,
  restoredOutput,
  returnedOutput,
  roundOutput,
  wholeDeliveryOutput,
} from '../../wire/outputs.ts';
import {
  amendmentListQuery,
  changesQuery,
  deliveriesQuery,
  historyQuery,
  listQuery,
  operationsQuery,
  versionQuery,
  wholeAmendmentListQuery,
  wholeDeliveriesQuery,
  wholeListQuery,
  wholeOperationsQuery,
} from '../../wire/queries.ts';
import { z } from '../../wire/schema.ts';
import { archived } from '../answer/signed-archive.ts';
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

\`Idempotency-Key\` (1 to 255 visible ASCII characters) makes registering, sending, restoring, redelivering and operations safe to repeat for 24 hours: the same key gets the first answer.`;

const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .openapi({ description: 'The same key gets the first answer, for 24 hours' }),
});

const entityTag = { ETag: { description: 'For `If-Match`, strong', schema: { type: 'string' } } };

const ifMatch = z.string().optional().openapi({
  description: 'The `ETag` of the record: when it is not any more as it was read, nothing is done',
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

const tableDescription =
  'CSV (RFC 4180) in UTF-8, without a mark; the columns are named as in the JSON list. A text that a spreadsheet would take for a formula stands behind an apostrophe.';

const table = { description: 'The table', content: { 'text/csv': { schema: { type: 'string' } } } } as const;

const deliveryId = z.object({ id: z.uuid().openapi({ description: 'Of the delivery' }) });

const operationId = z.object({ id: z.uuid().openapi({ description: 'Of the operation' }) });

const ofKey = ['invalid_header', 'idempotency_key_reused'] as const;
const sendingRefusals = [
  ...ofKey,
  ...ofJson,
  'due_passed',
  'changed_meanwhile',
  'precondition_failed',
  'right_withdrawn',
] as const;
/** Of what is sent while it is made. */
const fileRefusals = ['right_withdrawn', 'too_many_requests', 'busy'] as const;
const registrationRefusals = [
  ...ofJson,
  ...ofPdf,
  'invalid_header',
  'out_of_scope',
  'reference_taken',
] as const;

/** The OpenAPI 3.1 document of the management API, made from the schemas that validate. */
export function managementDocument(options: DocumentOptions) {
  return buildDocument(options, {
    title: 'Internship agreement signing: management API',
    description,
    tokenParameter: 'appli.management.tokens',
    operations: [
      ...kinds.flatMap((kind) =>
        tagged(kind.tag, [...registering(kind), ...keeping(kind), ...signing(kind)]),
      ),
      ...tagged('Changes', changes),
      ...tagged('Deliveries', deliveries),
      ...tagged('Operations', operations),
    ],
  });
}

/** What is registered, and what is shown of all of them. */
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
      path: `${path}.csv`,
      summary: 'All of them, as a table',
      description: tableDescription,
      request: { query: kind === 'agreement' ? wholeListQuery : wholeAmendmentListQuery },
      responses: { 200: table, ...refusals('invalid_query', ...fileRefusals) },
    },
    {
      method: 'get',
      path: `${path}.zip`,
      summary: 'The signed documents of all of them, as a ZIP',
      description: `The newest signed PDF that counts of each record that is signed, at most ${archived.documents}, and \`list.csv\` of all that the query lets through, at most ${archived.records}, whose column \`file\` names it. Of \`ids\`, \`missing.csv\` names those without a document, and why (\`reason\`): \`no_signed_document\`, or \`not_listed\` where the list does not have it.`,
      request: { query: kind === 'agreement' ? wholeListQuery : wholeAmendmentListQuery },
      responses: {
        200: {
          description: 'The ZIP',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
        ...refusals('invalid_query', ...fileRefusals, 'too_many_documents'),
      },
    },
  ];
}

/** One of them: shown, replaced and erased. */
function keeping({ kind }: ApiKind): RouteConfig[] {
  const path = apiListAddress(kind);
  return [
    {
      method: 'get',
      path: `${path}/{id}`,
      summary: 'The whole record: state, dates, and the newest deposits, deliveries and events',
      ...ofRecord({ 200: json('The record', recordOutput, entityTag) }),
    },
    {
      method: 'get',
      path: `${path}/{id}/history`,
      summary: 'What happened to it, the newest first',
      ...ofRecord({ 200: json('A page', historyOutput) }, ['invalid_query'], { query: historyQuery }),
    },
    {
      method: 'get',
      path: `${path}/{id}/history.csv`,
      summary: 'All that happened to it, the newest first, as a table',
      description: tableDescription,
      ...ofRecord({ 200: table }, fileRefusals),
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
        'Begins a signing round and promises the call of the signing application. In signing, refused or signed, a new round: earlier dates and deposits no longer count, and the answer names them. `If-Match` with the `ETag` of the record, or `round` with the number that it showed, make sure that nothing is set aside that the caller has not seen.',
      ...ofRecord({ 202: json('The round has begun', roundOutput) }, sendingRefusals, {
        headers: idempotencyHeader.extend({ 'If-Match': ifMatch }),
        body: { content: { 'application/json': { schema: sendingInput } } },
      }),
    },
    {
      method: 'post',
      path: `${path}/{id}/restore`,
      summary: 'Let a round count again that was set aside by mistake',
      description:
        'One that was set aside by a new round which has received neither date nor deposit nor refusal, or by the way back to a draft that was not changed since. What it held counts again, and the round that had followed is set aside. The signing application is not told; the answer says what it knows.',
      ...ofRecord(
        { 200: json('It counts again', restoredOutput) },
        [...ofKey, ...ofJson, 'not_restorable', 'right_withdrawn'],
        {
          headers: idempotencyHeader,
          body: { required: true, content: { 'application/json': { schema: restoreInput } } },
        },
      ),
    },
    {
      method: 'put',
      path: `${path}/{id}/due`,
      summary: 'Give the round in signing another due date, or none',
      ...ofRecord(
        { 200: json('The round and its due date', dueOutput) },
        [...ofJson, 'due_passed', 'not_in_signing'],
        { body: { required: true, content: { 'application/json': { schema: dueInput } } } },
      ),
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
    {
      method: 'get',
      path: `${path}/{id}/evidence`,
      summary: 'The evidence package',
      description:
        'One ZIP: the documents as registered and every signed version that is kept, findings, the whole history, a certificate as PDF in the language of the institution, the SHA-256 of every file, and how to verify it all without this service.',
      ...ofRecord({ 200: { description: 'The package', content: { 'application/zip': {} } } }, [
        ...fileRefusals,
        'not_sealed',
      ]),
    },
  ];
}

/** The calls to the signing application, over all records. */
const changes: RouteConfig[] = [
  {
    method: 'get',
    path: apiAddresses.changes,
    summary: 'What happened to all records, in one order, from which nothing is missing',
    description: `Keep the cursor with what came of the changes, and ask again with it. With \`Accept: text/event-stream\` the same as server-sent events: each has the cursor as its id, and \`Last-Event-ID\` goes before \`after\`. At a time ${followLimits.ofCaller} requests of one token may wait or stream.`,
    request: {
      query: changesQuery,
      headers: z.object({
        'Last-Event-ID': z
          .string()
          .optional()
          .openapi({ description: 'Of an event stream: its last cursor' }),
      }),
    },
    responses: {
      200: {
        description: 'The changes after the cursor',
        content: {
          'application/json': { schema: changesOutput },
          'text/event-stream': { schema: z.string() },
        },
      },
      ...refusals(
        'invalid_query',
        'invalid_header',
        'unknown_cursor',
        'too_many_requests',
        'busy',
        'took_too_long',
      ),
    },
  },
];

const deliveries: RouteConfig[] = [
  {
    method: 'get',
    path: apiAddresses.deliveries,
    summary: 'Calls to the signing application, newest first',
    request: { query: deliveriesQuery },
    responses: { 200: json('A page', deliveryPageOutput), ...refusals('invalid_query') },
  },
  {
    method: 'get',
    path: `${apiAddresses.deliveries}.csv`,
    summary: 'All calls, as a table',
    description: tableDescription,
    request: { query: wholeDeliveriesQuery },
    responses: { 200: table, ...refusals('invalid_query', ...fileRefusals) },
  },
  {
    method: 'get',
    path: `${apiAddresses.deliveries}/{id}`,
    summary: 'One of them, with what its newest attempts have sent and what came back',
    request: { params: deliveryId },
    responses: {
      200: json('The delivery', wholeDeliveryOutput),
      ...refusals('delivery_not_found', 'not_found'),
    },
  },
  {
    method: 'post',
    path: `${apiAddresses.deliveries}/{id}/redeliver`,
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

/** What is done to many records at once. */
const operations: RouteConfig[] = [
  {
    method: 'post',
    path: apiAddresses.operations,
    summary: 'Send or erase many records',
    description: `Each record as it stands now, in the background, by the rules of sending or erasing it alone: one that moves on before its turn is refused. At most ${maxRecords} records; at a time ${operationLimits.underWayPerCaller} operations of one token.`,
    request: {
      headers: idempotencyHeader,
      body: { required: true, content: { 'application/json': { schema: operationInput } } },
    },
    responses: {
      202: json('It is under way', operationOutput, {
        Location: { description: 'Where its progress is seen', schema: { type: 'string' } },
      }),
      ...refusals(...ofJson, ...ofKey, 'too_many_records', 'too_many_requests', 'busy'),
    },
  },
  {
    method: 'get',
    path: apiAddresses.operations,
    summary: 'Operations, the newest first',
    request: { query: operationsQuery },
    responses: { 200: json('A page', operationPageOutput), ...refusals('invalid_query') },
  },
  {
    method: 'get',
    path: `${apiAddresses.operations}.csv`,
    summary: 'All operations, as a table',
    description: tableDescription,
    request: { query: wholeOperationsQuery },
    responses: { 200: table, ...refusals('invalid_query', ...fileRefusals) },
  },
  {
    method: 'get',
    path: `${apiAddresses.operations}/{id}`,
    summary: 'How far an operation is',
    request: { params: operationId },
    responses: {
      200: json('The operation', operationOutput),
      ...refusals('operation_not_found', 'not_found'),
    },
  },
  {
    method: 'get',
    path: `${apiAddresses.operations}/{id}/report`,
    summary: 'What became of each of its records',
    request: { params: operationId },
    responses: {
      200: json('The report', reportOutput),
      ...refusals('operation_not_found', 'not_found', ...fileRefusals),
    },
  },
  {
    method: 'get',
    path: `${apiAddresses.operations}/{id}/report.csv`,
    summary: 'The same for spreadsheets',
    request: { params: operationId },
    responses: {
      200: {
        description: 'The report',
        content: { 'text/csv': { schema: z.string().openapi({ description: 'The same columns' }) } },
      },
      ...refusals('operation_not_found', 'not_found', ...fileRefusals),
    },
  },
  {
    method: 'post',
    path: `${apiAddresses.operations}/{id}/cancel`,
    summary: 'Leave alone what has no outcome yet',
    description: 'An operation that has ended stays as it is.',
    request: { params: operationId },
    responses: {
      200: json('The operation', operationOutput),
      ...refusals('operation_not_found', 'not_found'),
    },
  },
];
