import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import express, { type Response, type Router } from 'express';
import { findActorNames } from '../../../data/actors.ts';
import { findRegisteredDocument } from '../../../data/documents.ts';
import { findLandmarks } from '../../../data/history.ts';
import { listSignables } from '../../../data/list-signables.ts';
import { findSignable } from '../../../data/signables.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { restorableRound } from '../../../domain/restorable-round.ts';
import { roundCounts, type SignableKind } from '../../../domain/signable.ts';
import { signableNotFound } from '../../../signing/conditions.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import { readSignedDocument } from '../../../signing/read-signed-document.ts';
import { stageOf } from '../../../signing/stage.ts';
import { versionQuery } from '../../../wire/queries.ts';
import { filePrefixes } from '../../../wire/words.ts';
import { documentAddress, recordLiveAddress, signedDocumentAddress } from '../../addresses.ts';
import { sendPdf } from '../../answer/send-document.ts';
import { queryIn } from '../../asked/query-in.ts';
import { refIn } from '../../asked/ref-in.ts';
import type { SendEvidence } from '../../evidence/send-package.ts';
import { route } from '../../route.ts';
import { nameOf, pdfLink } from '../../said/record-name.ts';
import { recordWords } from '../../said/record-words.ts';
import { type ConfiguredTokens, type TokenHolders, tokenHoldersOf } from '../../said/token-holders.ts';
import { actionWords } from '../actions/action-words.ts';
import { actionsOf, signedDocumentLink } from '../actions/actions-of.ts';
import { type LivePage, type LivePageDeps, liveRoutes } from '../frame/live-page.ts';
import { listLink } from '../frame/record-in.ts';
import type { SaveDeps } from '../save/save-table.ts';
import { type MailDeps, type PageDeps, type Reader, recipientOf, type Visit } from '../session/reader.ts';
import { saveHistory, showHistory } from './history.ts';
import { filtered, selected, sendArchive, sendTable } from './record-export.ts';
import { recordList } from './record-list.ts';
import { recordPart } from './record-part.ts';
import type { ShownRecord } from './shown-record.ts';

/** What the pages of records work with. */
export type RecordDeps = LivePageDeps &
  SaveDeps &
  ConfiguredTokens &
  MailDeps &
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

/** An agreement has a handful of amendments; more are found in their list. */
const maxAmendments = 50;

/** What the page of a record works with. */
type RecordPageDeps = LivePageDeps &
  MailDeps &
  Pick<CallDeps, 'hasWebhook'> & { kind: SignableKind; tokens: TokenHolders };

/** The page of one record, and the part of it that follows what is in flight. */
const recordPage: LivePage<RecordPageDeps, ShownRecord> = {
  look: readShown,
  page({ request, reader, hasWebhook, hasMail, letters, csrf, answer }, shown) {
    const { record } = shown;
    const actions = actionsOf(record, reader, {
      csrf: csrf(),
      hasWebhook,
      hasMail,
      letters,
      restorable: restorableOf(shown),
    });
    const outcome = ui.outcomeNotice(request.query.done, actionWords[reader.language].outcomes);
    // A call that has failed meanwhile has a notice of its own, beside which this one would mislead.
    const isOvertaken = request.query.done === 'sent' && ['retrying', 'failed'].includes(stageOf(record));
    const above = html`${!isOvertaken && outcome}${actions}`;
    answer(pageOfRecord(shown, { above, reader }));
  },
  part: ({ kind, request }) => ({
    key: `record ${kind} ${refIn(request, kind).number}`,
    show(shown, reader) {
      // What stands above this part is not sent anew, and has no signed document to open yet.
      const opening = signedDocumentLink(shown.record, reader.language);
      const content = html`${opening && html`<p>${opening}</p>`}${recordPart(shown, reader)}`;
      return { content, isOver: !isInFlight(shown) };
    },
  }),
};

async function readShown(visit: RecordPageDeps & Visit): Promise<ShownRecord> {
  const { db, kind, lookups, request, reader, tokens } = visit;
  const { scope } = reader.account;
  const ref = refIn(request, kind);
  const record = await findSignable(db, ref, scope);
  if (record === null) throw signableNotFound(ref);
  const landmarks = await findLandmarks(lookups, record.id);
  const { registered, setAside } = landmarks;
  const acting = [
    ...record.history.results,
    ...record.deposits,
    ...setAside,
    ...(registered === null ? [] : [registered]),
  ].map(({ actor }) => actor);
  const actors = { names: await findActorNames(db.pool, acting), tokens };
  if (record.amendments.length === 0) return { record, landmarks, actors, amendments: [] };
  const { results: amendments } = await listSignables(lookups, 'amendment', {
    scope,
    agreement: record.number,
    size: maxAmendments,
  });
  return { record, landmarks, actors, amendments };
}

/** The round that could count again, while the one that followed has received nothing. */
function restorableOf({ record, landmarks: { setAside: ends, registered } }: ShownRecord): number | null {
  const { state, round, signatories, deposits } = record;
  const isEmpty =
    signatories.every(({ signatureDate }) => signatureDate === null) &&
    deposits.every((deposit) => deposit.round !== round);
  if (state !== 'draft' && !(state === 'signing' && isEmpty)) return null;
  return restorableRound(record, { ends, registered })?.round ?? null;
}

function isInFlight({ record }: ShownRecord): boolean {
  return record.state === 'signing' || record.deliveries.some(({ state }) => state === 'pending');
}

function pageOfRecord(shown: ShownRecord, { above, reader }: { above: Html; reader: Reader }): ui.Page {
  const { record } = shown;
  const content = recordPart(shown, reader);
  const label = recordWords[reader.language].live;
  const viewer = documentViewer(record, reader);
  const followed = isInFlight(shown)
    ? ui.live(
        { source: recordLiveAddress(record), label, language: reader.language, loadsAnew: true },
        content,
      )
    : content;
  return {
    title: nameOf(record, reader.language),
    breadcrumbs: [listLink(record.kind, reader.language)],
    // Forms stand above the part that is sent anew, and would be lost with it. When all has settled the whole page
    // is loaded again: other actions are open then.
    main: html`${above}
${viewer === undefined ? followed : html`<div class="beside"><div>${followed}</div>${viewer}</div>`}`,
    styles: ['lists.css', 'record.css'],
    scripts: ['live.js', 'document-viewer.js'],
  };
}

/**
 * The documents that count, the newest first, as links. `document-viewer.js` shows them beside the page in the browser's
 * own viewer, where there is one; undefined for what was erased.
 */
function documentViewer(record: SignableRecord, reader: Reader): Html | undefined {
  if (record.document === null) return undefined;
  const say = recordWords[reader.language];
  const counting = record.deposits
    .toReversed()
    .filter(({ round, supersededSha256 }) => supersededSha256 === null && roundCounts(record, round));
  const links = [
    ...counting.map(({ version }) =>
      pdfLink({ href: signedDocumentAddress(record, version), text: say.signedDocument(version) }),
    ),
    pdfLink({ href: documentAddress(record), text: say.registeredDocument }),
  ];
  const alone = { hidden: true, 'data-alone': true, href: documentAddress(record) };
  return html`<section class="document" data-viewer="" aria-label="${say.documentShown}">
<nav class="versions" aria-label="${say.documents}"><ul role="list">${links.map((link) => html`<li>${link}</li>`)}</ul><a${attributes(alone)}>${say.openAlone}</a></nav>
</section>`;
}
