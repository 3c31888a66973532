import { visitsWith } from '@campus/accounts';
import { facts, type Html, html, table, time, withQuery } from '@campus/pages';
import type { RequestHandler } from 'express';
import type { DueRecord } from '../../../data/due-records.ts';
import {
  daysInWords,
  type RetentionRules,
  retentionStates,
  rulesOf,
} from '../../../domain/retention-rules.ts';
import { announcedDays, announceRetention, maxAnnounced } from '../../../retention/announce.ts';
import { retentionTime } from '../../../retention/every-night.ts';
import { z } from '../../../wire/schema.ts';
import { addresses } from '../../addresses.ts';
import { formQuery } from '../../asked/form-query.ts';
import { kindWords } from '../../said/kind-words.ts';
import { recordLink } from '../../said/record-name.ts';
import { onwardPages } from '../frame/older-pages.ts';
import { saveLink } from '../save/save-table.ts';
import { type PageDeps, type Reader, requesterOf } from '../session/reader.ts';
import { retentionWords } from './retention-words.ts';

const recordsAtOnce = 100;

const retentionQuery = z.strictObject({
  from: z.coerce.number().int().min(0).max(maxAnnounced).default(0),
});

/** Whom retention will concern within the next days: how many, and which. */
export function retentionPage(deps: PageDeps & { retention: RetentionRules }): RequestHandler {
  return visitsWith(deps)(async ({ db, retention, request, response, reader, answer }) => {
    const say = retentionWords[reader.language];
    const { from: offset } = formQuery(request, retentionQuery);
    const lookups = db.lookups.of(requesterOf(reader, response));
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
        ? html`<p>${say.nothing(announcedDays)}</p>`
        : html`<p>${say.announced(counted, announcedDays, retentionTime)}</p>
${dueTable(records.slice(0, recordsAtOnce), reader)}
${onwardPages({
  first: offset === 0 ? null : addresses.retention,
  next:
    records.length > recordsAtOnce ? withQuery(addresses.retention, { from: offset + recordsAtOnce }) : null,
  language: reader.language,
})}
<p>${saveLink(addresses.retentionExport, { language: reader.language })}</p>`;
    const isOff = rulesOf(retention).length === 0;
    const main = html`${isOff ? html`<p>${say.off}</p>` : html`${rulesSheet(retention, reader)}${content}`}`;
    answer({ title: say.title, main, styles: ['lists.css'] });
  });
}

function rulesSheet(retention: RetentionRules, { language }: Reader): Html {
  const say = retentionWords[language];
  return html`<div class="sheet"><h2>${say.rules}</h2>${facts(
    retentionStates.map((state) => {
      const days = retention[state];
      return [say.states[state], days === undefined ? say.forever : daysInWords(days, language)];
    }),
  )}<p class="help">${say.never(announcedDays)}</p></div>`;
}

function dueTable(records: readonly DueRecord[], reader: Reader): Html {
  const { language } = reader;
  const say = retentionWords[language];
  return table({
    caption: say.title,
    headings: [kindWords[language].either, say.since, say.goes],
    rows: records.map((record) => [
      recordLink(record, language),
      html`${time(new Date(record.since), reader)}<p class="help">${say.states[record.rule]}</p>`,
      record.dueAt <= reader.now.getTime() ? say.tonight : time(new Date(record.dueAt), reader),
    ]),
  });
}
