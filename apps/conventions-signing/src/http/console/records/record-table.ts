import {
  attributes,
  type Html,
  type HtmlPart,
  html,
  type SortHeading,
  selectAll,
  table,
  time,
} from '@campus/pages';
import type { SignableOrder } from '../../../data/signable-order.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { roundCounts, type SignableKind } from '../../../domain/signable.ts';
import { fieldsShownIn } from '../../../wire/registration-fields.ts';
import { recordAddress } from '../../addresses.ts';
import { kindWords } from '../../said/kind-words.ts';
import { listWords } from '../../said/list-words.ts';
import { titleOf } from '../../said/record-name.ts';
import type { Reader } from '../session/reader.ts';
import { dueText } from './due-text.ts';
import { signatureCell } from './signature-cell.ts';
import { stageBadge } from './stage-badge.ts';

/** Where what is ticked goes. */
interface TickForm {
  id: string;
  name: string;
}

/**
 * Agreements or amendments with state and signatures, one a row of two lines.
 *
 * @param options.form  id of the form that takes what is ticked, and under which name; absent: nothing can be ticked
 * @param options.sortBy  the heading of a column that can order the rows; absent: none does
 */
export function recordTable(
  rows: readonly SignableSummary[],
  {
    kind,
    reader,
    form,
    sortBy = (_by, text) => text,
  }: {
    kind: SignableKind;
    reader: Reader;
    form?: TickForm | undefined;
    sortBy?: (by: SignableOrder['by'], text: string) => SortHeading | string;
  },
): Html {
  const say = listWords[reader.language];
  const { one, many } = kindWords[reader.language];
  return table({
    caption: many[kind],
    headings: [
      ...(form === undefined
        ? []
        : [selectAll(form.name, { heading: say.selection, text: say.all, label: say.selectAll })]),
      sortBy('number', say.number),
      sortBy('title', one[kind]),
      say.state,
      sortBy('sent', say.sent),
      say.signatures,
    ],
    rows: rows.map((row): HtmlPart[] => [
      ...(form === undefined ? [] : [tick(row, { form, reader })]),
      row.number,
      html`<a href="${recordAddress(row)}" aria-label="${titleOf(row, reader.language)}">${row.title || kindWords[reader.language].erased}</a>${secondLine(row, reader)}`,
      html`${stageBadge(row, reader.language)}${due(row, reader)}`,
      sent(row, reader),
      row.state === 'erased' ? false : signatureCell(row, reader),
    ]),
  });
}

/** What tells records of one title apart; a screen reader hears what each is. */
function secondLine(row: SignableSummary, { language }: Reader): Html {
  const texts = fieldsShownIn('list').flatMap(({ name, label }) =>
    row[name] ? [html`<span><span class="unseen">${label[language]} </span>${row[name]}</span>`] : [],
  );
  const agreement =
    row.agreement !== null &&
    html`<a href="${recordAddress({ kind: 'agreement', number: row.agreement.number })}">${kindWords[language].one.agreement} ${row.agreement.number}</a>`;
  return html`<p class="help parts">${agreement}${texts}</p>`;
}

/** When the round that counts began, and which one it is where there were others. */
function sent(row: SignableSummary, reader: Reader): Html | false {
  if (!roundCounts(row, row.round) || row.roundStartedAt === null) return false;
  return html`${time(row.roundStartedAt, reader)}${row.round > 1 && html`<p class="help">${listWords[reader.language].round(row.round)}</p>`}`;
}

function due(row: SignableSummary, reader: Reader): Html | false {
  const text = dueText(row, reader);
  return text && html`<p class="help">${text}</p>`;
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
