import { callerOf, requireBearer } from '@campus/auth';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { z } from 'zod';
import { findHistory } from '../../data/history.ts';
import { listSignables } from '../../data/list-signables.ts';
import { findId, findSignable, findState } from '../../data/signables.ts';
import type { SigningDeps } from '../../signing/dependencies.ts';
import { enterSigning } from '../../signing/enter-signing.ts';
import { erase } from '../../signing/erase.ts';
import { foldedWords } from '../../signing/fold-text.ts';
import { readSignedDocument } from '../../signing/read-signed-document.ts';
import { signableNotFound } from '../../signing/refusals.ts';
import { register } from '../../signing/register.ts';
import { replaceDraft } from '../../signing/replace-draft.ts';
import { returnToDraft } from '../../signing/return-to-draft.ts';
import { signOutside } from '../../signing/sign-outside.ts';
import { type SignableKind, type SignableRef, signableKinds } from '../../signing/signable.ts';
import { apiAddress, segments } from '../addresses.ts';
import { absoluteAddress, type BaseAddress } from '../answer/absolute-address.ts';
import { requireAccept, requireContentType } from '../answer/negotiate.ts';
import { notFound } from '../answer/not-found.ts';
import { withNext } from '../answer/page.ts';
import { cacheControl, sendPdf } from '../answer/send-document.ts';
import { maxJsonBytes } from '../receive/limits.ts';
import { hasBody, receiveJson } from '../receive/receive-json.ts';
import type { Uploads } from '../receive/uploads.ts';
import { route } from '../route.ts';
import { reasonInput } from '../wire/inputs.ts';
import { amendmentListQuery, historyQuery, listQuery, versionQuery } from '../wire/queries.ts';
import { queryIn } from '../wire/query-in.ts';
import { refIn } from '../wire/ref-in.ts';
import { showEvent, showRecord, showRound, showSummary } from '../wire/show.ts';
import { filePrefixes } from '../wire/words.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { withRegistration } from './receive-registration.ts';
import { withSignedOutside } from './receive-signed-outside.ts';
import { requesterOf } from './requester-of.ts';

export interface ManagementApiDeps extends SigningDeps, BaseAddress {
  managementTokens: readonly string[];
  uploads: Uploads;
}

/** The routes of the institution's own application, for agreements and amendments alike. */
export function managementApi(deps: ManagementApiDeps): Router {
  const router = express.Router();
  router.use(requireBearer({ realm: 'conventions-signing management API', tokens: deps.managementTokens }));
  for (const kind of signableKinds) {
    router.use(`/${segments[kind]}`, signableRoutes(deps, kind));
  }
  router.use('/deliveries', deliveryRoutes(deps));
  router.use(notFound);
  return router;
}

function signableRoutes(deps: ManagementApiDeps, kind: SignableKind): Router {
  const router = express.Router();
  const { db, uploads } = deps;

  const list: RequestHandler = async (request, response) => {
    requireAccept(request, 'application/json');
    const {
      q,
      waiting_for: waitingFor,
      page_size: size,
      convention: agreement,
      ...filter
    }: z.output<typeof amendmentListQuery> = queryIn(
      request,
      kind === 'agreement' ? listQuery : amendmentListQuery,
    );
    const words = foldedWords(q);
    const page = await db.lookups.withPrisma(requesterOf(request, response), (tx) =>
      listSignables(tx, kind, { ...filter, agreement, words, waitingFor, size }),
    );
    const { results, next } = withNext(page, { deps, request });
    response.set('Cache-Control', cacheControl).json({ results: results.map(showSummary), next });
  };

  const create = async (request: Request, response: Response, agreement?: SignableRef) => {
    requireAccept(request, 'application/json');
    const key = idempotencyKeyOf(request);
    const actor = callerOf(request).fingerprint;
    const record = await withRegistration(request, { uploads, caller: actor }, (registration) =>
      register(deps, { registration, agreement, actor, key, show: showRecord }),
    );
    const address = apiAddress({
      kind: agreement === undefined ? 'agreement' : 'amendment',
      number: record.id,
    });
    response
      .status(201)
      .location(absoluteAddress(deps, request, address))
      .json(record);
  };

  if (kind === 'agreement') {
    route(router, '/', { get: list, post: (request, response) => create(request, response) });
    route(router, `/:id/${segments.amendment}`, {
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
    put: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = refIn(request, kind);
      await refuseUnknown(deps, ref);
      const actor = callerOf(request).fingerprint;
      const record = await withRegistration(request, { uploads, caller: actor }, (registration) =>
        replaceDraft(deps, { ref, registration, actor }),
      );
      response.json(showRecord(record));
    },
    delete: async (request, response) => {
      const ref = refIn(request, kind);
      const actor = callerOf(request).fingerprint;
      await erase(deps, { ref, actor, ...(await reasonIn(request, response)) });
      response.status(204).end();
    },
  });

  route(router, '/:id/history', {
    get: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = refIn(request, kind);
      const { before, page_size: size } = queryIn(request, historyQuery);
      const id = await findId(db.prisma, ref);
      if (id === null) throw signableNotFound(ref);
      const page = await db.lookups.withPrisma(requesterOf(request, response), (tx) =>
        findHistory(tx, id, { before, size }),
      );
      const { results, next } = withNext(page, { deps, request });
      response.set('Cache-Control', cacheControl).json({ results: results.map(showEvent), next });
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

  route(router, '/:id/signed-outside', {
    post: async (request, response) => {
      requireAccept(request, 'application/json');
      const ref = refIn(request, kind);
      await refuseUnknown(deps, ref);
      const actor = callerOf(request).fingerprint;
      const record = await withSignedOutside(request, { uploads, caller: actor }, (outside) =>
        signOutside(deps, { ref, ...outside, actor }),
      );
      response.json(showRecord(record));
    },
  });

  route(router, '/:id/signed-pdf', {
    get: async (request, response) => {
      requireAccept(request, 'application/pdf');
      const ref = refIn(request, kind);
      const version = queryIn(request, versionQuery).version;
      const document = await readSignedDocument(deps, { ref, version });
      const filename = `${filePrefixes[kind]}_${ref.number}_signed_v${document.version}.pdf`;
      await sendPdf(request, response, { db, document, filename });
    },
  });

  return router;
}

async function refuseUnknown({ db }: SigningDeps, ref: SignableRef): Promise<void> {
  if ((await findState(db, ref)) === null) throw signableNotFound(ref);
}

/** The optional JSON body `{reason}`. */
async function reasonIn(request: Request, response: Response): Promise<{ reason?: string | undefined }> {
  if (!hasBody(request)) return {};
  requireContentType(request, ['application/json']);
  return receiveJson(request, response, { schema: reasonInput, maxBytes: maxJsonBytes });
}
