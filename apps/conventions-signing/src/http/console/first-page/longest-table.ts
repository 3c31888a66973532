import { type Html, html, table, time } from '@campus/pages';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { progressOf } from '../../../signing/progress.ts';
import { kindWords } from '../../said/kind-words.ts';
import { listWords } from '../../said/list-words.ts';
import { recordLink } from '../../said/record-name.ts';
import { howLong } from '../records/since-when.ts';
import type { Reader } from '../session/reader.ts';
import { firstPageWords } from './first-page-words.ts';

/** Who is waited for longest. */
export function longestTable(rows: readonly SignableSummary[], reader: Reader): Html {
  const say = firstPageWords[reader.language];
  const common = listWords[reader.language];
  const heading = html`<h2>${say.waiting}</h2>`;
  if (rows.length === 0) return html`${heading}<p>${say.noneWaiting}</p>`;
  return html`${heading}
${table({
  caption: say.waiting,
  headings: [kindWords[reader.language].either, common.filter.waitingFor, common.forHowLong],
  rows: rows.map((row) => {
    const { waitingFor, waitingSince, signed, total } = progressOf(row, reader.now);
    return [
      html`${recordLink(row, reader.language)}${row.reference !== null && html`<br><span class="quiet">${row.reference}</span>`}`,
      html`${waitingFor.map(({ givenName, name, mail }) => html`${givenName} ${name} <span class="quiet">${mail}</span><br>`)}<span class="quiet">${signed}/${total}</span>`,
      waitingSince !== null && html`${howLong(waitingSince, reader)}<br>${time(waitingSince, reader)}`,
    ];
  }),
})}`;
}
