import { formText } from '@campus/accounts';
import type { Requester } from '@campus/database';
import {
  confirmPage,
  facts,
  html,
  live,
  outcomeNotice,
  selectField,
  submitButton,
  withQuery,
} from '@campus/pages';
import { Refusal } from '@campus/rest';
import express, { type Request, type RequestHandler, type Router } from 'express';
import {
  findEncoding,
  findEncodingQueue,
  findEncodings,
  type ListedEncoding,
  prioritiseEncoding,
} from '../../../data/encodings.ts';
import type { Database } from '../../../data/open-database.ts';
import { findWorkers } from '../../../data/workers.ts';
import { encodingPriorities } from '../../../domain/encoding-priorities.ts';
import { activeStates, type EncodingState, encodingStates } from '../../../domain/encoding-states.ts';
import { isStaff } from '../../../domain/is-staff.ts';
import { cancelEncoding, launchEncoding } from '../../../videos/launch-encoding.ts';
import { addresses, encodingActionAddress } from '../../addresses.ts';
import { encodingStateWords } from '../encoding-state/encoding-state-words.ts';
import { pageAsked, pageOf, queryText, rowsOf } from '../lists/list-query.ts';
import { requesterOf } from '../sign-in/signed-in.ts';
import { adminBreadcrumbs } from './admin-breadcrumbs.ts';
import type { AdminDeps } from './admin-deps.ts';
import { adminWords } from './admin-words.ts';
import { encodingList, type ShownEncodings } from './encoding-list.ts';
import { showEncoding } from './encoding-page.ts';
import { encodingWords } from './encoding-words.ts';
import { onlyIds } from './only-ids.ts';
import { maxShownWorkers, shownHours } from './worker-list.ts';
import { workerRoutes } from './worker-routes.ts';

/** More that wait are there, but nobody reads on. */
const maxQueue = 50;

const overStates = encodingStates.filter((state) => !activeStates.some((active) => active === state));

/** Runs of the encoder: the queue and what became of the others, launch again, cancel. */
export function encodingRoutes(deps: AdminDeps): Router {
  const { readForm } = deps.sessions;
  const router = express.Router();
  router.param('id', onlyIds);
  router.get('/', listEncodings(deps));
  router.get('/live', followEncodings(deps));
  router.use('/workers', workerRoutes(deps));
  router.post('/:id/launch', ...readForm, launch(deps));
  router.post('/:id/priority', ...readForm, prioritise(deps));
  router.get('/:id', showEncoding(deps));
  router.get('/:id/cancel', askCancel(deps));
  router.post('/:id/cancel', ...readForm, cancel(deps));
  return router;
}

function listEncodings(deps: AdminDeps): RequestHandler {
  const { sessions, timeZone } = deps;
  return async (request, response) => {
    const language = sessions.languageOf(request);
    const csrf = sessions.csrfField(request, response);
    const shown = await look(deps, request, requesterOf(sessions, request, response));
    const { state, page } = shown;
    const here = withQuery(addresses.encodings, { state, page });
    const source = withQuery(addresses.encodingsLive, { state, page });
    const list = encodingList(shown, { language, timeZone, csrf });
    const say = encodingWords[language];
    const title = adminWords[language].encodings;
    const choices = encodingStates.map((value) => ({ value, label: encodingStateWords[language][value] }));
    const main = html`${outcomeNotice(request.query.done, say.outcomes)}
<form class="row" method="get" action="${addresses.encodings}">
${selectField({ name: 'state', label: say.state, choices, value: state, blank: say.allStates })}
${submitButton(say.show, { kind: 'plain' })}
</form>
<noscript><p><a href="${here}">${say.refresh}</a></p></noscript>
${live({ source, label: title, language }, list)}`;
    const breadcrumbs = adminBreadcrumbs(language);
    sessions.sendPage(request, response, { title, breadcrumbs, scripts: ['live.js'], main });
  };
}

function followEncodings(deps: AdminDeps): RequestHandler {
  const { sessions, timeZone, live } = deps;
  return async (request, response) => {
    const language = sessions.languageOf(request);
    const csrf = sessions.csrfField(request, response);
    const { state, page } = askedIn(request);
    await live.send(request, response, {
      key: `encodings ${state ?? ''} ${page}`,
      look: (signal) => look(deps, request, { caller: 'live parts', signal }),
      session: sessions.sessionOf(request),
      async reader() {
        const account = await sessions.lookAgain(request);
        return account !== undefined && isStaff(account) ? csrf.toString() : undefined;
      },
      // Its forms are those of one session.
      kindOf: (csrfField) => `${language} ${csrfField}`,
      // Somebody may launch one at any time.
      show: (seen) => ({ content: encodingList(seen, { language, timeZone, csrf }), isOver: false }),
      ended: () => sessions.endedNotice(request),
    });
  };
}

function launch(deps: AdminDeps): RequestHandler {
  return async (request, response) => {
    const run = await runIn(deps.db, request);
    await launchEncoding(deps, run.video.id);
    response.redirect(303, `${addresses.encodings}?done=launched`);
  };
}

function prioritise({ db }: AdminDeps): RequestHandler {
  return async (request, response) => {
    const run = await runIn(db, request);
    const asked = formText(request, 'priority');
    const priority = encodingPriorities.find((one) => one === asked);
    if (priority === undefined) throw new Refusal('malformed_request', { values: { reason: 'priority' } });
    const done = (await prioritiseEncoding(db.prisma, { id: run.id, priority })) ? 'prioritised' : 'wasOver';
    response.redirect(303, `${addresses.encodings}?done=${done}`);
  };
}

function askCancel({ sessions, db }: AdminDeps): RequestHandler {
  return async (request, response) => {
    const run = await runIn(db, request);
    const language = sessions.languageOf(request);
    const say = encodingWords[language];
    const page = confirmPage({
      title: say.cancelTitle,
      breadcrumbs: adminBreadcrumbs(language, 'encodings'),
      content: html`${facts([
        [say.video, run.video.title],
        [say.state, encodingStateWords[language][run.state]],
        [say.progress, `${run.percent} %`],
      ])}
<p>${say.cancelMeans}</p>`,
      csrf: sessions.csrfField(request, response),
      action: encodingActionAddress(run, 'cancel'),
      button: say.cancelIt,
      isDangerous: true,
      back: addresses.encodings,
      language,
    });
    sessions.sendPage(request, response, page);
  };
}

function cancel(deps: AdminDeps): RequestHandler {
  return async (request, response) => {
    const run = await runIn(deps.db, request);
    const done = (await cancelEncoding(deps, run.id)) ? 'cancelled' : 'wasOver';
    response.redirect(303, `${addresses.encodings}?done=${done}`);
  };
}

/** The run that an address names. @throws Refusal */
async function runIn({ prisma }: Pick<Database, 'prisma'>, request: Request): Promise<ListedEncoding> {
  const run = await findEncoding(prisma, Number(request.params.id));
  if (run === null) throw new Refusal('not_found');
  return run;
}

/** What the address asks for, as it is now. */
async function look(
  { db, queueLimits }: Pick<AdminDeps, 'db' | 'queueLimits'>,
  request: Request,
  requester: Requester,
): Promise<ShownEncodings> {
  const { state, page } = askedIn(request);
  const states = state === undefined ? overStates : [state];
  const isWhole = state === undefined && page === 1;
  const { queue, workers, runs } = await db.lookups.withPrisma(requester, async (tx) => ({
    queue: isWhole ? await findEncodingQueue(tx, { limit: maxQueue, ...queueLimits }) : undefined,
    workers: isWhole ? await findWorkers(tx, { hours: shownHours, limit: maxShownWorkers }) : undefined,
    runs: await findEncodings(tx, { states, ...rowsOf(page) }),
  }));
  const { shown: listed, hasNext } = pageOf(runs);
  return { queue, workers, listed, state, page, hasNext };
}

function askedIn(request: Request): { state: EncodingState | undefined; page: number } {
  const asked = queryText(request, 'state');
  return { state: encodingStates.find((one) => one === asked), page: pageAsked(request) };
}
