import { columnChart, facts, type Html, html, type Language } from '@campus/pages';
import type { HourOfEncoding, WaitTimes } from '../../../data/throughput.ts';
import { clockTime } from '../../../videos/encoding-step.ts';
import { throughputWords } from './throughput-words.ts';

/** How far back the charts go, in hours. */
export const chartedHours = 24;

/** How much is encoded in an hour, and for how long it waits before. */
export function throughputCharts(
  { hours, waiting }: { hours: readonly HourOfEncoding[]; waiting: { runs: number; wait: WaitTimes | null } },
  { language, timeZone }: { language: Language; timeZone: string },
): Html {
  const say = throughputWords[language];
  const clock = new Intl.DateTimeFormat(language, {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  });
  const columnsOf = (valuesOf: (hour: HourOfEncoding) => number[]) =>
    hours.map((hour, place) => ({
      label: clock.format(hour.startsAt),
      tick: place % 6 === 0 ? clock.format(hour.startsAt) : undefined,
      values: valuesOf(hour),
    }));
  const common = { columnsAre: say.hour, language };
  const minutes = (seconds: number | undefined) => Math.round((seconds ?? 0) / 6) / 10;
  return html`<h2>${say.throughput}</h2>
${facts([
  [say.waitingNow, new Intl.NumberFormat(language).format(waiting.runs)],
  waiting.wait !== null && [say.median, clockTime(waiting.wait.median)],
  waiting.wait !== null && [say.highest, clockTime(waiting.wait.highest)],
])}
<div class="columns">${columnChart({
    ...common,
    id: 'encoded-minutes',
    title: say.encodedMinutes,
    series: [{ name: say.minutesOfVideo, shade: 'good' }],
    columns: columnsOf(({ videoSeconds }) => [minutes(videoSeconds)]),
  })}${columnChart({
    ...common,
    id: 'ended-runs',
    title: say.endedRuns,
    series: [
      { name: say.done, shade: 'good' },
      { name: say.failed, shade: 'bad' },
    ],
    columns: columnsOf(({ done, failed }) => [done, failed]),
  })}</div>
<div class="columns">${columnChart({
    ...common,
    id: 'median-wait',
    title: say.medianWait,
    series: [{ name: say.minutes, shade: 'info' }],
    columns: columnsOf(({ wait }) => [minutes(wait?.median)]),
  })}${columnChart({
    ...common,
    id: 'highest-wait',
    title: say.highestWait,
    series: [{ name: say.minutes, shade: 'info' }],
    columns: columnsOf(({ wait }) => [minutes(wait?.highest)]),
  })}</div>`;
}
