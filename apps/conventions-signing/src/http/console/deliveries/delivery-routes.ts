import { visitsWith } from '@campus/accounts';
import { attemptFold } from '@campus/deliveries';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';
import express, { type Router } from 'express';
import { type Call, findCall, type ListedDelivery, pagesOfDeliveries } from '../../../data/deliveries.ts';
import { callFailureOf, callMessages } from '../../../deliveries/call-failure.ts';
import { mayDo } from '../../../domain/roles.ts';
import { isRedeliverable } from '../../../domain/signable.ts';
import type { CallDeps } from '../../../signing/enter-signing.ts';
import { SigningError } from '../../../signing/errors.ts';
import { lastFailureOf } from '../../../signing/stage.ts';
import { attemptQuery } from '../../../wire/queries.ts';
import { registrationFields } from '../../../wire/registration-fields.ts';
import { addresses, deliveryAddress, deliveryLiveAddress } from '../../addresses.ts';
import { formQuery } from '../../asked/query-in.ts';
import { uuidIn } from '../../asked/uuid-in.ts';
import { route } from '../../route.ts';
import { exportWords, listWords } from '../../said/list-words.ts';
import { nameOf, recordLink } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import { type LivePage, type LivePageDeps, liveRoutes } from '../frame/live-page.ts';
import { term } from '../glossary/term.ts';
import { instantText, type SaveDeps, saveTable } from '../save/save-table.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { callFilterIn, callStateOf } from './calls-query.ts';
import { type DeliveryListDeps, deliveryList } from './delivery-list.ts';
import { callText, deliveryBadge, redeliveryButton, redeliveryForm } from './delivery-parts.ts';
import { deliveryWords } from './delivery-words.ts';

/** What staff see of the calls to the signing application. */
export function deliveryRoutes(deps: DeliveryListDeps & SaveDeps): Router {
  const router = express.Router();
  liveRoutes(router, '/', { deps, shown: deliveryList });
  route(router, '/export', { get: visitsWith(deps)(saveList) });
  liveRoutes(router, '/:id', { deps, shown: deliveryPage });
  return router;
}

/** The list of the calls as filtered, all of it, as a table for spreadsheets. */
function saveList(visit: SaveDeps & Visit): Promise<void> {
  const { lookups, request, reader } = visit;
  const { before: _, size: __, ...filter } = callFilterIn(request, reader.timeZone);
  const pages = pagesOfDeliveries(lookups, { ...filter, scope: reader.account.scope });
  return saveTable(visit, { name: 'deliveries', pages, columns: columnsFor(reader) });
}

function columnsFor(reader: Reader): ui.CsvColumn<ListedDelivery>[] {
  const { language } = reader;
  const [say, list, kinds] = [deliveryWords[language], listWords[language], kindWords[language]];
  return [
    { heading: kinds.either, of: ({ signable }) => kinds.one[signable.kind] },
    { heading: list.number, of: ({ signable }) => signable.number },
    { heading: registrationFields.title.label[language], of: ({ signable }) => signable.title },
    { heading: exportWords[language].round, of: ({ round }) => round },
    { heading: list.state, of: (delivery) => say.states[callStateOf(delivery)] },
    { heading: say.reference, of: ({ reference }) => reference },
    { heading: say.promised, of: ({ createdAt }) => instantText(createdAt, reader) },
    { heading: say.nextAttempt, of: ({ nextAttemptAt }) => instantText(nextAttemptAt, reader) },
    { heading: say.attempts, of: ({ attempts }) => attempts.length },
    {
      heading: exportWords[language].failure,
      of(delivery) {
        const failure = lastFailureOf(delivery);
        return failure && ui.failureText(callMessages[failure.code], failure, language);
      },
    },
  ];
}

const attemptsAtOnce = 25;

type CallPageDeps = LivePageDeps & Pick<CallDeps, 'hasWebhook'>;

/** One call with its attempts, each with what was sent and answered; the part of it that follows a pending one. */
const deliveryPage: LivePage<CallPageDeps, Call> = {
  async look({ lookups, request }) {
    const id = uuidIn(request, 'delivery');
    const call = await findCall(lookups, id, { before: beforeIn(request), size: attemptsAtOnce });
    if (call === null) throw new SigningError('delivery_not_found', `there is no delivery with the id ${id}`);
    return call;
  },
  page: (visit, call) => visit.answer(pageOf(visit, call)),
  part: ({ request, hasWebhook }) => ({
    key: `delivery ${uuidIn(request, 'delivery')} ${beforeIn(request)}`,
    show: (call, reader) => ({
      content: content(call, { hasWebhook, reader, isNewest: beforeIn(request) === undefined }),
      isOver: call.state !== 'pending',
    }),
  }),
};

function beforeIn(request: Request): number | undefined {
  return formQuery(request, attemptQuery).before;
}

function pageOf(visit: CallPageDeps & Visit, call: Call): ui.Page {
  const { request, reader, hasWebhook } = visit;
  const say = deliveryWords[reader.language];
  const csrf = visit.csrf();
  const before = beforeIn(request);
  const source = ui.withQuery(deliveryLiveAddress(call.id), { before });
  const part = content(call, { hasWebhook, reader, isNewest: before === undefined });
  return {
    title: `${say.call}${' · '}${nameOf(call.signable, reader.language)}`,
    breadcrumbs: [{ text: say.title, href: addresses.deliveries }],
    main: html`${call.state === 'pending' ? ui.live({ source, label: say.call, language: reader.language }, part) : part}
${redeliveryForm(csrf)}`,
    styles: ['calls.css'],
    scripts: ['live.js', 'copy.js'],
  };
}

function content(
  call: Call,
  { hasWebhook, reader, isNewest }: { hasWebhook: boolean; reader: Reader; isNewest: boolean },
): Html {
  const say = deliveryWords[reader.language];
  const { id, signable, round, reference, createdAt, nextAttemptAt, giveUpAt, attempts } = call;
  const failure = isNewest ? lastFailureOf(call) : null;
  const mayCall = hasWebhook && mayDo(reader.account.role, 'send') && isRedeliverable(call, signable);
  return html`<div class="sheet call">${ui.facts([
    [
      listWords[reader.language].state,
      html`${deliveryBadge(callStateOf(call), reader.language)}${failure !== null && html` ${callText(failure, reader.language)}`}`,
    ],
    [say.about, html`${recordLink(signable, reader.language)}, ${say.round(round)}`],
    [say.promised, ui.time(createdAt, reader, { seconds: true })],
    nextAttemptAt !== null && [say.nextAttempt, ui.time(nextAttemptAt, reader, { seconds: true })],
    nextAttemptAt !== null && [say.giveUpAt, ui.time(giveUpAt, reader)],
    reference !== null && [term('reference', say.reference), reference],
    [say.id, html`<code>${id}</code>`],
  ])}${mayCall && html`<p>${redeliveryButton(call, reader.language)}</p>`}</div>
<h2>${term('attempt', say.attempts)}</h2>
${attempts.length === 0 && html`<p>${say.noAttempts}</p>`}
${attempts.map((attempt, index) => {
  const failed = callFailureOf(attempt);
  const why = failed && callText(failed, reader.language);
  return attemptFold({ ...attempt, why }, { method: 'GET', isOpen: isNewest && index === 0, reader });
})}
${otherAttempts(call, { reader, isNewest })}`;
}

function otherAttempts(
  { id, before }: Call,
  { reader, isNewest }: { reader: Reader; isNewest: boolean },
): Html | false {
  const say = deliveryWords[reader.language];
  if (isNewest && before === null) return false;
  return html`<nav class="pager" aria-label="${say.attempts}"><ul>
${!isNewest && html`<li><a href="${deliveryAddress(id)}">${say.newestAttempts}</a></li>`}
${before !== null && html`<li><a href="${ui.withQuery(deliveryAddress(id), { before })}" rel="next">${say.olderAttempts}</a></li>`}
</ul></nav>`;
}
