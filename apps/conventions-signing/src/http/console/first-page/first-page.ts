import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { type CauseCount, countCauses } from '../../../data/failing-calls.ts';
import * as figures from '../../../data/first-page.ts';
import { countSignables, type SignableCount } from '../../../data/list-signables.ts';
import { findLongestAwaited } from '../../../data/longest-awaited.ts';
import { type RetentionRules, rulesOf } from '../../../domain/retention-rules.ts';
import { mayDo } from '../../../domain/roles.ts';
import { type SignableKind, signableKinds } from '../../../domain/signable.ts';
import { announcedDays, countAnnounced, maxAnnounced } from '../../../retention/announce.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import { addresses, listAddress } from '../../addresses.ts';
import { listWords } from '../../said/list-words.ts';
import { kindWords } from '../../said/record-words.ts';
import { lastWeeks, type Spans } from '../deliveries/attempts-chart.ts';
import { causeText } from '../deliveries/delivery-parts.ts';
import type { LivePage, LivePageDeps } from '../frame/live-page.ts';
import { awaitedTable } from '../records/awaited-table.ts';
import { personWords } from '../records/person-words.ts';
import { retentionWords } from '../retention/retention-words.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import { scopeText } from '../scopes/scopes.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { firstPageWords } from './first-page-words.ts';

/** People who are waited for longest. */
const maxPeople = 10;

/** Nothing here is looked at by the second. */
const everyMs = 10_000;

const weeks = 12;
const dayMs = 24 * 3_600_000;

type FirstPageDeps = LivePageDeps & Pick<CallDeps, 'hasWebhook'> & { retention: RetentionRules };

/** What the first page shows. */
type Seen = Awaited<ReturnType<typeof look>>;

/**
 * What needs somebody, and how things go: numbers, why calls fail, the last weeks, how long signing takes, and whom is
 * waited for longest. All of it follows what happens while something is in signing.
 */
export const firstPage: LivePage<FirstPageDeps, Seen> = {
  look,
  page(visit, seen) {
    const { reader, answer } = visit;
    const { title, live: label } = firstPageWords[reader.language];
    const { content, isOver } = partOf(visit, { seen, reader });
    const main = isOver
      ? content
      : ui.live({ source: addresses.homeLive, label, language: reader.language }, content);
    answer({ title, main, styles: ['lists.css', 'charts.css'], scripts: ['live.js'] });
  },
  part: (visit) => ({
    key: 'first page',
    everyMs,
    show: (seen, reader) => partOf(visit, { seen, reader }),
  }),
};

async function look({ lookups, reader, retention }: FirstPageDeps & Visit) {
  const { now: at, timeZone } = reader;
  const { scope } = reader.account;
  const spans = lastWeeks(at, { count: weeks, timeZone });
  const today = ui.dayIn(at, timeZone);
  const isLimited = rulesOf(retention).length > 0;
  const [counts, overdue, waitingLong, goingSoon, causes, registered, days, waiting] = await Promise.all([
    countSignables(lookups, scope),
    figures.countOverdue(lookups, today, scope),
    figures.countWaitingSince(lookups, new Date(at.getTime() - waitingDays * dayMs), scope),
    isLimited ? countAnnounced(lookups, retention, { now: at, scope }) : undefined,
    countCauses(lookups, { scope }),
    figures.countRegistered(lookups, spans.bounds, scope),
    figures.measureRounds(lookups, spans.bounds[0] ?? at, scope),
    findLongestAwaited(lookups, { limit: maxPeople, now: at, scope }),
  ]);
  return { counts, overdue, waitingLong, goingSoon, causes, spans, registered, days, waiting };
}

function partOf(
  { hasWebhook }: FirstPageDeps,
  { seen, reader }: { seen: Seen; reader: Reader },
): ui.LivePart {
  const { counts, overdue, waitingLong, goingSoon, causes, spans, registered, days, waiting } = seen;
  const { language, account } = reader;
  const seesNothing = account.scope !== 'everything' && counts.every(({ count }) => count === 0);
  const content: Html = html`${seesNothing && ui.notice('warning', scopeWords[language].nothingSeen(scopeText(account.scope, language)))}${countTiles(counts, { overdue, waitingLong, goingSoon, reader })}
${failureTable(causes, { hasWebhook, reader })}
<div class="columns">${weeksChart(registered, { spans, reader })}${daysTable(days, reader)}</div>
<h2>${personWords[language].longest}</h2>${awaitedTable(waiting, reader)}${waiting.length === maxPeople && html`<p><a href="${addresses.person}">${personWords[language].people}</a></p>`}`;
  return { content, isOver: counts.every(({ state }) => state !== 'signing') };
}

/** Who is waited for longer than that wants to be reminded. */
const waitingDays = 7;

type Numbers = Record<SignableKind, number>;

/**
 * What is overdue, where there is any; drafts, what is in signing, waits for long, was refused, could not be called, and goes soon where records
 * are kept for a limited time; each leads to the lists of it.
 */
function countTiles(
  counts: readonly SignableCount[],
  shown: { overdue: Numbers; waitingLong: Numbers; goingSoon: number | undefined; reader: Reader },
): Html {
  const { overdue, waitingLong, goingSoon, reader } = shown;
  const { language } = reader;
  const say = firstPageWords[language];
  const of = (numberOf: (row: SignableCount) => number): Numbers => {
    const sumOf = (kind: SignableKind) =>
      counts.filter((row) => row.kind === kind).reduce((total, row) => total + numberOf(row), 0);
    return { agreement: sumOf('agreement'), amendment: sumOf('amendment') };
  };
  const tile = (
    label: string,
    numbers: Numbers,
    { filter, ...rest }: { filter: Record<string, string> } & Pick<ui.Tile, 'mood'>,
  ): ui.Tile => ({
    label,
    count: countOf(numbers),
    links: signableKinds.flatMap((kind): ui.Link[] =>
      numbers[kind] === 0
        ? []
        : [
            {
              text: `${kindWords[language].many[kind]} ${new Intl.NumberFormat(language).format(numbers[kind])}`,
              href: ui.withQuery(listAddress(kind), filter),
            },
          ],
    ),
    ...rest,
  });
  const inState = (state: SignableCount['state']) => of((row) => (row.state === state ? row.count : 0));
  return ui.tiles(
    [
      ...(overdue.agreement + overdue.amendment > 0
        ? [tile(say.overdue, overdue, { filter: { overdue: 'true', sort: 'due' }, mood: 'bad' })]
        : []),
      tile(say.drafts, inState('draft'), { filter: { state: 'draft' } }),
      tile(say.signing, inState('signing'), { filter: { state: 'signing' }, mood: 'info' }),
      tile(say.waitingDays(waitingDays), waitingLong, {
        filter: { state: 'signing', waiting_days: String(waitingDays) },
        mood: 'warning',
      }),
      tile(say.refused, inState('refused'), { filter: { state: 'refused' }, mood: 'bad' }),
      tile(
        say.failedTile,
        of((row) => row.failing),
        { filter: { failed: 'true' }, mood: 'bad' },
      ),
      ...(goingSoon === undefined ? [] : [goingTile(goingSoon, language)]),
    ],
    { label: say.tiles, language },
  );
}

/** What retention erases soon. */
function goingTile(count: number, language: Reader['language']): ui.Tile {
  const say = retentionWords[language];
  return {
    label: say.tile(announcedDays),
    count: { count: Math.min(count, maxAnnounced), isEstimate: count > maxAnnounced },
    links: [{ text: say.which, href: addresses.retention }],
    mood: 'warning',
  };
}

function countOf({ agreement, amendment }: Numbers): ui.Tile['count'] {
  return {
    count: agreement + amendment,
    isEstimate: Math.max(agreement, amendment) > figures.maxWaitingCounted,
  };
}

/** Failing calls by their cause, each with the way to call all of them again; nothing where none fails. */
function failureTable(
  causes: readonly CauseCount[],
  { hasWebhook, reader }: { hasWebhook: boolean; reader: Reader },
): Html | false {
  if (causes.length === 0) return false;
  const say = firstPageWords[reader.language];
  const mayCall = hasWebhook && mayDo(reader.account.role, 'send');
  return html`<h2>${say.failed}</h2>
${ui.table({
  caption: say.failed,
  headings: [
    say.cause,
    say.calls,
    say.givenUp,
    say.lastTried,
    ...(mayCall ? [html`<span class="unseen">${say.callAllAgain}</span>`] : []),
  ],
  rows: causes.map(({ cause, count, givenUp, lastTriedAt }) => {
    const text = causeText(cause, reader.language);
    const label = say.callAllAgainAbout(text);
    return [
      html`<a href="${ui.withQuery(addresses.deliveries, { cause })}">${text}</a>`,
      count,
      givenUp,
      ui.time(new Date(lastTriedAt), reader, { seconds: true }),
      ...(mayCall ? [again(cause, { text: say.callAllAgain, label })] : []),
    ];
  }),
})}`;
}

function again(cause: string, { text, label }: { text: string; label: string }): Html {
  return html`<a class="button plain" href="${ui.withQuery(addresses.callAgain, { cause })}" aria-label="${label}">${text}</a>`;
}

/** From below. */
const shown = ['signed', 'refused', 'signing', 'draft'] as const;
const shades = { signed: 'good', refused: 'bad', signing: 'info', draft: 'still' } satisfies Record<
  string,
  ui.Shade
>;

/** How many records were registered in each of the last weeks, by the state that they are in now. */
function weeksChart(
  counts: readonly figures.SpanCount[],
  { spans, reader }: { spans: Spans; reader: Reader },
): Html {
  const say = firstPageWords[reader.language];
  const { stages } = listWords[reader.language];
  return ui.columnChart({
    id: 'weeks-table',
    title: say.weeks,
    series: shown.map((state) => ({ name: stages[state], shade: shades[state] })),
    columns: spans.days.map((day, span) => {
      const label = ui.shortDay(day, reader.language);
      const of = (state: string) =>
        counts.find((count) => count.span === span && count.state === state)?.count ?? 0;
      return { label, tick: span % 2 === 1 ? label : undefined, values: shown.map(of) };
    }),
    columnsAre: say.week,
    language: reader.language,
  });
}

/** How many days signing takes, by workflow. */
function daysTable(workflows: readonly figures.WorkflowDays[], reader: Reader): Html {
  const say = firstPageWords[reader.language];
  const number = new Intl.NumberFormat(reader.language, { maximumFractionDigits: 1 });
  const longest = Math.max(1, ...workflows.map(({ ninthDays }) => ninthDays));
  return html`<section class="chart"><strong>${say.days}</strong>${
    workflows.length === 0
      ? html`<p class="quiet">${say.noDays}</p>`
      : ui.table({
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
            ui.countText({ count: rounds, isEstimate }, reader.language),
            number.format(median),
            number.format(ninth),
            ui.spanBar({ median, ninth }, { longest }),
          ]),
        })
  }</section>`;
}
