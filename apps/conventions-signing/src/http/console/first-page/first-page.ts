import { type Html, html, notice, table } from '@campus/pages';
import type { RequestHandler } from 'express';
import {
  countSignables,
  listLongestWaiting,
  listSignables,
  type SignableCount,
  type SignableSummary,
} from '../../../data/list-signables.ts';
import { progressOf } from '../../../signing/progress.ts';
import { type SignableKind, signableKinds } from '../../../signing/signable.ts';
import { listAddress, recordAddress } from '../addresses.ts';
import type { ConsoleDeps } from '../console-routes.ts';
import { type Reader, readerOf } from '../reader.ts';
import { trouble } from '../records/record-table.ts';
import { sinceWhen } from '../records/signers.ts';
import { stageBadge } from '../records/stage-badge.ts';
import { words as recordWords } from '../records/words.ts';
import { words } from './words.ts';

const maxRows = 10;

/** What needs somebody: calls that have failed, whom is waited for longest, and how many there are of all. */
export function firstPage(deps: ConsoleDeps): RequestHandler {
  const { db, people } = deps;
  return async (request, response) => {
    const reader = readerOf(deps, request);
    const say = words[reader.language];
    const counts = await countSignables(db.prisma);
    const failing = await Promise.all(
      signableKinds.map((kind) => listSignables(db.prisma, kind, { failed: true, limit: maxRows })),
    );
    const waiting = await listLongestWaiting(db.prisma, { limit: maxRows, now: reader.now });
    const main = html`<h2>${say.failed}</h2>
${failed(failing.flat(), { counts, reader })}
<h2>${say.waiting}</h2>
${longest(waiting, reader)}
<h2>${say.counts}</h2>
${countTable(counts, reader)}`;
    people.send(request, response, { title: say.title, main });
  };
}

function recordLink(row: SignableSummary, reader: Reader): Html {
  const kind = recordWords[reader.language].kinds[row.kind];
  return html`<a href="${recordAddress(row)}">${kind} ${row.number} · ${row.title}</a>`;
}

function failed(
  rows: SignableSummary[],
  { counts, reader }: { counts: SignableCount[]; reader: Reader },
): Html {
  const say = words[reader.language];
  const common = recordWords[reader.language];
  if (rows.length === 0) return notice('good', say.noneFailed);
  const left = signableKinds.filter((kind) => sum(counts, kind, 'failing') > maxRows);
  return html`${table({
    caption: say.failed,
    headings: [common.document, common.reference, common.state],
    rows: rows.map((row) => [
      recordLink(row, reader),
      row.reference,
      html`${stageBadge(row, reader.language)}${trouble(row, reader)}`,
    ]),
  })}${
    left.length > 0 &&
    html`<p>${say.allFailed}: ${left.map(
      (kind) =>
        html`<a href="${listAddress(kind)}?failed=true">${common.titles[kind]} (${sum(counts, kind, 'failing')})</a> `,
    )}</p>`
  }`;
}

function longest(rows: SignableSummary[], reader: Reader): Html {
  const say = words[reader.language];
  const common = recordWords[reader.language];
  if (rows.length === 0) return html`<p>${say.noneWaiting}</p>`;
  return table({
    caption: say.waiting,
    headings: [common.document, common.reference, common.filter.waitingFor, common.forHowLong],
    rows: rows.map((row) => {
      const { waitingFor, waitingSince, signed, total } = progressOf(row, reader.now);
      return [
        recordLink(row, reader),
        row.reference,
        html`${waitingFor.map(({ givenName, name, mail }) => html`${givenName} ${name} <span class="quiet">${mail}</span><br>`)}<span class="quiet">${signed}/${total}</span>`,
        waitingSince !== null && sinceWhen(waitingSince, reader),
      ];
    }),
  });
}

function countTable(counts: SignableCount[], reader: Reader): Html {
  const say = words[reader.language];
  const { titles, stages } = recordWords[reader.language];
  const cell = (kind: SignableKind, count: number, query: string) =>
    count === 0 ? 0 : html`<a href="${listAddress(kind)}${query}">${count}</a>`;
  const inState = (kind: SignableKind, state: SignableCount['state']) =>
    sum(
      counts.filter((row) => row.state === state),
      kind,
      'count',
    );
  return table({
    caption: say.counts,
    headings: [
      say.kind,
      stages.draft,
      stages.signing,
      stages.failed,
      stages.signed,
      stages['signed-outside'],
      say.total,
    ],
    rows: signableKinds.map((kind) => [
      html`<a href="${listAddress(kind)}">${titles[kind]}</a>`,
      cell(kind, inState(kind, 'draft'), '?state=draft'),
      cell(kind, inState(kind, 'signing'), '?state=signing'),
      cell(kind, sum(counts, kind, 'failing'), '?failed=true'),
      cell(kind, inState(kind, 'signed'), '?state=signed'),
      sum(counts, kind, 'signedOutside'),
      sum(counts, kind, 'count'),
    ]),
  });
}

function sum(
  counts: SignableCount[],
  kind: SignableKind,
  member: 'count' | 'failing' | 'signedOutside',
): number {
  return counts.filter((row) => row.kind === kind).reduce((total, row) => total + row[member], 0);
}
