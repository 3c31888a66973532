import { callerOf, requireBearer } from '@campus/auth';
import express, { type Request, type Response, type Router } from 'express';
import { findRegisteredDocument } from '../data/documents.ts';
import { findState } from '../data/signables.ts';
import { findSigningMetadata } from '../data/signing-metadata.ts';
import { depositSignedPdf } from '../signing/deposit-signed-pdf.ts';
import type { InspectionDeps } from '../signing/inspect-or-refuse.ts';
import { recordSignatureDates } from '../signing/record-signature-dates.ts';
import { refuseUnlessOpen, signableNotFound } from '../signing/refusals.ts';
import { type SignableKind, type SignableRef, signableKinds } from '../signing/signable.ts';
import { segments } from './addresses.ts';
import { answering, json, requireContentType } from './answer/negotiate.ts';
import { notFound } from './answer/not-found.ts';
import { cacheControl, sendCombinedDocument, sendPdf } from './answer/send-document.ts';
import { receiveJson } from './receive/receive-json.ts';
import { pdfIn, withMultipart } from './receive/receive-multipart.ts';
import type { Uploads } from './receive/uploads.ts';
import { handlersWith, route } from './route.ts';
import { dateEntries } from './wire/inputs.ts';
import { refIn } from './wire/ref-in.ts';
import { showMetadata } from './wire/show.ts';
import { filePrefixes } from './wire/words.ts';

export interface PublicApiDeps extends InspectionDeps {
  publicTokens: readonly string[];
  uploads: Uploads;
}

/** The ten routes of the contract (§4, "Public API"), mounted once for each kind. */
export function publicApi(deps: PublicApiDeps): Router {
  const router = express.Router();
  router.use(requireBearer({ realm: 'conventions-signing public API', tokens: deps.publicTokens }));
  for (const kind of signableKinds) router.use(`/${segments[kind]}`, signableRoutes({ ...deps, kind }));
  router.use(notFound);
  return router;
}

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
  const actor = callerOf(request).fingerprint;
  await withMultipart(request, { uploads, caller: actor }, (parts) =>
    uploads.inMemory.run(actor, async () => {
      const pdf = await pdfIn(parts);
      await depositSignedPdf(deps, { ref, pdf, actor });
    }),
  );
  response.json({ message: 'OK' });
}

async function recordDates(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = await signingRefIn(deps, request);
  requireContentType(request, ['application/json']);
  const entries = await receiveJson(request, response, dateEntries);
  await recordSignatureDates(deps, { ref, entries, actor: callerOf(request).fingerprint });
  response.json({ message: 'OK' });
}

/** Refuses an unknown record, a draft, and what was signed outside before a body is read; the use case decides again under its lock. */
async function signingRefIn(deps: OfKind, request: Request): Promise<SignableRef> {
  const ref = refIn(request, deps.kind);
  const signable = await findState(deps.db, ref);
  if (signable === null) throw signableNotFound(ref);
  refuseUnlessOpen(signable, ref);
  return ref;
}

async function metadataOrRefuse({ db, kind }: OfKind, request: Request) {
  const ref = refIn(request, kind);
  const found = await findSigningMetadata(db, ref);
  if (found === null) throw signableNotFound(ref);
  return found;
}
