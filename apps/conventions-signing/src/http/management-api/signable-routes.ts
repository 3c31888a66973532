import { callerOf } from '@campus/auth';
import express, { type Request, type Response, type Router } from 'express';
import type { z } from 'zod';
import { findHistory, pagesOfHistory } from '../../data/history.ts';
import { listSignables } from '../../data/list-signables.ts';
import { findId, findSignable, findState, seenIn } from '../../data/signables.ts';
import type { SignableKind, SignableRef } from '../../domain/signable.ts';
import { changeDue } from '../../signing/change-due.ts';
import { type CallDeps, enterSigning } from '../../signing/enter-signing.ts';
import { erase } from '../../signing/erase.ts';
import type { DepositDeps } from '../../signing/inspect-or-refuse.ts';
import { readSignedDocument } from '../../signing/read-signed-document.ts';
import { signableNotFound } from '../../signing/refusals.ts';
import { register } from '../../signing/register.ts';
import { replaceDraft } from '../../signing/replace-draft.ts';
import { restore } from '../../signing/restore.ts';
import { returnToDraft } from '../../signing/return-to-draft.ts';
import { signOutside } from '../../signing/sign-outside.ts';
import { apiAddress, segments } from '../../wire/api-addresses.ts';
import { dueInput, reasonInput, restoreInput, sendingInput } from '../../wire/inputs.ts';
import { historyQuery, versionQuery } from '../../wire/queries.ts';
import { showEvent, showRecord, showRestored, showRound, showSummary } from '../../wire/show.ts';
import { filePrefixes } from '../../wire/words.ts';
import { absoluteAddress, type BaseAddress } from '../answer/absolute-address.ts';
import { csvOf } from '../answer/csv.ts';
import type { ExportDeps } from '../answer/exports.ts';
import { answering, json, requireAccept, requireContentType } from '../answer/negotiate.ts';
import { withNext } from '../answer/page.ts';
import { cacheControl, sendPdf } from '../answer/send-document.ts';
import { listFilterIn } from '../asked/list-filter.ts';
import { queryIn } from '../asked/query-in.ts';
import { refIn } from '../asked/ref-in.ts';
import type { SendEvidence } from '../evidence/send-package.ts';
import { hasBody } from '../receive/has-body.ts';
import { receiveJson } from '../receive/receive-json.ts';
import type { Uploads } from '../receive/uploads.ts';
import { handlersWith, route } from '../route.ts';
import { askingOf, scopeOf } from '../scope/program-scope.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { withRegistration } from './receive-registration.ts';
import { withSignedOutside } from './receive-signed-outside.ts';
import { matchIn, tagOf } from './record-tag.ts';
import { requesterOf } from './requester-of.ts';
import { type LastingDeps, recipientOf } from './still-open.ts';
import { historyColumns } from './table-columns.ts';

export interface SignableRoutesDeps extends DepositDeps, CallDeps, BaseAddress, ExportDeps, LastingDeps {
  uploads: Uploads;
  sendEvidence: SendEvidence;
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
  route(router, '/:id/history.csv', { get: [answering('text/csv'), run(historyTable)] });
  route(router, '/:id/signature', { post: [json, run(send)], delete: [json, run(takeBack)] });
  route(router, '/:id/restore', { post: [json, run(restoreRound)] });
  route(router, '/:id/due', { put: [json, run(setDue)] });
  route(router, '/:id/signed-outside', { post: [json, run(recordSignedOutside)] });
  route(router, '/:id/signed-pdf', { get: [answering('application/pdf'), run(signedPdf)] });
  route(router, '/:id/evidence', { get: [answering('application/zip'), run(evidence)] });
  return router;
}

async function list(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db, kind } = deps;
  const { filter, order, page: asked } = listFilterIn(request, kind, { ...deps, scope: scopeOf(request) });
  const page = await listSignables(db.lookups.of(requesterOf(request, response)), kind, {
    ...filter,
    ...asked,
    order,
  });
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
    register(deps, { registration, agreement, actor, scope: scopeOf(request), key, show: showRecord }),
  );
  const kind = agreement === undefined ? 'agreement' : 'amendment';
  const location = absoluteAddress(deps, request, apiAddress({ kind, number: record.id }));
  response.status(201).location(location).json(record);
}

async function show({ db, kind }: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, kind);
  const record = await findSignable(db, ref, scopeOf(request));
  if (record === null) throw signableNotFound(ref);
  const shown = JSON.stringify(showRecord(record));
  response
    .set({ 'Cache-Control': cacheControl, ETag: tagOf(shown) })
    .type('json')
    .send(shown);
}

async function replace(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = await knownRefIn(deps, request);
  const asking = askingOf(request);
  const record = await withRegistration(request, { ...deps, caller: asking.actor }, (registration) =>
    replaceDraft(deps, { ref, registration, ...asking }),
  );
  response.json(showRecord(seenIn(asking.scope, record)));
}

async function remove(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, deps.kind);
  await erase(deps, {
    ref,
    ...askingOf(request),
    ...(await optionalJson(request, response, { ...deps, schema: reasonInput })),
  });
  response.status(204).end();
}

async function history(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db } = deps;
  const { before, page_size: size } = queryIn(request, historyQuery);
  const { id } = await knownIn(deps, request);
  const page = await findHistory(db.lookups.of(requesterOf(request, response)), id, { before, size });
  const { results, next } = withNext(page, { deps, request });
  response.set('Cache-Control', cacheControl).json({ results: results.map(showEvent), next });
}

async function historyTable(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db, exports, kind } = deps;
  const { ref, id } = await knownIn(deps, request);
  const events = pagesOfHistory(db.lookups.of(requesterOf(request, response)), id);
  await exports.table(recipientOf(deps, request, response), {
    name: `${filePrefixes[kind]}_${ref.number}_history.csv`,
    lines: csvOf(events, { columns: historyColumns, language: 'en' }),
  });
}

/** The record that the path names, with its id in the database. */
async function knownIn({ db, kind }: OfKind, request: Request): Promise<{ ref: SignableRef; id: number }> {
  const ref = refIn(request, kind);
  const id = await findId(db.prisma, ref);
  if (id === null) throw signableNotFound(ref);
  return { ref, id };
}

async function send(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, deps.kind);
  const key = idempotencyKeyOf(request);
  const match = matchIn(request);
  const { due, round } = await optionalJson(request, response, { ...deps, schema: sendingInput });
  const asked = { ref, ...askingOf(request), key, due, seen: { round, match } };
  response.status(202).json(await enterSigning(deps, { ...asked, show: showRound }));
}

async function restoreRound(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, deps.kind);
  const key = idempotencyKeyOf(request);
  requireContentType(request, ['application/json']);
  const asked = await receiveJson(request, response, { ...deps, schema: restoreInput });
  response.json(await restore(deps, { ref, ...askingOf(request), key, ...asked, show: showRestored }));
}

async function setDue(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, deps.kind);
  requireContentType(request, ['application/json']);
  const { due } = await receiveJson(request, response, { ...deps, schema: dueInput });
  response.json(await changeDue(deps, { ref, ...askingOf(request), due }));
}

async function takeBack(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = refIn(request, deps.kind);
  const setAside = await returnToDraft(deps, {
    ref,
    ...askingOf(request),
    ...(await optionalJson(request, response, { ...deps, schema: reasonInput })),
  });
  response.json({ state: 'draft', setAside });
}

async function recordSignedOutside(deps: OfKind, request: Request, response: Response): Promise<void> {
  const ref = await knownRefIn(deps, request);
  const asking = askingOf(request);
  const record = await withSignedOutside(request, { ...deps, caller: asking.actor }, (outside) =>
    signOutside(deps, { ref, ...outside, ...asking }),
  );
  response.json(showRecord(seenIn(asking.scope, record)));
}

async function signedPdf(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { db, kind } = deps;
  const ref = refIn(request, kind);
  const { version } = queryIn(request, versionQuery);
  const document = await readSignedDocument(deps, { ref, version });
  const filename = `${filePrefixes[kind]}_${ref.number}_signed_v${document.version}.pdf`;
  await sendPdf(request, response, { db, document, filename });
}

function evidence(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { sendEvidence, kind } = deps;
  return sendEvidence(recipientOf(deps, request, response), {
    ref: refIn(request, kind),
    scope: scopeOf(request),
  });
}

/** Refuses an unknown record before a body is read; the use case decides again under its lock. */
async function knownRefIn({ db, kind }: OfKind, request: Request): Promise<SignableRef> {
  const ref = refIn(request, kind);
  if ((await findState(db, ref)) === null) throw signableNotFound(ref);
  return ref;
}

/** A JSON body that may be left out. */
async function optionalJson<Schema extends z.ZodObject>(
  request: Request,
  response: Response,
  wanted: { schema: Schema; uploads: Uploads },
): Promise<Partial<z.output<Schema>>> {
  if (!hasBody(request)) return {};
  requireContentType(request, ['application/json']);
  return receiveJson(request, response, wanted);
}
