import { columnChart, countText, type Html, html, type Shade, shortDay, spanBar, table } from '@campus/pages';
import type { SpanCount, WorkflowDays } from '../../../data/first-page.ts';
import { listWords } from '../../said/list-words.ts';
import type { Spans } from '../deliveries/spans.ts';
import type { Reader } from '../session/reader.ts';
import { firstPageWords } from './first-page-words.ts';

/** From below. */
const shown = ['signed', 'refused', 'signing', 'draft'] as const;
const shades = { signed: 'good', refused: 'bad', signing: 'info', draft: 'still' } satisfies Record<
  string,
  Shade
>;

/** How many records were registered in each of the last weeks, by the state that they are in now. */
export function weeksChart(
  counts: readonly SpanCount[],
  { spans, reader }: { spans: Spans; reader: Reader },
): Html {
  const say = firstPageWords[reader.language];
  const { stages } = listWords[reader.language];
  return columnChart({
    id: 'weeks-table',
    title: say.weeks,
    series: shown.map((state) => ({ name: stages[state], shade: shades[state] })),
    columns: spans.days.map((day, span) => {
      const label = shortDay(day, reader.language);
      const of = (state: string) =>
        counts.find((count) => count.span === span && count.state === state)?.count ?? 0;
      return { label, tick: span % 2 === 1 ? label : undefined, values: shown.map(of) };
    }),
    columnsAre: say.week,
    language: reader.language,
  });
}

/** How many days signing takes, by workflow. */
export function daysTable(workflows: readonly WorkflowDays[], reader: Reader): Html {
  const say = firstPageWords[reader.language];
  const number = new Intl.NumberFormat(reader.language, { maximumFractionDigits: 1 });
  const longest = Math.max(1, ...workflows.map(({ ninthDays }) => ninthDays));
  return html`<section class="chart"><strong>${say.days}</strong>${
    workflows.length === 0
      ? html`<p class="quiet">${say.noDays}</p>`
      : table({
          caption: say.days,
          headings: [
            say.workflow,
            say.rounds,
            say.median,
            say.ninth,
            html`<span class="unseen">${say.span}</span>`,
          ],
          rows: workflows.map(({ workflowId, rounds, isEstimate, medianDays: median, ninthDays: ninth }) => [
            workflowId,
            countText({ count: rounds, isEstimate }, reader.language),
            number.format(median),
            number.format(ninth),
            spanBar({ median, ninth }, { longest }),
          ]),
        })
  }</section>`;
}
