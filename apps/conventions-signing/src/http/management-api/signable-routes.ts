import { callerOf } from '@campus/auth';
import express, { type Request, type Response, type Router } from 'express';
import type { z } from 'zod';
import { findHistory } from '../../data/history.ts';
import { listSignables } from '../../data/list-signables.ts';
import { findId, findSignable, findState } from '../../data/signables.ts';
import { type CallDeps, enterSigning } from '../../signing/enter-signing.ts';
import { erase } from '../../signing/erase.ts';
import { foldedWords } from '../../signing/fold-text.ts';
import type { InspectionDeps } from '../../signing/inspect-or-refuse.ts';
import { readSignedDocument } from '../../signing/read-signed-document.ts';
import { signableNotFound } from '../../signing/refusals.ts';
import { register } from '../../signing/register.ts';
import { replaceDraft } from '../../signing/replace-draft.ts';
import { returnToDraft } from '../../signing/return-to-draft.ts';
import { signOutside } from '../../signing/sign-outside.ts';
import type { SignableKind, SignableRef } from '../../signing/signable.ts';
import { apiAddress, segments } from '../addresses.ts';
import { absoluteAddress, type BaseAddress } from '../answer/absolute-address.ts';
import { answering, json, requireAccept, requireContentType } from '../answer/negotiate.ts';
import { withNext } from '../answer/page.ts';
import { cacheControl, sendPdf } from '../answer/send-document.ts';
import { hasBody, receiveJson } from '../receive/receive-json.ts';
import type { Uploads } from '../receive/uploads.ts';
import { handlersWith, route } from '../route.ts';
import { reasonInput } from '../wire/inputs.ts';
import { amendmentListQuery, historyQuery, listQuery, versionQuery } from '../wire/queries.ts';
import { queryIn } from '../wire/query-in.ts';
import { refIn } from '../wire/ref-in.ts';
import { showEvent, showRecord, showRound, showSummary } from '../wire/show.ts';
import { filePrefixes } from '../wire/words.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { withRegistration } from './receive-registration.ts';
import { withSignedOutside } from './receive-signed-outside.ts';
import { requesterOf } from './requester-of.ts';

export interface SignableRoutesDeps extends InspectionDeps, CallDeps, BaseAddress {
  uploads: Uploads;
}

/** One of the kinds, whose records are at the same addresses below its own. */
type OfKind = SignableRoutesDeps & { kind: SignableKind };

/** Agreements, or amendments, as the institution's own application sees them. */
export function signableRoutes(deps: OfKind): Router {
  const router = express.Router();
  const run = handlersWith(deps);
  if (deps.kind === 'agreement') {
    route(router, '/', { get: [json, run(list)], post: [json, run(add)] });
    route(router, `/:id/${segments.amendment}`, { post: run(addAmendment) });
  } else {
    route(router, '/', { get: [json, run(list)] });
  }
  route(router, '/:id', { get: [json, run(show)], put: [json, run(replace)], delete: run(remove) });
  route(router, '/:id/history', { get: [json, run(history)] });
  route(router, '/:id/signature', { post: [json, run(send)], delete: [json, run(takeBack)] });
  route(router, '/:id/signed-outside', { post: [json, run(recordSignedOutside)] });
  route(router, '/:id/signed-pdf', { get: [answering('application/pdf'), run(signedPdf)] });
  return router;
}

async function list(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db, kind } = deps;
  const query: z.output<typeof amendmentListQuery> = queryIn(
    request,
    kind === 'agreement' ? listQuery : amendmentListQuery,
  );
  const { q, waiting_for: waitingFor, page_size: size, convention: agreement, ...filter } = query;
  const asked = { ...filter, agreement, words: foldedWords(q), waitingFor, size };
  const page = await listSignables(db.lookups.of(requesterOf(request, response)), kind, asked);
  const { results, next } = withNext(page, { deps, request });
  response.set('Cache-Control', cacheControl).json({ results: results.map(showSummary), next });
}

async function addAmendment(deps: OfKind, request: Request, response: Response): Promise<void> {
  const agreement = await knownRefIn({ ...deps, kind: 'agreement' }, request);
  requireAccept(request, 'application/json');
  await add({ ...deps, agreement }, request, response);
}

/** An agreement, or an amendment to the one that is given. */
async function add(
  deps: SignableRoutesDeps & { agreement?: SignableRef },
  request: Request,
  response: Response,
): Promise<void> {
  const { agreement } = deps;
  const key = idempotencyKeyOf(request);
  const actor = callerOf(request).fingerprint;
  const record = await withRegistration(request, { ...deps, caller: actor }, (registration) =>
    register(deps, { registration, agreement, actor, key, show: showRecord }),
  );
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  const location = absoluteAddress(deps, request, apiAddress({ kind, number: record.id }));
  response.status(201).location(location).json(record);
}

async function show({ db, kind }: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, kind);
  const record = await findSignable(db, ref);
  if (record === null) throw signableNotFound(ref);
  response.set('Cache-Control', cacheControl).json(showRecord(record));
}

async function replace(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = await knownRefIn(deps, request);
  const actor = callerOf(request).fingerprint;
  const record = await withRegistration(request, { ...deps, caller: actor }, (registration) =>
    replaceDraft(deps, { ref, registration, actor }),
  );
  response.json(showRecord(record));
}

async function remove(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, deps.kind);
  const actor = callerOf(request).fingerprint;
  await erase(deps, { ref, actor, ...(await reasonIn(request, response)) });
  response.status(204).end();
}

async function history(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db, kind } = deps;
  const ref = refIn(request, kind);
  const { before, page_size: size } = queryIn(request, historyQuery);
  const id = await findId(db.prisma, ref);
  if (id === null) throw signableNotFound(ref);
  const page = await findHistory(db.lookups.of(requesterOf(request, response)), id, { before, size });
  const { results, next } = withNext(page, { deps, request });
  response.set('Cache-Control', cacheControl).json({ results: results.map(showEvent), next });
}

async function send(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, deps.kind);
  const key = idempotencyKeyOf(request);
  const actor = callerOf(request).fingerprint;
  response.status(202).json(await enterSigning(deps, { ref, actor, key, show: showRound }));
}

async function takeBack(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, deps.kind);
  const actor = callerOf(request).fingerprint;
  const setAside = await returnToDraft(deps, { ref, actor, ...(await reasonIn(request, response)) });
  response.json({ state: 'draft', setAside });
}

async function recordSignedOutside(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = await knownRefIn(deps, request);
  const actor = callerOf(request).fingerprint;
  const record = await withSignedOutside(request, { ...deps, caller: actor }, (outside) =>
    signOutside(deps, { ref, ...outside, actor }),
  );
  response.json(showRecord(record));
}

async function signedPdf(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db, kind } = deps;
  const ref = refIn(request, kind);
  const { version } = queryIn(request, versionQuery);
  const document = await readSignedDocument(deps, { ref, version });
  const filename = `${filePrefixes[kind]}_${ref.number}_signed_v${document.version}.pdf`;
  await sendPdf(request, response, { db, document, filename });
}

/** Refuses an unknown record before a body is read; the use case decides again under its lock. */
async function knownRefIn({ db, kind }: OfKind, request: Request): Promise<SignableRef> {
  const ref = refIn(request, kind);
  if ((await findState(db, ref)) === null) throw signableNotFound(ref);
  return ref;
}

/** The optional JSON body `{reason}`. */
async function reasonIn(request: Request, response: Response): Promise<{ reason?: string | undefined }> {
  if (!hasBody(request)) return {};
  requireContentType(request, ['application/json']);
  return receiveJson(request, response, reasonInput);
}
