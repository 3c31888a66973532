import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';
import type { AttemptCount } from '../../../data/count-attempts.ts';
import { addresses } from '../../addresses.ts';
import { filterIn, formQuery } from '../../asked/query-in.ts';
import type { Reader } from '../session/reader.ts';
import { callsQuery } from './calls-query.ts';
import { deliveryWords } from './delivery-words.ts';

const hours = 48;
const days = 30;

/** The instants between which attempts are counted: days, or hours where the reader has asked for them. */
export function attemptBounds(request: Request, { now, timeZone }: Pick<Reader, 'now' | 'timeZone'>): Date[] {
  if (formQuery(request, callsQuery).chart === 'hours') return lastHours(now, { count: hours }).bounds;
  return lastDays(now, { count: days, timeZone }).bounds;
}

/** How attempts have ended over time: how many of them well in a line, and the chart of it to unfold. */
export function attemptsChart(
  counts: readonly AttemptCount[],
  { request, bounds, reader }: { request: Request; bounds: readonly Date[]; reader: Reader },
): Html {
  const { language } = reader;
  const say = deliveryWords[language];
  const { chart, ...filter } = filterIn(request, callsQuery);
  const isByHour = chart === 'hours';
  const [succeeded, failed] = [sum(counts, 'succeeded'), sum(counts, 'failed')];
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const rate = succeeded + failed > 0 && ` · ${say.rate(percent.format(succeeded / (succeeded + failed)))}`;
  const other = ui.withQuery(addresses.deliveries, { ...filter, chart: isByHour ? 'days' : 'hours' });
  return html`<details id="attempts-over-time"${chart !== undefined && html` open`}><summary>${say.chart}, ${isByHour ? say.byHour : say.byDay}${rate}</summary>
${ui.columnChart({
  id: 'attempts-table',
  title: isByHour ? say.attemptsByHour : say.attemptsByDay,
  series: [
    { name: say.succeededSeries, shade: 'good' },
    { name: say.failedSeries, shade: 'bad' },
  ],
  columns: bounds.slice(0, -1).map((from, span) => columnOf(from, { span, counts, isByHour, reader })),
  columnsAre: isByHour ? say.hour : say.day,
  language,
})}
<p><a href="${other}">${isByHour ? say.byDay : say.byHour}</a></p></details>`;
}

function columnOf(
  from: Date,
  shown: { span: number; counts: readonly AttemptCount[]; isByHour: boolean; reader: Reader },
): ui.Column {
  const { span, counts, isByHour, reader } = shown;
  const [date = '', hour = ''] = ui.localDateTime(from, reader.timeZone).split('T');
  const day = ui.shortDay(date, reader.language);
  const found = counts.find((count) => count.span === span);
  const isMarked = isByHour ? span % 8 === 7 : span % 7 === 1;
  return {
    label: isByHour ? `${day}, ${hour}` : day,
    tick: isMarked ? (isByHour ? hour : day) : undefined,
    values: [found?.succeeded ?? 0, found?.failed ?? 0],
  };
}

function sum(counts: readonly AttemptCount[], member: 'succeeded' | 'failed'): number {
  return counts.reduce((total, count) => total + count[member], 0);
}

const dayMs = 24 * 3_600_000;

/** Spans of time one after the other, the last of which is under way. */
export interface Spans {
  /** The first day of each, `YYYY-MM-DD`. */
  days: string[];
  /** Where each begins, and where the last ends. */
  bounds: Date[];
}

/** The week of an instant, which begins on Monday, and those before it. */
export function lastWeeks(now: Date, { count, timeZone }: { count: number; timeZone: string }): Spans {
  const today = new Date(`${ui.dayIn(now, timeZone)}T00:00:00Z`);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs;
  const first = monday - (count - 1) * 7 * dayMs;
  const days = Array.from({ length: count }, (_, week) => dayOf(first + week * 7 * dayMs));
  return { days, bounds: [...days, dayOf(monday + 7 * dayMs)].map((day) => ui.startOfDay(day, timeZone)) };
}

/** The day of an instant, and those before it. */
export function lastDays(now: Date, { count, timeZone }: { count: number; timeZone: string }): Spans {
  const today = ui.dayIn(now, timeZone);
  const last = new Date(`${today}T00:00:00Z`).getTime();
  const days = Array.from({ length: count }, (_, day) => dayOf(last - (count - 1 - day) * dayMs));
  return { days, bounds: [...days, ui.nextDay(today)].map((day) => ui.startOfDay(day, timeZone)) };
}

/** The hour of an instant, and those before it. */
export function lastHours(now: Date, { count }: { count: number }): Pick<Spans, 'bounds'> {
  const hourMs = 3_600_000;
  const last = Math.floor(now.getTime() / hourMs) * hourMs;
  return {
    bounds: Array.from({ length: count + 1 }, (_, hour) => new Date(last - (count - 1 - hour) * hourMs)),
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
