import { attributes, type Html, type HtmlPart, html, table, time } from '@campus/pages';
import type { SignableSummary } from '../../../data/list-signables.ts';
import { lastErrorOf, stageOf } from '../../../signing/stage.ts';
import { segments } from '../../wire/words.ts';
import { recordAddress } from '../addresses.ts';
import type { Reader } from '../reader.ts';
import { signers } from './signers.ts';
import { stageBadge } from './stage-badge.ts';
import { words } from './words.ts';

/**
 * Agreements or amendments with state and signatures, one a row.
 *
 * @param options.form  id of the form that takes what is ticked, as `conventions` or `avenants`; absent: nothing
 *   can be ticked
 */
export function recordTable(
  rows: readonly SignableSummary[],
  { caption, reader, form }: { caption: string; reader: Reader; form?: string | undefined },
): Html {
  const say = words[reader.language];
  const ticks = form !== undefined;
  return table({
    caption,
    headings: [
      ...(ticks ? [html`<span class="unseen">${say.select('')}</span>`] : []),
      say.document,
      say.reference,
      say.company,
      say.state,
      say.signatures,
    ],
    rows: rows.map((row): HtmlPart[] => [
      ...(ticks ? [tick(row, { form, reader })] : []),
      html`<a href="${recordAddress(row)}">${row.number} · ${row.title || say.noTitle}</a>${
        row.agreement !== null &&
        html`<br><a class="quiet" href="${recordAddress({ kind: 'agreement', number: row.agreement.number })}">${say.kinds.agreement} ${row.agreement.number}</a>`
      }`,
      row.reference,
      row.companyName,
      html`${stageBadge(row, reader.language)}${trouble(row, reader)}`,
      row.state === 'erased' ? false : signers(row, reader),
    ]),
  });
}

function tick(row: SignableSummary, { form, reader }: { form: string; reader: Reader }): Html | false {
  if (row.state === 'erased') return false;
  const name = segments[row.kind];
  return html`<input${attributes({
    type: 'checkbox',
    id: `${name}-${row.number}`,
    name,
    value: row.number,
    form,
    'aria-label': words[reader.language].select(`${row.number} · ${row.title}`),
  })}>`;
}

/** Why the call has failed, and what follows. */
export function trouble(
  row: Pick<SignableSummary, 'state' | 'round' | 'signedOutside' | 'deliveries'>,
  reader: Reader,
): Html | false {
  const stage = stageOf(row);
  if (stage !== 'failed' && stage !== 'retrying') return false;
  const delivery = row.deliveries.find(({ round }) => round === row.round);
  if (delivery === undefined) return false;
  const say = words[reader.language];
  return html`<p class="help">${lastErrorOf(delivery)}</p>${
    delivery.nextAttemptAt !== null &&
    html`<p class="help">${say.nextAttempt}: ${time(delivery.nextAttemptAt, reader)}</p>`
  }`;
}
