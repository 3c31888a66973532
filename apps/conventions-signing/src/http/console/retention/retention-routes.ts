import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import express, { type Router } from 'express';
import type { DueRecord } from '../../../data/due-records.ts';
import {
  daysInWords,
  type RetentionRules,
  retentionStates,
  rulesOf,
} from '../../../domain/retention-rules.ts';
import {
  announcedDays,
  announceRetention,
  findAnnounced,
  maxAnnounced,
} from '../../../retention/announce.ts';
import { retentionTime } from '../../../retention/every-night.ts';
import { registrationFields } from '../../../wire/registration-fields.ts';
import { z } from '../../../wire/schema.ts';
import { addresses } from '../../addresses.ts';
import { formQuery } from '../../asked/query-in.ts';
import { route } from '../../route.ts';
import { listWords } from '../../said/list-words.ts';
import { recordLink } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import { onwardPages } from '../frame/older-pages.ts';
import { instantText, type SaveDeps, saveLink, saveTable } from '../save/save-table.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { retentionWords } from './retention-words.ts';

const recordsAtOnce = 100;

const retentionQuery = z.strictObject({
  from: z.coerce.number().int().min(0).max(maxAnnounced).default(0),
});

type RetentionDeps = SaveDeps & { retention: RetentionRules };

/** Whom retention will concern within the next days. */
export function retentionRoutes(deps: RetentionDeps): Router {
  const run = visitsWith(deps);
  const router = express.Router();
  route(router, '/', { get: run(list) });
  route(router, '/export', { get: run(saveList) });
  return router;
}

/** How many, and which. */
async function list({ retention, lookups, request, reader, answer }: RetentionDeps & Visit): Promise<void> {
  const say = retentionWords[reader.language];
  const { from: offset } = formQuery(request, retentionQuery);
  const limit = recordsAtOnce + 1;
  const { count, records } = await announceRetention(lookups, retention, {
    now: reader.now,
    scope: reader.account.scope,
    limit,
    offset,
  });
  const number = new Intl.NumberFormat(reader.language);
  const counted = `${count > maxAnnounced ? '> ' : ''}${number.format(Math.min(count, maxAnnounced))}`;
  const content =
    count === 0
      ? ui.emptyState(say.nothing(announcedDays), { because: 'done' })
      : html`<p>${say.announced(counted, announcedDays, retentionTime)}</p>
${dueTable(records.slice(0, recordsAtOnce), reader)}
${onwardPages({
  first: offset === 0 ? null : addresses.retention,
  next:
    records.length > recordsAtOnce
      ? ui.withQuery(addresses.retention, { from: offset + recordsAtOnce })
      : null,
  language: reader.language,
})}
<p>${saveLink(addresses.retentionExport, { language: reader.language })}</p>`;
  const isOff = rulesOf(retention).length === 0;
  const main = html`${isOff ? html`<p>${say.off}</p>` : html`${rulesSheet(retention, reader)}${content}`}`;
  answer({ title: say.title, main, styles: ['lists.css'] });
}

function rulesSheet(retention: RetentionRules, { language }: Reader): Html {
  const say = retentionWords[language];
  return html`<div class="sheet"><h2>${say.rules}</h2>${ui.facts(
    retentionStates.map((state) => {
      const days = retention[state];
      return [say.states[state], days === undefined ? say.forever : daysInWords(days, language)];
    }),
  )}<p class="help">${say.never(announcedDays)}</p></div>`;
}

function dueTable(records: readonly DueRecord[], reader: Reader): Html {
  const { language } = reader;
  const say = retentionWords[language];
  return ui.table({
    caption: say.title,
    headings: [kindWords[language].either, say.since, say.goes],
    rows: records.map((record) => [
      recordLink(record, language),
      html`${ui.time(new Date(record.since), reader)}<p class="help">${say.states[record.rule]}</p>`,
      record.dueAt <= reader.now.getTime() ? say.tonight : ui.time(new Date(record.dueAt), reader),
    ]),
  });
}

/** All of them, as a table for spreadsheets. */
function saveList(visit: RetentionDeps & Visit): Promise<void> {
  const { retention, lookups, reader } = visit;
  const { scope } = reader.account;
  async function* pages() {
    yield await findAnnounced(lookups, retention, { now: reader.now, scope });
  }
  return saveTable(visit, { name: 'retention', pages: pages(), columns: columnsFor(reader) });
}

function columnsFor(reader: Reader): ui.CsvColumn<DueRecord>[] {
  const { language } = reader;
  const [say, kinds] = [retentionWords[language], kindWords[language]];
  return [
    { heading: kinds.either, of: ({ kind }) => kinds.one[kind] },
    { heading: listWords[language].number, of: ({ number }) => number },
    { heading: registrationFields.title.label[language], of: ({ title }) => title },
    { heading: say.rules, of: ({ rule }) => say.states[rule] },
    { heading: say.since, of: ({ since }) => instantText(new Date(since), reader) },
    { heading: say.goes, of: ({ dueAt }) => instantText(new Date(dueAt), reader) },
  ];
}
