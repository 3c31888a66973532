import type { Request } from 'express';
import { seenIn } from '../../data/signables.ts';
import type { SignableKind } from '../../domain/signable.ts';
import { changeDue } from '../../signing/change-due.ts';
import { enterSigning } from '../../signing/enter-signing.ts';
import { readSignedDocument } from '../../signing/read-signed-document.ts';
import { restore } from '../../signing/restore.ts';
import { returnToDraft } from '../../signing/return-to-draft.ts';
import { type SignedOutside, signOutside } from '../../signing/sign-outside.ts';
import { segments } from '../../wire/api-addresses.ts';
import { check } from '../../wire/check.ts';
import * as inputs from '../../wire/inputs.ts';
import { dueOutput, recordOutput, restoredOutput, returnedOutput, roundOutput } from '../../wire/outputs.ts';
import { versionQuery } from '../../wire/queries.ts';
import { z } from '../../wire/schema.ts';
import { showRecord, showRestored, showRound } from '../../wire/show.ts';
import { filePrefixes } from '../../wire/words.ts';
import { requireContentType } from '../answer/negotiate.ts';
import { sendPdf } from '../answer/send-document.ts';
import { refIn } from '../asked/ref-in.ts';
import { binaryPdf, json, ofDates, ofJson, ofPdf, pdf, record, sent } from '../calls/parts.ts';
import { decodePdf } from '../receive/decode-pdf.ts';
import { withLargeJson } from '../receive/receive-large-json.ts';
import { jsonPart, pdfIn, withMultipart } from '../receive/receive-multipart.ts';
import type { Uploads } from '../receive/uploads.ts';
import { askingOf, scopeOf } from '../scope/scope.ts';
import { knownRefIn, matchIn } from './known-record.ts';
import { call, idempotencyHeader, idempotencyKeyOf, ofFiles, ofKey, recipientOf } from './management-call.ts';

/** How a record comes to be signed, and what has come of it. */
export const signingCalls = (kind: SignableKind) => [
  recordSignedOutside(kind),
  send(kind),
  restoreRound(kind),
  setDue(kind),
  takeBack(kind),
  signedPdf(kind),
  evidence(kind),
];

const recordSignedOutside = (kind: SignableKind) =>
  call(`POST /${segments[kind]}/{id}/signed-outside`, {
    summary: 'Record that it was signed on paper or in another product',
    description:
      'From draft or signing; cancels pending calls and ends as signed, whatever is missing. `DELETE …/signature` undoes it.',
    of: record,
    body: outsideBody,
    answer: json('The record, signed outside', recordOutput),
    problems: [...ofPdf, ...ofJson, 'already_signed', 'superseded_document', ...ofDates],
    run: async (deps, { request }) => {
      const ref = await knownRefIn(deps.db, request, kind);
      const asking = askingOf(request);
      const signed = await withSignedOutside(request, { ...deps, caller: asking.actor }, (outside) =>
        signOutside(deps, { ref, ...outside, ...asking }),
      );
      return showRecord(seenIn(asking.scope, signed));
    },
  });

const ifMatch = z
  .string()
  .optional()
  .openapi({
    description: 'The `ETag` of the record: when it is not any more as it was read, nothing is done',
    examples: ['"9f86d081884c7d65"'],
  });

const send = (kind: SignableKind) =>
  call(`POST /${segments[kind]}/{id}/signature`, {
    summary: 'Send for signature',
    description:
      'Begins a signing round and promises the call of the signing application. In signing, refused or signed, a new round: earlier dates and deposits no longer count, and the answer names them. `If-Match` with the `ETag` of the record, or `round` with the number that it showed, make sure that nothing is set aside that the caller has not seen.',
    of: record,
    headers: idempotencyHeader.extend({ 'If-Match': ifMatch }),
    json: inputs.sendingInput,
    answer: json('The round has begun', roundOutput, { status: 202 }),
    problems: [
      ...ofKey,
      ...ofJson,
      'due_passed',
      'changed_meanwhile',
      'precondition_failed',
      'right_withdrawn',
    ],
    run: async (deps, { request, body }) => {
      const ref = refIn(request, kind);
      const key = idempotencyKeyOf(request);
      const match = matchIn(request);
      const { due, round } = await body();
      const asked = { ref, ...askingOf(request), key, due, seen: { round, match } };
      return enterSigning(deps, { ...asked, show: showRound });
    },
  });

const restoreRound = (kind: SignableKind) =>
  call(`POST /${segments[kind]}/{id}/restore`, {
    summary: 'Let a round count again that was set aside by mistake',
    description:
      'One that was set aside by a new round which has received neither date nor deposit nor refusal, or by the way back to a draft that was not changed since. What it held counts again, and the round that had followed is set aside. The signing application is not told; the answer says what it knows.',
    of: record,
    headers: idempotencyHeader,
    json: inputs.restoreInput,
    answer: json('It counts again', restoredOutput),
    problems: [...ofKey, ...ofJson, 'not_restorable', 'right_withdrawn'],
    run: async (deps, { request, body }) => {
      const ref = refIn(request, kind);
      const key = idempotencyKeyOf(request);
      return restore(deps, { ref, ...askingOf(request), key, ...(await body()), show: showRestored });
    },
  });

const setDue = (kind: SignableKind) =>
  call(`PUT /${segments[kind]}/{id}/due`, {
    summary: 'Give the round in signing another due date, or none',
    of: record,
    json: inputs.dueInput,
    answer: json('The round and its due date', dueOutput),
    problems: [...ofJson, 'due_passed', 'not_in_signing'],
    run: async (deps, { request, body }) => {
      const ref = refIn(request, kind);
      return changeDue(deps, { ref, ...askingOf(request), ...(await body()) });
    },
  });

const takeBack = (kind: SignableKind) =>
  call(`DELETE /${segments[kind]}/{id}/signature`, {
    summary: 'Take back to draft',
    description:
      'Cancels what is pending. The signing application is not told: close its side by the reference in the answer.',
    of: record,
    json: inputs.reasonInput,
    answer: json('A draft again', returnedOutput),
    problems: [...ofJson, 'not_in_signing'],
    run: async (deps, { request, body }) => {
      const ref = refIn(request, kind);
      const setAside = await returnToDraft(deps, { ref, ...askingOf(request), ...(await body()) });
      return { state: 'draft' as const, setAside };
    },
  });

const signedPdf = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}/signed-pdf`, {
    summary: 'The signed PDF',
    of: record,
    query: versionQuery,
    answer: pdf,
    problems: ['signed_document_not_found'],
    run: async (deps, { request, response, query }) => {
      const ref = refIn(request, kind);
      const { version } = query();
      const document = await readSignedDocument(deps, { ref, version });
      const filename = `${filePrefixes[kind]}_${ref.number}_signed_v${document.version}.pdf`;
      await sendPdf(request, response, { db: deps.db, document, filename });
    },
  });

const evidence = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}/evidence`, {
    summary: 'The evidence package',
    description:
      'One ZIP: the documents as registered and every signed version that is kept, findings, the whole history, a certificate as PDF in the language of the institution, the SHA-256 of every file, and how to verify it all without this service.',
    of: record,
    answer: sent('The package', { 'application/zip': {} }),
    problems: [...ofFiles, 'not_sealed'],
    run: async (deps, { request, response }) => {
      const ref = refIn(request, kind);
      await deps.sendEvidence(recipientOf(deps, request, response), { ref, scope: scopeOf(request) });
    },
  });

const outsideBody = {
  required: true,
  content: {
    'application/json': { schema: inputs.outsideInput },
    'multipart/form-data': {
      schema: z.object({
        reason: inputs.outsideReason,
        doc: binaryPdf.optional(),
        dates: inputs.outsideDates,
      }),
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
async function withSignedOutside<Result>(
  request: Request,
  { uploads, caller }: { uploads: Uploads; caller: string },
  use: (outside: SignedOutside) => Promise<Result>,
): Promise<Result> {
  const type = requireContentType(request, ['application/json', 'multipart/form-data']);
  if (type === 'application/json') {
    return withLargeJson(
      request,
      { schema: inputs.outsideInput, uploads, caller },
      async ({ reason, pdf64, dates: entries }) =>
        use({ reason, entries, signed: pdf64 === undefined ? undefined : decodePdf(pdf64) }),
    );
  }
  return withMultipart(
    request,
    { uploads, caller, json: ['dates'], texts: ['reason', 'dates'] },
    async (parts) => {
      const reason = check(inputs.outsideReason, parts.texts.reason?.[0], '/reason');
      const entries = check(inputs.outsideDates, await jsonPart(parts, 'dates'), '/dates');
      if (!parts.files.has('doc') && !('doc' in parts.texts)) return use({ reason, entries });
      return uploads.inMemory.run(caller, async () => use({ reason, entries, signed: await pdfIn(parts) }));
    },
  );
}
