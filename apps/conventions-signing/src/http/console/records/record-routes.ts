import { visitsWith } from '@campus/accounts';
import express, { type Response, type Router } from 'express';
import { findRegisteredDocument } from '../../../data/documents.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { signableNotFound } from '../../../signing/conditions.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import { readSignedDocument } from '../../../signing/read-signed-document.ts';
import { versionQuery } from '../../../wire/queries.ts';
import { filePrefixes } from '../../../wire/words.ts';
import { sendPdf } from '../../answer/send-document.ts';
import { queryIn } from '../../asked/query-in.ts';
import { refIn } from '../../asked/ref-in.ts';
import type { SendEvidence } from '../../evidence/send-package.ts';
import { route } from '../../route.ts';
import { type ConfiguredTokens, tokenHoldersOf } from '../../said/token-holders.ts';
import { type LivePageDeps, liveRoutes } from '../frame/live-page.ts';
import type { SaveDeps } from '../save/save-table.ts';
import { type PageDeps, recipientOf, type Visit } from '../session/reader.ts';
import { saveHistory, showHistory } from './history.ts';
import { filtered, selected, sendArchive, sendTable } from './record-export.ts';
import { recordList } from './record-list.ts';
import { recordPage } from './record-page.ts';

/** What the pages of records work with. */
export type RecordDeps = LivePageDeps &
  SaveDeps &
  ConfiguredTokens &
  Pick<CallDeps, 'hasWebhook'> & { sendEvidence: SendEvidence };

type OfKind = Visit & { kind: SignableKind };

/** What staff look at of agreements, or of amendments. */
export function recordRoutes(deps: RecordDeps, kind: SignableKind): Router {
  const { readForm } = deps.sessions;
  const ofKind = { ...deps, kind, tokens: tokenHoldersOf(deps) };
  const run = visitsWith(ofKind);
  const router = express.Router();
  liveRoutes(router, '/', { deps: ofKind, shown: recordList });
  route(router, '/export', { get: run(filtered(sendTable)), post: [...readForm, run(selected(sendTable))] });
  route(router, '/signed-pdfs', {
    get: run(filtered(sendArchive)),
    post: [...readForm, run(selected(sendArchive))],
  });
  liveRoutes(router, '/:id', { deps: ofKind, shown: recordPage });
  route(router, '/:id/history', { get: run(showHistory) });
  route(router, '/:id/history/export', { get: run(saveHistory) });
  route(router, '/:id/pdf', { get: run(showRegistered) });
  route(router, '/:id/signed-pdf', { get: run(showSigned) });
  route(router, '/:id/evidence', { get: run(saveEvidence) });
  return router;
}

/** The registered PDF, which the browser shows in its own viewer. */
async function showRegistered({ db, kind, request, response }: PageDeps & OfKind): Promise<void> {
  const ref = refIn(request, kind);
  const document = await findRegisteredDocument(db, ref);
  if (document === null) throw signableNotFound(ref);
  const filename = `${filePrefixes[kind]}_${ref.number}.pdf`;
  letOursFrame(response);
  await sendPdf(request, response, { db, document, filename, shown: 'inline' });
}

/** A signed one, likewise. */
async function showSigned({ db, kind, request, response }: PageDeps & OfKind): Promise<void> {
  const ref = refIn(request, kind);
  const { version } = queryIn(request, versionQuery);
  const document = await readSignedDocument({ db }, { ref, version });
  const filename = `${filePrefixes[kind]}_${ref.number}_signed_v${document.version}.pdf`;
  letOursFrame(response);
  await sendPdf(request, response, { db, document, filename, shown: 'inline' });
}

/**
 * The PDF's own policy: whoever signed it may have put scripts, forms and links into it. It may use nothing of ours, and
 * only pages of ours may frame it. No `sandbox`: Chromium opens its viewer in none.
 */
function letOursFrame(response: Response): void {
  response.set({
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    // For browsers that know no `frame-ancestors`.
    'X-Frame-Options': 'SAMEORIGIN',
  });
}

/** The evidence package of a record, for whoever may see it. */
function saveEvidence(visit: RecordDeps & OfKind): Promise<void> {
  const { kind, request, reader, sendEvidence } = visit;
  return sendEvidence(recipientOf(visit), { ref: refIn(request, kind), scope: reader.account.scope });
}
