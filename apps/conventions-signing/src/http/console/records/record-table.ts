import { attributes, type Html, type HtmlPart, html, selectAll, table } from '@campus/pages';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { roundCounts } from '../../../signing/signable.ts';
import { deliveryOfRound, lastFailureOf, stageOf } from '../../../signing/stage.ts';
import { recordAddress } from '../../addresses.ts';
import { fieldsShownIn } from '../../registration-fields.ts';
import { callText, nextAttempt } from '../deliveries/delivery-parts.ts';
import type { Reader } from '../session/reader.ts';
import { kindWords } from './kind-words.ts';
import { listWords } from './list-words.ts';
import { titleOf } from './record-name.ts';
import { signatoryMarks } from './signatory-marks.ts';
import { stageBadge } from './stage-badge.ts';

/** Where what is ticked goes. */
interface TickForm {
  id: string;
  name: string;
}

/**
 * Agreements or amendments with state and signatures, one a row.
 *
 * @param options.form  id of the form that takes what is ticked, and under which name; absent: nothing can be ticked
 */
export function recordTable(
  rows: readonly SignableSummary[],
  { caption, reader, form }: { caption: string; reader: Reader; form?: TickForm | undefined },
): Html {
  const say = listWords[reader.language];
  const fields = fieldsShownIn('list');
  return table({
    caption,
    headings: [
      ...(form === undefined
        ? []
        : [
            html`<span class="unseen">${say.selection}</span>${selectAll(form.name, { text: say.all, label: say.selectAll })}`,
          ]),
      kindWords[reader.language].either,
      ...fields.map(({ label }) => label[reader.language]),
      say.state,
      say.signatures,
    ],
    rows: rows.map((row): HtmlPart[] => [
      ...(form === undefined ? [] : [tick(row, { form, reader })]),
      html`<a href="${recordAddress(row)}">${titleOf(row, reader.language)}</a>${
        row.agreement !== null &&
        html`<br><a class="quiet" href="${recordAddress({ kind: 'agreement', number: row.agreement.number })}">${kindWords[reader.language].one.agreement} ${row.agreement.number}</a>`
      }`,
      ...fields.map(({ name }) => row[name]),
      html`${stageBadge(row, reader.language)}${roundCounts(row, row.round) && html` <span class="quiet">${say.round(row.round)}</span>`}${callTrouble(row, reader)}`,
      row.state === 'erased' ? false : signatoryMarks(row, reader),
    ]),
  });
}

function tick(row: SignableSummary, { form, reader }: { form: TickForm; reader: Reader }): Html | false {
  if (row.state === 'erased') return false;
  const { id, name } = form;
  return html`<input${attributes({
    type: 'checkbox',
    id: `${name}-${row.number}`,
    name,
    value: row.number,
    form: id,
    'aria-label': listWords[reader.language].select(titleOf(row, reader.language)),
  })}>`;
}

/** Why the call has failed, and what follows. */
export function callTrouble(
  row: Pick<SignableSummary, 'state' | 'round' | 'signedOutside' | 'deliveries'>,
  reader: Reader,
): Html | false {
  const stage = stageOf(row);
  if (stage !== 'failed' && stage !== 'retrying') return false;
  const delivery = deliveryOfRound(row);
  if (delivery === undefined) return false;
  const failure = lastFailureOf(delivery);
  return html`<p class="help">${failure !== null && callText(failure, reader.language)}</p>${nextAttempt(delivery, reader)}`;
}
