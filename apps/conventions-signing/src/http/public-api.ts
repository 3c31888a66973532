import { callerOf, requireBearer } from '@campus/auth';
import express, { type Request, type Router } from 'express';
import type { LimitFunction } from 'p-limit';
import { findRegisteredDocument } from '../data/documents.ts';
import { findState } from '../data/signables.ts';
import { findSigningMetadata, type SigningMetadataRow } from '../data/signing-metadata.ts';
import type { SigningDeps } from '../signing/dependencies.ts';
import { depositSignedPdf } from '../signing/deposit-signed-pdf.ts';
import { refuseDraft, signableNotFound } from '../signing/lock-or-refuse.ts';
import { recordSignatureDates } from '../signing/record-signature-dates.ts';
import type { SignableKind, SignableRef } from '../signing/signable.ts';
import { maxJsonBytes } from './limits.ts';
import { requireAccept, requireContentType } from './negotiate.ts';
import { notFound } from './not-found.ts';
import { receiveJson } from './receive-json.ts';
import { docIn, withMultipart } from './receive-multipart.ts';
import { refIn } from './ref-in.ts';
import { route } from './route.ts';
import { cacheControl, sendCombinedDocument, sendPdf } from './send-document.ts';
import { readTemporaryFile } from './temporary-file.ts';
import { dateEntries, segments } from './wire.ts';

export interface PublicApiDeps extends SigningDeps {
  publicTokens: readonly string[];
  /** Folder of uploads on their way. */
  uploadFolder: string;
  /** Bounds how many PDFs are in memory at once. */
  pdfSlots: LimitFunction;
}

/** The ten routes of the contract (§4, "Public API"), mounted once for each kind. */
export function publicApi(deps: PublicApiDeps): Router {
  const router = express.Router();
  router.use(requireBearer({ realm: 'conventions-signing public API', tokens: deps.publicTokens }));
  for (const kind of ['agreement', 'amendment'] as const)
    router.use(`/${segments[kind]}`, signableRoutes(deps, kind));
  router.use(notFound);
  return router;
}

function signableRoutes(deps: PublicApiDeps, kind: SignableKind): Router {
  const router = express.Router();
  const { db } = deps;

  route(router, '/:id', {
    get: async (request, response) => {
      requireAccept(request, 'application/json');
      const found = await metadataOrRefuse(deps, refIn(request, kind));
      const document = { id: found.document_id, sha256: found.sha256, size: found.size };
      await sendCombinedDocument(request, response, { db, document, metadata: showMetadata(found) });
    },
  });

  route(router, '/:id/metadata', {
    get: async (request, response) => {
      requireAccept(request, 'application/json');
      const found = await metadataOrRefuse(deps, refIn(request, kind));
      response.set('Cache-Control', cacheControl).json(showMetadata(found));
    },
  });

  route(router, '/:id/pdf', {
    get: async (request, response) => {
      requireAccept(request, 'application/pdf');
      const ref = refIn(request, kind);
      const document = await findRegisteredDocument(db, ref);
      if (document === null) throw signableNotFound(ref);
      await sendPdf(request, response, { db, document, filename: `${filePrefix[kind]}_${ref.number}.pdf` });
    },
    post: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = await signingRefIn(deps, request, kind);
      requireContentType(request, ['multipart/form-data']);
      await withMultipart(request, response, {
        folder: deps.uploadFolder,
        names: ['doc'],
        use: (parts) => {
          const doc = docIn(parts);
          return deps.pdfSlots(async () => {
            const pdf = await readTemporaryFile(doc);
            await depositSignedPdf(deps, { ref, pdf, actor: callerOf(request).fingerprint });
          });
        },
      });
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

/** Start of the file name that a downloaded document gets. */
export const filePrefix = { agreement: 'Convention', amendment: 'Avenant' } as const;

/** Refuses an unknown record or a draft before a body is read; the use case decides again under its lock. */
async function signingRefIn(deps: SigningDeps, request: Request, kind: SignableKind): Promise<SignableRef> {
  const ref = refIn(request, kind);
  const state = await findState(deps.db, ref);
  if (state === null) throw signableNotFound(ref);
  refuseDraft({ state }, ref);
  return ref;
}

async function metadataOrRefuse({ db }: SigningDeps, ref: SignableRef): Promise<SigningMetadataRow> {
  const found = await findSigningMetadata(db, ref);
  if (found === null) throw signableNotFound(ref);
  return found;
}

/** Metadata object (contract §2): fields at top level, `phone` null when absent, `watchers` always there. */
function showMetadata({
  title,
  company_name,
  school,
  workflow_id,
  signatories,
  watchers,
}: SigningMetadataRow) {
  return {
    title,
    companyname: company_name,
    school,
    workflowId: workflow_id,
    signatory: signatories.map(({ name, givenName, mail, phone, order }) => ({
      name,
      givenname: givenName,
      mail,
      phone,
      order,
    })),
    watchers: watchers.map((mail) => ({ mail })),
  };
}
