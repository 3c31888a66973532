import { type Html, html, live, type Page, sendLive } from '@campus/pages';
import type { Request, RequestHandler } from 'express';
import { findActorNames } from '../../../data/actor-names.ts';
import { listSignables } from '../../../data/list-signables.ts';
import { findSignable } from '../../../data/signables.ts';
import { signableNotFound } from '../../../signing/refusals.ts';
import type { SignableKind } from '../../../signing/signable.ts';
import { refIn } from '../../ref-in.ts';
import { actionsOf } from '../actions/actions-of.ts';
import { outcomeNotice } from '../actions/outcome.ts';
import { listAddress, recordAddress } from '../addresses.ts';
import type { ConsoleDeps } from '../console-routes.ts';
import { type Reader, readerOf } from '../reader.ts';
import { recordPart, type ShownRecord } from './record-part.ts';
import { recordWords } from './record-words.ts';
import { words } from './words.ts';

/** An agreement has a handful of amendments; more are found in their list. */
const maxAmendments = 50;

/** The page of one record, and the part of it that follows what is in flight. */
export function recordPage(
  deps: ConsoleDeps,
  kind: SignableKind,
): { page: RequestHandler; part: RequestHandler } {
  const { people } = deps;
  return {
    page: async (request, response) => {
      const reader = readerOf(deps, request);
      const shown = await readShown(deps, kind, request);
      const csrf = people.csrfField(request, response);
      const { record } = shown;
      const actions = actionsOf(record, reader.account, {
        language: reader.language,
        csrf,
        hasWebhook: deps.hasWebhook,
      });
      const above = html`${outcomeNotice(request.query.done, reader.language)}${actions}`;
      people.send(request, response, pageOfRecord(shown, { above, reader }));
    },
    part: async (request, response) => {
      // Refused as a page, before the stream begins.
      await readShown(deps, kind, request);
      await sendLive(request, response, async () => {
        const shown = await readShown(deps, kind, request);
        return { content: recordPart(shown, readerOf(deps, request)), isOver: !isInFlight(shown) };
      });
    },
  };
}

async function readShown({ db }: ConsoleDeps, kind: SignableKind, request: Request): Promise<ShownRecord> {
  const ref = refIn(request, kind);
  const record = await findSignable(db.prisma, ref);
  if (record === null) throw signableNotFound(ref);
  const actors = [...record.history, ...record.deposits].map(({ actor }) => actor);
  const names = await findActorNames(db.prisma, actors);
  const amendments =
    record.amendments.length === 0
      ? []
      : await listSignables(db.prisma, 'amendment', { agreement: record.number, limit: maxAmendments });
  return { record, names, amendments };
}

function isInFlight({ record }: ShownRecord): boolean {
  return record.state === 'signing' || record.deliveries.some(({ state }) => state === 'pending');
}

function pageOfRecord(shown: ShownRecord, { above, reader }: { above: Html; reader: Reader }): Page {
  const { record } = shown;
  const say = words[reader.language];
  const content = recordPart(shown, reader);
  const label = recordWords[reader.language].live;
  return {
    title: `${say.kinds[record.kind]} ${record.number} · ${record.title || say.noTitle}`,
    breadcrumbs: [{ text: say.titles[record.kind], href: listAddress(record.kind) }],
    // Forms stand above the part that is sent anew: they would be lost with it.
    main: html`${above}
${isInFlight(shown) ? live({ source: `${recordAddress(record)}live/`, label }, content) : content}`,
    scripts: ['live.js'],
  };
}
