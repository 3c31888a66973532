import { visitsWith } from '@campus/accounts';
import { html, table, time } from '@campus/pages';
import type { RequestHandler } from 'express';
import { findActorNames } from '../../../data/actor-names.ts';
import { listOperations } from '../../../data/operations.ts';
import { ownAlone } from '../../../operations/cancel.ts';
import { operationsQuery } from '../../../wire/queries.ts';
import { addresses, operationAddress } from '../../addresses.ts';
import { formQuery } from '../../asked/form-query.ts';
import { actorText } from '../../said/actor-text.ts';
import { type ConfiguredTokens, tokenHoldersOf } from '../../said/token-holders.ts';
import { olderPages } from '../frame/older-pages.ts';
import { saveLink } from '../save/save-table.ts';
import { askingOf, type PageDeps, requesterOf } from '../session/reader.ts';
import { operationBadge, operationTitle, progressBar } from './operation-parts.ts';
import { operationWords } from './operation-words.ts';

/** The operations, the newest first. */
export function operationList(deps: PageDeps & ConfiguredTokens): RequestHandler {
  const tokens = tokenHoldersOf(deps);
  return visitsWith(deps)(async ({ db, request, response, reader, answer }) => {
    const { language } = reader;
    const say = operationWords[language];
    const { before, page_size: size } = formQuery(request, operationsQuery);
    const lookups = db.lookups.of(requesterOf(reader, response));
    const page = await listOperations(lookups, { before, size, by: ownAlone(askingOf(reader)) });
    const names = await findActorNames(
      db.pool,
      page.results.map(({ actor }) => actor),
    );
    const rows = page.results.map((operation) => [
      html`<a href="${operationAddress(operation.id)}">${operationTitle(operation, language)}</a>`,
      operationBadge(operation, reader),
      progressBar(operation, language),
      actorText(operation.actor, { actors: { names, tokens }, language }),
      time(operation.createdAt, reader),
    ]);
    const headings = [say.what, say.state, say.progress, say.by, say.asked];
    const main = html`${rows.length === 0 ? html`<p>${say.none}</p>` : html`${table({ caption: say.title, headings, rows })}<p>${saveLink(addresses.operationsExport, { language })}</p>`}
${olderPages(request, { schema: operationsQuery, path: addresses.operations, before: page.before, reader })}`;
    answer({ title: say.title, main, styles: ['lists.css'] });
  });
}
