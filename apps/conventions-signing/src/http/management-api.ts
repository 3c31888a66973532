import { callerOf, requireBearer } from '@campus/auth';
import express, { type Request, type Response, type Router } from 'express';
import type { LimitFunction } from 'p-limit';
import { findSignable, findState, listSignables } from '../data/signables.ts';
import type { SigningDeps } from '../signing/dependencies.ts';
import { enterSigning } from '../signing/enter-signing.ts';
import { signableNotFound } from '../signing/lock-or-refuse.ts';
import { readSignedDocument } from '../signing/read-signed-document.ts';
import { register } from '../signing/register.ts';
import { returnToDraft } from '../signing/return-to-draft.ts';
import type { SignableKind, SignableRef } from '../signing/signable.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { maxJsonBytes } from './limits.ts';
import { requireAccept, requireContentType } from './negotiate.ts';
import { notFound } from './not-found.ts';
import { filePrefix } from './public-api.ts';
import { countingNumber, queryOf } from './query.ts';
import { hasBody, receiveJson } from './receive-json.ts';
import { withRegistration } from './receive-registration.ts';
import { refIn } from './ref-in.ts';
import { route } from './route.ts';
import { cacheControl, sendPdf } from './send-document.ts';
import { showRecord, showRound, showSummary } from './show.ts';
import { returnInput, segments } from './wire.ts';

export interface ManagementApiDeps extends SigningDeps {
  managementTokens: readonly string[];
  /** Address that callers reach the service at, without a slash at the end; undefined: as they called it. */
  baseUrl: string | undefined;
  uploadFolder: string;
  pdfSlots: LimitFunction;
}

const pageSize = 50;

/** The routes of the institution's own application, for agreements and amendments alike. */
export function managementApi(deps: ManagementApiDeps): Router {
  const router = express.Router();
  router.use(requireBearer({ realm: 'conventions-signing management API', tokens: deps.managementTokens }));
  for (const kind of ['agreement', 'amendment'] as const)
    router.use(`/${segments[kind]}`, signableRoutes(deps, kind));
  router.use(notFound);
  return router;
}

function signableRoutes(deps: ManagementApiDeps, kind: SignableKind): Router {
  const router = express.Router();
  const { db } = deps;

  const list = async (request: Request, response: Response) => {
    requireAccept(request, 'application/json');
    const before = countingNumber('before', queryOf(request, ['before']).before);
    // One more than a page tells whether there is a next one, without counting.
    const found = await listSignables(db.prisma, kind, { before, limit: pageSize + 1 });
    const page = found.slice(0, pageSize);
    const last = page.at(-1);
    const next = found.length > pageSize && last !== undefined ? `?before=${last.number}` : null;
    response.set('Cache-Control', cacheControl).json({
      results: page.map(showSummary),
      next: next === null ? null : addressOf(deps, request, `/api/${segments[kind]}${next}`),
    });
  };

  const create = async (request: Request, response: Response, agreement?: SignableRef) => {
    requireAccept(request, 'application/json');
    const key = idempotencyKeyOf(request);
    const actor = callerOf(request).fingerprint;
    const record = await withRegistration(request, response, {
      folder: deps.uploadFolder,
      pdfSlots: deps.pdfSlots,
      use: (registration) =>
        register(deps, {
          ...registration,
          ...(agreement === undefined ? {} : { agreement }),
          actor,
          key,
          show: showRecord,
        }),
    });
    const path = `/api/${agreement === undefined ? segments.agreement : segments.amendment}/${record.id}`;
    response
      .status(201)
      .location(addressOf(deps, request, path))
      .json(record);
  };

  if (kind === 'agreement') {
    route(router, '/', { get: list, post: (request, response) => create(request, response) });
    route(router, '/:id/avenants', {
      post: async (request, response) => {
        const agreement = refIn(request, 'agreement');
        await refuseUnknown(deps, agreement);
        await create(request, response, agreement);
      },
    });
  } else {
    route(router, '/', { get: list });
  }

  route(router, '/:id', {
    get: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = refIn(request, kind);
      const record = await findSignable(db.prisma, ref);
      if (record === null) throw signableNotFound(ref);
      response.set('Cache-Control', cacheControl).json(showRecord(record));
    },
  });

  route(router, '/:id/signature', {
    post: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = refIn(request, kind);
      const key = idempotencyKeyOf(request);
      const actor = callerOf(request).fingerprint;
      const round = await enterSigning(deps, { ref, actor, key, show: showRound });
      response.status(202).json(round);
    },
    delete: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = refIn(request, kind);
      const actor = callerOf(request).fingerprint;
      const setAside = await returnToDraft(deps, { ref, actor, ...(await reasonIn(request, response)) });
      response.json({ state: 'draft', setAside });
    },
  });

  route(router, '/:id/signed-pdf', {
    get: async (request, response) => {
      requireAccept(request, 'application/pdf');
      const ref = refIn(request, kind);
      const version = countingNumber('version', queryOf(request, ['version']).version);
      const document = await readSignedDocument(deps, { ref, version });
      const filename = `${filePrefix[kind]}_${ref.number}_signed_v${document.version}.pdf`;
      await sendPdf(request, response, { db, document, filename });
    },
  });

  return router;
}

async function refuseUnknown({ db }: SigningDeps, ref: SignableRef): Promise<void> {
  if ((await findState(db, ref)) === null) throw signableNotFound(ref);
}

/** The optional JSON body of the way back to draft. */
async function reasonIn(request: Request, response: Response): Promise<{ reason?: string | undefined }> {
  if (!hasBody(request)) return {};
  requireContentType(request, ['application/json']);
  return receiveJson(request, response, { schema: returnInput, maxBytes: maxJsonBytes });
}

function addressOf({ baseUrl }: ManagementApiDeps, request: Request, path: string): string {
  return `${baseUrl ?? `${request.protocol}://${request.host}`}${path}`;
}
