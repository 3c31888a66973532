import type { FindToken } from '@campus/auth';
import express, { type Request, type Router } from 'express';
import { findRegisteredDocument } from '../data/documents.ts';
import { findStatus } from '../data/find-status.ts';
import type { Database } from '../data/open-database.ts';
import { findState } from '../data/signables.ts';
import { findSigningMetadata } from '../data/signing-metadata.ts';
import { contractDateExample } from '../domain/contract-date.ts';
import { type SignableKind, signableKinds } from '../domain/signable.ts';
import { refuseUnlessOpen, signableNotFound } from '../signing/conditions.ts';
import { depositSignedPdf } from '../signing/deposit-signed-pdf.ts';
import type { DepositDeps } from '../signing/inspect-or-refuse.ts';
import { recordRefusalToSign } from '../signing/record-refusal-to-sign.ts';
import { recordSignatureDates } from '../signing/record-signature-dates.ts';
import { maxDateChangesPerRound, maxVersionsPerRound } from '../signing/round-limits.ts';
import { apiPaths, segments } from '../wire/api-addresses.ts';
import { dateEntries, refusalInput } from '../wire/inputs.ts';
import { inMebibytes, maxJsonBytes, maxPdfBytes } from '../wire/limits.ts';
import { acknowledgement, combinedOutput, metadataOutput, statusOutput } from '../wire/outputs.ts';
import { z } from '../wire/schema.ts';
import { showMetadata, showStatus } from '../wire/show.ts';
import { filePrefixes } from '../wire/words.ts';
import { answerProblem } from './answer/answer-problem.ts';
import { letInBearer } from './answer/let-in-bearer.ts';
import { requireContentType } from './answer/negotiate.ts';
import { notFound } from './answer/not-found.ts';
import { sendCombinedDocument, sendPdf } from './answer/send-document.ts';
import { refIn } from './asked/ref-in.ts';
import { callsWith, mountCalls } from './calls/call.ts';
import { type DocumentOptions, documentOf, kindTags } from './calls/document.ts';
import { binaryPdf, json, ofDates, ofJson, ofPdf, pdf, record, sentJson } from './calls/parts.ts';
import { pdfIn, withMultipart } from './receive/receive-multipart.ts';
import type { Uploads } from './receive/uploads.ts';
import { askingOf, recordInScope, scopeOf } from './scope/scope.ts';

export interface PublicApiDeps extends DepositDeps {
  /** Finds tokens that are records. */
  findPublicToken: FindToken;
  publicTokens: readonly string[];
  uploads: Uploads;
}

/** The ten routes of the contract (§4, "Public API"), and beside it refusals and the status, for each kind. */
export function publicApi(deps: PublicApiDeps): Router {
  const router = express.Router();
  router.use(
    letInBearer({
      realm: 'conventions-signing public API',
      tokens: deps.publicTokens,
      find: deps.findPublicToken,
    }),
    // Who is not let in is answered before any other route is looked at.
    answerProblem,
  );
  for (const kind of signableKinds)
    router.use(`/${segments[kind]}/:id`, recordInScope({ ...deps, kind, scopeOf }));
  mountCalls(router, tagged, deps);
  router.use(notFound);
  return router;
}

/** The OpenAPI document of the public API. */
export function publicDocument(options: DocumentOptions) {
  return documentOf(
    tagged,
    {
      mount: apiPaths.publicApi,
      title: 'Internship agreement signing: public API',
      description: `For the signing application (contract, §4 "Public API").

When an agreement or amendment enters its signing phase, the service calls the webhook of the signing application: \`GET {uri}?conventionid=<id>\` or \`?avenantid=<id>\`. Answer at once with any 2xx (its text is kept as your reference) and work afterwards: fetch the document, deposit the signed PDF, report the dates. Calls come at least once; \`X-Delivery-Id\` is the same for every attempt of one call, and a second call with a new one supersedes the first.`,
      tokenParameter: 'appli.public.tokens',
    },
    options,
  );
}

const call = callsWith<PublicApiDeps>();

const ok = { message: 'OK' } as const;

const closed = ['not_in_signing', 'signed_outside', 'round_refused'] as const;

const combinedDocument = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}`, {
    summary: 'The document and its metadata',
    of: record,
    answer: sentJson(`The ${kind} to be signed`, combinedOutput),
    run: async ({ db }, { request, response }) => {
      const { metadata, document } = await metadataOrRefuse(db, request, kind);
      await sendCombinedDocument(request, response, { db, document, metadata: showMetadata(metadata) });
    },
  });

const metadata = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}/metadata`, {
    summary: 'The metadata',
    of: record,
    answer: json('Who signs, in which order', metadataOutput),
    run: async ({ db }, { request }) => showMetadata((await metadataOrRefuse(db, request, kind)).metadata),
  });

const registeredPdf = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}/pdf`, {
    summary: 'The document to be signed, byte for byte as registered',
    of: record,
    answer: pdf,
    run: async ({ db }, { request, response }) => {
      const ref = refIn(request, kind);
      const document = await findRegisteredDocument(db, ref);
      if (document === null) throw signableNotFound(ref);
      await sendPdf(request, response, { db, document, filename: `${filePrefixes[kind]}_${ref.number}.pdf` });
    },
  });

/** A deposit is a file; texts beside it are passed over, as signing applications may send them. */
const noTexts = { count: 20, maxBytes: 64 * 1024, maxAllBytes: 64 * 1024 };

const deposit = (kind: SignableKind) =>
  call(`POST /${segments[kind]}/{id}/pdf`, {
    summary: 'Deposit the signed PDF',
    description: `One file part named \`doc\`, at most ${inMebibytes(maxPdfBytes)}: a readable, unencrypted PDF with at least one page. A later deposit is a new version and the newest counts; the very same bytes again add nothing. A round takes at most ${maxVersionsPerRound} versions. One that begins with a document that was replaced since is kept as evidence, does not count, and is refused. Answered once the document is durably stored.`,
    of: record,
    body: { required: true, content: { 'multipart/form-data': { schema: z.object({ doc: binaryPdf }) } } },
    answer: json('Deposited', acknowledgement),
    problems: [...ofPdf, ...closed, 'superseded_document', 'too_many_versions'],
    run: async (deps, { request }) => {
      const { uploads } = deps;
      const { ref, signable } = await stateOrRefuse(deps.db, request, kind);
      refuseUnlessOpen(signable, ref);
      requireContentType(request, ['multipart/form-data']);
      const asking = askingOf(request);
      await withMultipart(request, { uploads, caller: asking.actor, textLimits: noTexts }, (parts) =>
        uploads.inMemory.run(asking.actor, async () =>
          depositSignedPdf(deps, { ref, pdf: await pdfIn(parts), ...asking }),
        ),
      );
      return ok;
    },
  });

const recordDates = (kind: SignableKind) =>
  call(`PATCH /${segments[kind]}/{id}/dates`, {
    summary: 'Report signature dates',
    description: `All entries or none; one signatory at a time is normal use. \`order\` and \`mail\` must both name one signatory of the metadata. The same again changes nothing; a changed date replaces the old one, which stays in the history, at most ${maxDateChangesPerRound} times a round. At most ${inMebibytes(maxJsonBytes)}.`,
    of: record,
    json: dateEntries,
    example: [
      {
        mail: 'ada.martin@example.org',
        order: 1,
        signatureDate: contractDateExample,
        submissionDate: '2026-11-20T09:00:00.000+0000',
      },
    ],
    answer: json('Recorded', acknowledgement),
    problems: [...ofJson, ...ofDates, ...closed, 'too_many_date_changes'],
    run: async (deps, { request, body }) => {
      const { ref, signable } = await stateOrRefuse(deps.db, request, kind);
      refuseUnlessOpen(signable, ref);
      await recordSignatureDates(deps, { ref, entries: await body(), ...askingOf(request) });
      return ok;
    },
  });

const recordRefusal = (kind: SignableKind) =>
  call(`POST /${segments[kind]}/{id}/refusal`, {
    summary: 'Report that a signatory refuses to sign',
    description:
      'Ends the round: what came in it stays, and later deposits and dates of it are refused with 409; a call that begins a new round answers it. `order` and `mail` must both name one signatory of the metadata. The same again changes nothing; the first refusal of a round counts, another one is refused with 409. Beside the contract: whoever reports none is served as before.',
    of: record,
    json: refusalInput,
    answer: json('Recorded', acknowledgement),
    problems: [...ofJson, 'unknown_signatory', ...closed, 'already_signed'],
    run: async (deps, { request, body }) => {
      const { ref, signable } = await stateOrRefuse(deps.db, request, kind);
      // The same again is no mistake.
      if (signable.state !== 'refused') refuseUnlessOpen(signable, ref);
      const { date: refusedAt, ...told } = await body();
      await recordRefusalToSign(deps, { ref, refusal: { ...told, refusedAt }, ...askingOf(request) });
      return ok;
    },
  });

const status = (kind: SignableKind) =>
  call(`GET /${segments[kind]}/{id}/status`, {
    summary: 'How it stands: state, round, who is awaited, and what has come',
    of: record,
    answer: json('The status', statusOutput),
    run: async ({ db }, { request }) => {
      const ref = refIn(request, kind);
      const found = await findStatus(db, ref);
      if (found === null) throw signableNotFound(ref);
      return showStatus(found);
    },
  });

const ofKind = [combinedDocument, metadata, registeredPdf, deposit, recordDates, recordRefusal, status];

const tagged = signableKinds.map((kind) => ({
  ...kindTags[kind],
  calls: ofKind.map((declare) => declare(kind)),
}));

async function metadataOrRefuse(db: Database, request: Request, kind: SignableKind) {
  const ref = refIn(request, kind);
  const found = await findSigningMetadata(db, ref);
  if (found === null) throw signableNotFound(ref);
  return found;
}

/** Of a record that may take nothing more: refused before a body is read; the use case decides again under its lock. */
async function stateOrRefuse(db: Database, request: Request, kind: SignableKind) {
  const ref = refIn(request, kind);
  const signable = await findState(db, ref);
  if (signable === null) throw signableNotFound(ref);
  return { ref, signable };
}
