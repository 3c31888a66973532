import type { Requester } from '@campus/database';
import { colon, type Html, html, type LivePart, live, notice, table, withQuery } from '@campus/pages';
import {
  countSignables,
  listLongestWaiting,
  listSignables,
  type SignableCount,
} from '../../../data/list-signables.ts';
import type { SignableSummary } from '../../../data/signable-summaries.ts';
import { progressOf } from '../../../signing/progress.ts';
import { type SignableKind, signableKinds } from '../../../signing/signable.ts';
import { addresses, listAddress } from '../../addresses.ts';
import { registrationFields } from '../../registration-fields.ts';
import { kindWords } from '../records/kind-words.ts';
import { listWords } from '../records/list-words.ts';
import { recordLink } from '../records/record-name.ts';
import { callTrouble } from '../records/record-table.ts';
import { sinceWhen } from '../records/since-when.ts';
import { stageBadge } from '../records/stage-badge.ts';
import { type LivePageDeps, livePage } from '../session/live-page.ts';
import type { PageDeps, Reader } from '../session/reader.ts';
import { firstPageWords } from './first-page-words.ts';

const maxRows = 10;

/** Nothing here is looked at by the second. */
const everyMs = 5_000;

/**
 * What needs somebody: calls that have failed, whom is waited for longest, and how many there are of all; and the part
 * of it that follows what is in signing, which is all.
 */
export function firstPage(deps: LivePageDeps) {
  return livePage(deps, {
    look: (_request, requester) => look(deps, requester),
    page({ reader, answer }, seen) {
      const { title, live: label } = firstPageWords[reader.language];
      const { content, isOver } = partOf(seen, reader);
      const main = isOver
        ? content
        : live({ source: addresses.homeLive, label, language: reader.language }, content);
      answer({ title, main, scripts: ['live.js'] });
    },
    part: () => ({ key: 'first page', everyMs, show: partOf }),
  });
}

interface Seen {
  counts: SignableCount[];
  failing: SignableSummary[];
  waiting: SignableSummary[];
}

function look({ db, now }: PageDeps, requester: Requester): Promise<Seen> {
  return db.lookups.withClient(requester, async (client) => {
    const counts = await countSignables(client);
    const failing = await Promise.all(
      signableKinds.map((kind) => listSignables(client, kind, { failed: true, size: maxRows })),
    );
    const waiting = await listLongestWaiting(client, { limit: maxRows, now: now() });
    return { counts, failing: failing.flatMap(({ results }) => results), waiting };
  });
}

function partOf({ counts, failing, waiting }: Seen, reader: Reader): LivePart {
  const say = firstPageWords[reader.language];
  const content = html`<h2>${say.failed}</h2>
${failed(failing, { counts, reader })}
<h2>${say.waiting}</h2>
${longest(waiting, reader)}
<h2>${say.counts}</h2>
${countTable(counts, reader)}`;
  return { content, isOver: counts.every(({ state }) => state !== 'signing') };
}

function failed(
  rows: SignableSummary[],
  { counts, reader }: { counts: SignableCount[]; reader: Reader },
): Html {
  const say = firstPageWords[reader.language];
  const common = listWords[reader.language];
  if (rows.length === 0) return notice('good', say.noneFailed);
  const left = signableKinds.filter((kind) => sum(counts, kind, 'failing') > maxRows);
  return html`${table({
    caption: say.failed,
    headings: [
      kindWords[reader.language].either,
      registrationFields.reference.label[reader.language],
      common.state,
    ],
    rows: rows.map((row) => [
      recordLink(row, reader.language),
      row.reference,
      html`${stageBadge(row, reader.language)}${callTrouble(row, reader)}`,
    ]),
  })}${
    left.length > 0 &&
    html`<p>${say.allFailed}${colon(reader.language)}${left.map(
      (kind) =>
        html`<a href="${withQuery(listAddress(kind), { failed: 'true' })}">${kindWords[reader.language].many[kind]} (${sum(counts, kind, 'failing')})</a> `,
    )}</p>`
  }`;
}

function longest(rows: SignableSummary[], reader: Reader): Html {
  const say = firstPageWords[reader.language];
  const common = listWords[reader.language];
  if (rows.length === 0) return html`<p>${say.noneWaiting}</p>`;
  return table({
    caption: say.waiting,
    headings: [
      kindWords[reader.language].either,
      registrationFields.reference.label[reader.language],
      common.filter.waitingFor,
      common.forHowLong,
    ],
    rows: rows.map((row) => {
      const { waitingFor, waitingSince, signed, total } = progressOf(row, reader.now);
      return [
        recordLink(row, reader.language),
        row.reference,
        html`${waitingFor.map(({ givenName, name, mail }) => html`${givenName} ${name} <span class="quiet">${mail}</span><br>`)}<span class="quiet">${signed}/${total}</span>`,
        waitingSince !== null && sinceWhen(waitingSince, reader),
      ];
    }),
  });
}

function countTable(counts: SignableCount[], reader: Reader): Html {
  const say = firstPageWords[reader.language];
  const { stages } = listWords[reader.language];
  const link = (kind: SignableKind, filter: Record<string, string>, text: string | number) =>
    html`<a href="${withQuery(listAddress(kind), filter)}">${text}</a>`;
  const inState = (kind: SignableKind, state: SignableCount['state']) => {
    const count = sum(
      counts.filter((row) => row.state === state),
      kind,
      'count',
    );
    return count === 0 ? 0 : link(kind, { state }, count);
  };
  return table({
    caption: say.counts,
    headings: [say.kind, stages.draft, stages.signing, stages.signed, say.total],
    rows: signableKinds.map((kind) => {
      const failing = sum(counts, kind, 'failing');
      const outside = sum(counts, kind, 'signedOutside');
      return [
        link(kind, {}, kindWords[reader.language].many[kind]),
        inState(kind, 'draft'),
        html`${inState(kind, 'signing')}${failing > 0 && html`, ${link(kind, { failed: 'true' }, say.ofWhichFailing(failing))}`}`,
        html`${inState(kind, 'signed')}${outside > 0 && html`, ${say.ofWhichOutside(outside)}`}`,
        sum(counts, kind, 'count'),
      ];
    }),
  });
}

function sum(
  counts: SignableCount[],
  kind: SignableKind,
  member: 'count' | 'failing' | 'signedOutside',
): number {
  return counts.filter((row) => row.kind === kind).reduce((total, row) => total + row[member], 0);
}
