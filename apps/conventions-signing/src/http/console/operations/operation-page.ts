import { operationProgress } from '@campus/database';
import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import type { Request } from 'express';
import { type ActorNames, findActorNames } from '../../../data/actors.ts';
import * as operations from '../../../data/operations.ts';
import type { Page as PageOf } from '../../../data/page.ts';
import { mayDo } from '../../../domain/roles.ts';
import { operationOf, ownAlone } from '../../../operations/operations.ts';
import { z } from '../../../wire/schema.ts';
import {
  addresses,
  operationAddress,
  operationCancelAddress,
  operationLiveAddress,
  operationReportAddress,
} from '../../addresses.ts';
import { filterIn, formQuery } from '../../asked/query-in.ts';
import { uuidIn } from '../../asked/uuid-in.ts';
import { actorText } from '../../said/actor-text.ts';
import { recordLink } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import type { TokenHolders } from '../../said/token-holders.ts';
import type { LivePage, LivePageDeps } from '../frame/live-page.ts';
import { onwardPages } from '../frame/older-pages.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import { askingOf, type Reader, type Visit } from '../session/reader.ts';
import { operationBadge, operationTitle, outcomeText, progressBar, remarkOf } from './operation-parts.ts';
import { operationWords } from './operation-words.ts';

const recordsAtOnce = 50;

const outcomes = ['done', 'refused', 'left'] as const;

const reportQuery = z.strictObject({
  outcome: z.enum(outcomes).optional(),
  after: z.coerce.number().int().min(0).max(1_000_000).optional(),
});

interface Seen {
  operation: operations.Operation;
  records: PageOf<operations.ReportedRecord>;
  names: ActorNames;
}

type OperationPageDeps = LivePageDeps & { tokens: TokenHolders };

/** One operation: how far it is, and what became of each of its records; both follow what happens. */
export const operationPage: LivePage<OperationPageDeps, Seen> = {
  async look(visit) {
    const { db, lookups, request, reader } = visit;
    const operation = await operationOf(visit, uuidIn(request, 'operation'), begunBy(visit));
    const { outcome, after } = formQuery(request, reportQuery);
    const { scope } = reader.account;
    const size = recordsAtOnce;
    const records = await operations.findReported(lookups, operation.id, { scope, outcome, after, size });
    const acting = [operation.actor, operation.cancelledBy ?? ''];
    return { operation, records, names: await findActorNames(db.pool, acting) };
  },
  page: pageOf,
  part: (visit) => ({
    key: `operation ${uuidIn(visit.request, 'operation')} of ${begunBy(visit)} ${JSON.stringify(formQuery(visit.request, reportQuery))}`,
    show: (seen, reader) => ({
      content: content(visit.request, { ...seen, tokens: visit.tokens, reader }),
      isOver: seen.operation.endedAt !== null,
    }),
  }),
};

/** Whose operations the reader sees: two of one scope do not see each other's. */
function begunBy({ reader }: Visit): string | undefined {
  return ownAlone(askingOf(reader));
}

function pageOf(visit: OperationPageDeps & Visit, seen: Seen): void {
  const { request, reader, tokens, answer } = visit;
  const { operation } = seen;
  const say = operationWords[reader.language];
  const isOver = operation.endedAt !== null;
  const part = content(request, { ...seen, tokens, reader });
  const source = ui.withQuery(operationLiveAddress(operation.id), filterIn(request, reportQuery));
  const mayCancel = !isOver && mayDo(reader.account.role, 'send');
  const title = operationTitle(operation, reader.language);
  // The buttons are of the page, and go with it when there is nothing left to cancel.
  const main = html`${isOver ? part : ui.live({ source, label: say.progress, language: reader.language, loadsAnew: true }, part)}
${!isOver && html`<noscript><p class="help">${say.reload}</p></noscript>`}
<div class="row actions">${
    mayCancel &&
    html`<form method="post" action="${operationCancelAddress(operation.id)}">${visit.csrf()}${ui.submitButton(say.cancel, { kind: 'danger' })}</form>`
  }${isOver && ui.buttonLink({ text: say.report, href: operationReportAddress(operation.id) }, { kind: 'plain' })}</div>`;
  answer({
    title,
    breadcrumbs: [{ text: say.title, href: addresses.operations }],
    main,
    styles: ['lists.css'],
    scripts: ['live.js'],
  });
}

type Shown = Seen & { tokens: TokenHolders; reader: Reader };

function content(request: Request, shown: Shown): Html {
  const { operation, records, reader } = shown;
  const say = operationWords[reader.language];
  return html`${summary(shown)}
<h2>${say.records}</h2>
${outcomeTabs(request, shown)}
${records.results.length === 0 ? html`<p>${say.noRecords}</p>` : recordRows(shown)}
${morePages(request, { operation, next: records.before, reader })}`;
}

function summary({ operation, names, tokens, reader }: Shown): Html {
  const { language } = reader;
  const say = operationWords[language];
  const { expectedAt } = operationProgress(operation, reader.now);
  const who = (actor: string) => actorText(actor, { actors: { names, tokens }, language });
  const { actor, reason, newRounds, createdAt, endedAt, cancelledBy } = operation;
  return html`<div class="sheet">${ui.facts([
    [say.state, operationBadge(operation, reader)],
    [say.progress, progressBar(operation, language)],
    expectedAt !== null && [say.expected, ui.time(expectedAt, reader, { seconds: true })],
    [say.by, who(actor)],
    [say.asked, ui.time(createdAt, reader, { seconds: true })],
    endedAt !== null && [say.ended, ui.time(endedAt, reader, { seconds: true })],
    cancelledBy !== null && [say.cancelledBy, who(cancelledBy)],
    newRounds && [say.newRounds, say.newRoundsToo],
    reason !== null && [say.reason, reason],
  ])}</div>`;
}

function outcomeTabs(request: Request, { operation, reader }: Shown): Html {
  const { language, now } = reader;
  const say = operationWords[language];
  const { outcome: open } = formQuery(request, reportQuery);
  const { done, refused, total } = operation;
  const counts = { done, refused, left: operationProgress(operation, now).left };
  const tab = (outcome: (typeof outcomes)[number] | undefined): ui.Tab => ({
    text: outcome === undefined ? say.all : say.counts[outcome],
    href: ui.withQuery(operationAddress(operation.id), { outcome }),
    count: { count: outcome === undefined ? total : counts[outcome], isEstimate: false },
    isOpen: outcome === open,
  });
  return ui.tabs([undefined, ...outcomes].map(tab), { label: say.outcome, language });
}

function recordRows({ operation, records, reader }: Shown): Html {
  const { language } = reader;
  const say = operationWords[language];
  const isOver = operation.endedAt !== null;
  return ui.table({
    caption: say.records,
    headings: [kindWords[language].either, say.outcome, say.remark, say.when],
    rows: records.results.map((record): HtmlPart[] => {
      const { kind, number, title, outcome, at } = record;
      const mood = outcome === 'done' ? 'good' : outcome === 'refused' ? 'bad' : 'info';
      return [
        title === null
          ? `${kindWords[language].one[kind]} ${number}`
          : recordLink({ kind, number, title }, language),
        ui.badge(mood, outcomeText(record, { isOver, language })),
        remarkOf(record, language),
        at !== null && ui.time(at, reader, { seconds: true }),
      ];
    }),
  });
}

function morePages(
  request: Request,
  { operation, next, reader }: { operation: operations.Operation; next: string | null; reader: Reader },
): Html | false {
  const { outcome, after } = formQuery(request, reportQuery);
  const address = (cursor: string | undefined) =>
    ui.withQuery(operationAddress(operation.id), { outcome, after: cursor });
  return onwardPages({
    first: after === undefined ? null : address(undefined),
    next: next === null ? null : address(next),
    language: reader.language,
  });
}

/** What became of each record of an operation, as a table for spreadsheets. */
export async function saveReport(visit: SaveDeps & Visit): Promise<void> {
  const { lookups, request, reader } = visit;
  const { id, endedAt } = await operationOf(visit, uuidIn(request, 'operation'), begunBy(visit));
  await saveTable(visit, {
    name: 'operation',
    pages: operations.pagesOfReported(lookups, id, reader.account.scope),
    columns: columnsFor(reader, { isOver: endedAt !== null }),
  });
}

function columnsFor(
  reader: Reader,
  { isOver }: { isOver: boolean },
): ui.CsvColumn<operations.ReportedRecord>[] {
  const { language } = reader;
  const { columns, ...say } = operationWords[language];
  return [
    { heading: columns.kind, of: ({ kind }) => kindWords[language].one[kind] },
    { heading: columns.number, of: ({ number }) => number },
    { heading: columns.title, of: ({ title }) => title },
    { heading: say.outcome, of: (record) => outcomeText(record, { isOver, language }) },
    { heading: columns.code, of: ({ code }) => code },
    { heading: say.remark, of: (record) => remarkOf(record, language) },
    { heading: say.when, of: ({ at }) => instantText(at, reader) },
  ];
}
