import { callerOf, requireBearer } from '@campus/auth';
import express, { type Request, type Router } from 'express';
import { findRegisteredDocument } from '../data/documents.ts';
import { findState } from '../data/signables.ts';
import { findSigningMetadata } from '../data/signing-metadata.ts';
import type { SigningDeps } from '../signing/dependencies.ts';
import { depositSignedPdf } from '../signing/deposit-signed-pdf.ts';
import { recordSignatureDates } from '../signing/record-signature-dates.ts';
import { refuseUnlessOpen, signableNotFound } from '../signing/refusals.ts';
import { type SignableKind, type SignableRef, signableKinds } from '../signing/signable.ts';
import { segments } from './addresses.ts';
import { requireAccept, requireContentType } from './answer/negotiate.ts';
import { notFound } from './answer/not-found.ts';
import { cacheControl, sendCombinedDocument, sendPdf } from './answer/send-document.ts';
import { maxJsonBytes } from './receive/limits.ts';
import { receiveJson } from './receive/receive-json.ts';
import { pdfIn, withMultipart } from './receive/receive-multipart.ts';
import type { Uploads } from './receive/uploads.ts';
import { route } from './route.ts';
import { dateEntries } from './wire/inputs.ts';
import { refIn } from './wire/ref-in.ts';
import { showMetadata } from './wire/show.ts';
import { filePrefixes } from './wire/words.ts';

export interface PublicApiDeps extends SigningDeps {
  publicTokens: readonly string[];
  uploads: Uploads;
}

/** The ten routes of the contract (§4, "Public API"), mounted once for each kind. */
export function publicApi(deps: PublicApiDeps): Router {
  const router = express.Router();
  router.use(requireBearer({ realm: 'conventions-signing public API', tokens: deps.publicTokens }));
  for (const kind of signableKinds) router.use(`/${segments[kind]}`, signableRoutes(deps, kind));
  router.use(notFound);
  return router;
}

function signableRoutes(deps: PublicApiDeps, kind: SignableKind): Router {
  const router = express.Router();
  const { db, uploads } = deps;

  route(router, '/:id', {
    get: async (request, response) => {
      requireAccept(request, 'application/json');
      const { metadata, document } = await metadataOrRefuse(deps, refIn(request, kind));
      await sendCombinedDocument(request, response, { db, document, metadata: showMetadata(metadata) });
    },
  });

  route(router, '/:id/metadata', {
    get: async (request, response) => {
      requireAccept(request, 'application/json');
      const { metadata } = await metadataOrRefuse(deps, refIn(request, kind));
      response.set('Cache-Control', cacheControl).json(showMetadata(metadata));
    },
  });

  route(router, '/:id/pdf', {
    get: async (request, response) => {
      requireAccept(request, 'application/pdf');
      const ref = refIn(request, kind);
      const document = await findRegisteredDocument(db, ref);
      if (document === null) throw signableNotFound(ref);
      await sendPdf(request, response, { db, document, filename: `${filePrefixes[kind]}_${ref.number}.pdf` });
    },
    post: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = await signingRefIn(deps, request, kind);
      requireContentType(request, ['multipart/form-data']);
      const actor = callerOf(request).fingerprint;
      await withMultipart(request, { uploads, caller: actor }, (parts) =>
        uploads.inMemory.run(actor, async () => {
          const pdf = await pdfIn(parts);
          await depositSignedPdf(deps, { ref, pdf, actor });
        }),
      );
      response.json({ message: 'OK' });
    },
  });

  route(router, '/:id/dates', {
    patch: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = await signingRefIn(deps, request, kind);
      requireContentType(request, ['application/json']);
      const entries = await receiveJson(request, response, { schema: dateEntries, maxBytes: maxJsonBytes });
      await recordSignatureDates(deps, { ref, entries, actor: callerOf(request).fingerprint });
      response.json({ message: 'OK' });
    },
  });

  return router;
}

/** Refuses an unknown record, a draft, and what was signed outside before a body is read; the use case decides again under its lock. */
async function signingRefIn(deps: SigningDeps, request: Request, kind: SignableKind): Promise<SignableRef> {
  const ref = refIn(request, kind);
  const signable = await findState(deps.db, ref);
  if (signable === null) throw signableNotFound(ref);
  refuseUnlessOpen(signable, ref);
  return ref;
}

async function metadataOrRefuse({ db }: SigningDeps, ref: SignableRef) {
  const found = await findSigningMetadata(db, ref);
  if (found === null) throw signableNotFound(ref);
  return found;
}
