import { visitsWith } from '@campus/accounts';
import { html } from '@campus/pages';
import type { RequestHandler } from 'express';
import { findActorNames } from '../../../data/actor-names.ts';
import { findHistory } from '../../../data/history.ts';
import { findSignable } from '../../../data/signables.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { signableNotFound } from '../../../signing/refusals.ts';
import { historyQuery } from '../../../wire/queries.ts';
import { historyAddress, historyExportAddress } from '../../addresses.ts';
import { formQuery } from '../../asked/form-query.ts';
import { refIn } from '../../asked/ref-in.ts';
import { recordWords } from '../../said/record-words.ts';
import { type ConfiguredTokens, tokenHoldersOf } from '../../said/token-holders.ts';
import { breadcrumbsTo } from '../frame/breadcrumbs.ts';
import { olderPages } from '../frame/older-pages.ts';
import { saveLink } from '../save/save-table.ts';
import { type PageDeps, requesterOf } from '../session/reader.ts';
import { historyList } from './history-list.ts';

/** Everything that happened to a record, page by page. */
export function historyPage(deps: PageDeps & ConfiguredTokens, kind: SignableKind): RequestHandler {
  const tokens = tokenHoldersOf(deps);
  return visitsWith(deps)(async ({ db, request, response, reader, answer }) => {
    const ref = refIn(request, kind);
    const { before, page_size: size } = formQuery(request, historyQuery);
    const record = await findSignable(db, ref, reader.account.scope);
    if (record === null) throw signableNotFound(ref);
    const lookups = db.lookups.of(requesterOf(reader, response));
    const page = await findHistory(lookups, record.id, { before, size });
    const acting = page.results.map(({ actor }) => actor);
    const names = await findActorNames(db.pool, acting);
    const main = html`<div class="sheet">${historyList(page.results, { actors: { names, tokens }, reader })}</div>
${olderPages(request, { schema: historyQuery, path: historyAddress(ref), before: page.before, reader })}
<p>${saveLink(historyExportAddress(ref), { language: reader.language })}</p>`;
    const title = recordWords[reader.language].history;
    const breadcrumbs = breadcrumbsTo(record, reader.language);
    answer({ title, breadcrumbs, main, styles: ['record.css'] });
  });
}
