import type { Requester } from '@campus/database';
import { dayIn, type Html, html, type LivePart, live } from '@campus/pages';
import { type CauseCount, countCauses } from '../../../data/failing-calls.ts';
import {
  countOverdue,
  countRegistered,
  countWaitingSince,
  measureRounds,
  type SpanCount,
  type WorkflowDays,
} from '../../../data/first-page.ts';
import { countSignables, listLongestWaiting, type SignableCount } from '../../../data/list-signables.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { type RetentionRules, rulesOf } from '../../../domain/retention-rules.ts';
import type { Scope } from '../../../domain/scope.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { countAnnounced } from '../../../retention/announce.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import { addresses } from '../../addresses.ts';
import { lastWeeks, type Spans } from '../deliveries/spans.ts';
import { type LivePageDeps, livePage } from '../frame/live-page.ts';
import type { Reader } from '../session/reader.ts';
import { countTiles, waitingDays } from './count-tiles.ts';
import { failureTable } from './failure-table.ts';
import { firstPageWords } from './first-page-words.ts';
import { longestTable } from './longest-table.ts';
import { daysTable, weeksChart } from './statistics.ts';

const maxRows = 10;

/** Nothing here is looked at by the second. */
const everyMs = 10_000;

const weeks = 12;
const dayMs = 24 * 3_600_000;

type FirstPageDeps = LivePageDeps & Pick<CallDeps, 'hasWebhook'> & { retention: RetentionRules };

/** What the first page shows. */
interface Seen {
  counts: SignableCount[];
  overdue: Record<SignableKind, number>;
  waitingLong: Record<SignableKind, number>;
  /** Undefined: everything stays. */
  goingSoon: number | undefined;
  causes: CauseCount[];
  spans: Spans;
  registered: SpanCount[];
  days: WorkflowDays[];
  waiting: SignableSummary[];
}

/**
 * What needs somebody, and how things go: numbers, why calls fail, the last weeks, how long signing takes, and whom is
 * waited for longest. All of it follows what happens while something is in signing.
 */
export function firstPage(deps: FirstPageDeps) {
  return livePage(deps, {
    look: (_request, requester, scope) => look(deps, requester, scope),
    page({ reader, answer }, seen) {
      const { title, live: label } = firstPageWords[reader.language];
      const { content, isOver } = partOf(deps, { seen, reader });
      const main = isOver
        ? content
        : live({ source: addresses.homeLive, label, language: reader.language }, content);
      answer({ title, main, styles: ['lists.css', 'charts.css'], scripts: ['live.js'] });
    },
    part: () => ({
      key: 'first page',
      everyMs,
      show: (seen, reader) => partOf(deps, { seen, reader }),
    }),
  });
}

async function look(
  { db, sessions, retention }: FirstPageDeps,
  requester: Requester,
  scope: Scope,
): Promise<Seen> {
  const client = db.lookups.of(requester);
  const at = sessions.now();
  const spans = lastWeeks(at, { count: weeks, timeZone: sessions.site.timeZone });
  const today = dayIn(at, sessions.site.timeZone);
  const isLimited = rulesOf(retention).length > 0;
  const [counts, overdue, waitingLong, goingSoon, causes, registered, days, waiting] = await Promise.all([
    countSignables(client, scope),
    countOverdue(client, today, scope),
    countWaitingSince(client, new Date(at.getTime() - waitingDays * dayMs), scope),
    isLimited ? countAnnounced(client, retention, { now: at, scope }) : undefined,
    countCauses(client, { scope }),
    countRegistered(client, spans.bounds, scope),
    measureRounds(client, spans.bounds[0] ?? at, scope),
    listLongestWaiting(client, { limit: maxRows, now: at, scope }),
  ]);
  return { counts, overdue, waitingLong, goingSoon, causes, spans, registered, days, waiting };
}

function partOf(deps: FirstPageDeps, { seen, reader }: { seen: Seen; reader: Reader }): LivePart {
  const { counts, overdue, waitingLong, goingSoon, causes, spans, registered, days, waiting } = seen;
  const content: Html = html`${countTiles(counts, { overdue, waitingLong, goingSoon, reader })}
${failureTable(causes, { hasWebhook: deps.hasWebhook, reader })}
<div class="columns">${weeksChart(registered, { spans, reader })}${daysTable(days, reader)}</div>
${longestTable(waiting, reader)}`;
  return { content, isOver: counts.every(({ state }) => state !== 'signing') };
}
