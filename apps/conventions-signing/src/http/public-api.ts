import { type FindToken, requireBearer } from '@campus/auth';
import express, { type Request, type Response, type Router } from 'express';
import { findRegisteredDocument } from '../data/documents.ts';
import { findStatus } from '../data/find-status.ts';
import { findState } from '../data/signables.ts';
import { findSigningMetadata } from '../data/signing-metadata.ts';
import { type SignableKind, type SignableRef, signableKinds } from '../domain/signable.ts';
import { depositSignedPdf } from '../signing/deposit-signed-pdf.ts';
import type { DepositDeps } from '../signing/inspect-or-refuse.ts';
import { recordSignatureDates } from '../signing/record-signature-dates.ts';
import { refuseUnlessOpen, signableNotFound } from '../signing/refusals.ts';
import { refuse } from '../signing/refuse.ts';
import { segments } from '../wire/api-addresses.ts';
import { dateEntries, refusalInput } from '../wire/inputs.ts';
import { showMetadata, showStatus } from '../wire/show.ts';
import { filePrefixes } from '../wire/words.ts';
import { answering, json, requireContentType } from './answer/negotiate.ts';
import { notFound } from './answer/not-found.ts';
import { cacheControl, sendCombinedDocument, sendPdf } from './answer/send-document.ts';
import { refIn } from './asked/ref-in.ts';
import { receiveJson } from './receive/receive-json.ts';
import { pdfIn, withMultipart } from './receive/receive-multipart.ts';
import type { Uploads } from './receive/uploads.ts';
import { handlersWith, route } from './route.ts';
import { recordInScope } from './scope/in-scope.ts';
import { askingOf, scopeOf } from './scope/program-scope.ts';

export interface PublicApiDeps extends DepositDeps {
  /** Finds tokens that are records. */
  findPublicToken: FindToken;
  publicTokens: readonly string[];
  uploads: Uploads;
}

/** The ten routes of the contract (§4, "Public API"), and beside it refusals and the status; mounted once for each kind. */
export function publicApi(deps: PublicApiDeps): Router {
  const router = express.Router();
  router.use(
    requireBearer({
      realm: 'conventions-signing public API',
      tokens: deps.publicTokens,
      find: deps.findPublicToken,
    }),
  );
  for (const kind of signableKinds) {
    router.use(`/${segments[kind]}/:id`, recordInScope({ ...deps, kind, scopeOf }));
    router.use(`/${segments[kind]}`, signableRoutes({ ...deps, kind }));
  }
  router.use(notFound);
  return router;
}

/** A deposit is a file; texts beside it are passed over, as signing applications may send them. */
const noTexts = { count: 20, maxBytes: 64 * 1024, maxAllBytes: 64 * 1024 };

type OfKind = PublicApiDeps & { kind: SignableKind };

function signableRoutes(deps: OfKind): Router {
  const router = express.Router();
  const run = handlersWith(deps);
  route(router, '/:id', { get: [json, run(combinedDocument)] });
  route(router, '/:id/metadata', { get: [json, run(metadata)] });
  route(router, '/:id/pdf', {
    get: [answering('application/pdf'), run(registeredPdf)],
    post: [json, run(deposit)],
  });
  route(router, '/:id/dates', { patch: [json, run(recordDates)] });
  route(router, '/:id/refusal', { post: [json, run(recordRefusal)] });
  route(router, '/:id/status', { get: [json, run(status)] });
  return router;
}

async function combinedDocument(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { metadata, document } = await metadataOrRefuse(deps, request);
  await sendCombinedDocument(request, response, { db: deps.db, document, metadata: showMetadata(metadata) });
}

async function metadata(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { metadata } = await metadataOrRefuse(deps, request);
  response.set('Cache-Control', cacheControl).json(showMetadata(metadata));
}

async function registeredPdf({ db, kind }: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, kind);
  const document = await findRegisteredDocument(db, ref);
  if (document === null) throw signableNotFound(ref);
  await sendPdf(request, response, { db, document, filename: `${filePrefixes[kind]}_${ref.number}.pdf` });
}

async function deposit(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { uploads } = deps;
  const ref = await signingRefIn(deps, request);
  requireContentType(request, ['multipart/form-data']);
  const asking = askingOf(request);
  await withMultipart(request, { uploads, caller: asking.actor, textLimits: noTexts }, (parts) =>
    uploads.inMemory.run(asking.actor, async () => {
      const pdf = await pdfIn(parts);
      await depositSignedPdf(deps, { ref, pdf, ...asking });
    }),
  );
  response.json({ message: 'OK' });
}

async function recordDates(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = await signingRefIn(deps, request);
  requireContentType(request, ['application/json']);
  const entries = await receiveJson(request, response, { ...deps, schema: dateEntries });
  await recordSignatureDates(deps, { ref, entries, ...askingOf(request) });
  response.json({ message: 'OK' });
}

async function recordRefusal(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = await refusableRefIn(deps, request);
  requireContentType(request, ['application/json']);
  const { date: refusedAt, ...told } = await receiveJson(request, response, {
    ...deps,
    schema: refusalInput,
  });
  await refuse(deps, { ref, refusal: { ...told, refusedAt }, ...askingOf(request) });
  response.json({ message: 'OK' });
}

async function status({ db, kind }: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, kind);
  const found = await findStatus(db, ref);
  if (found === null) throw signableNotFound(ref);
  response.set('Cache-Control', cacheControl).json(showStatus(found));
}

/** Refuses a record whose round takes nothing before a body is read; the use case decides again under its lock. */
async function signingRefIn(deps: OfKind, request: Request): Promise<SignableRef> {
  const { ref, signable } = await stateOrRefuse(deps, request);
  refuseUnlessOpen(signable, ref);
  return ref;
}

/** The same of a refusal, of which the same again is no mistake. */
async function refusableRefIn(deps: OfKind, request: Request): Promise<SignableRef> {
  const { ref, signable } = await stateOrRefuse(deps, request);
  if (signable.state !== 'refused') refuseUnlessOpen(signable, ref);
  return ref;
}

async function stateOrRefuse({ db, kind }: OfKind, request: Request) {
  const ref = refIn(request, kind);
  const signable = await findState(db, ref);
  if (signable === null) throw signableNotFound(ref);
  return { ref, signable };
}

async function metadataOrRefuse({ db, kind }: OfKind, request: Request) {
  const ref = refIn(request, kind);
  const found = await findSigningMetadata(db, ref);
  if (found === null) throw signableNotFound(ref);
  return found;
}
