import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { AwaitedPerson } from '../../../data/longest-awaited.ts';
import { personAddress } from '../../addresses.ts';
import { listWords } from '../../said/list-words.ts';
import { recordLink } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import type { Reader } from '../session/reader.ts';
import { personWords } from './person-words.ts';
import { howLong } from './stage-badge.ts';

/** Who is awaited longest, each with the way to all that waits for them. */
export function awaitedTable(people: readonly AwaitedPerson[], reader: Reader): Html {
  const { language } = reader;
  const say = personWords[language];
  const common = listWords[language];
  if (people.length === 0) return html`<p>${say.noneWaiting}</p>`;
  return ui.table({
    caption: say.longest,
    headings: [common.filter.waitingFor, kindWords[language].either, common.forHowLong],
    rows: people.map(({ name, mail, count, since, longest }) => [
      html`<a href="${personAddress(mail)}">${name}</a><br><span class="quiet">${mail}</span>`,
      html`<div class="links">${longest.map(
        (record) =>
          html`<div>${recordLink(record, language)}${record.reference !== null && html` <span class="quiet whole">${record.reference}</span>`}</div>`,
      )}${count > longest.length && html`<div>${say.more(count - longest.length)}</div>`}</div>`,
      html`${howLong(since, reader)}<br>${ui.time(since, reader)}`,
    ]),
  });
}
