import type { Language } from '@campus/language';
import { facts, html, live, notice, type Page, selectField, sendLive, submitButton } from '@campus/pages';
import express, { type Request, type Router } from 'express';
import { findEncoding, findEncodings } from '../data/encodings.ts';
import { activeStates, type EncodingState, encodingStates } from '../encoding/encoding-states.ts';
import { cancelEncoding } from '../videos/cancel-encoding.ts';
import { launchEncoding } from '../videos/launch-encoding.ts';
import { addresses, withQuery } from './admin-addresses.ts';
import type { AdminDeps } from './admin-deps.ts';
import { adminWords } from './admin-words.ts';
import { confirmPage } from './confirm-page.ts';
import { encodingList, type ShownEncodings } from './encoding-list.ts';
import { encodingWords } from './encoding-words.ts';
import { pageAsked, pageOf, queryText, rowsOf } from './list-query.ts';
import { onlyIds } from './only-ids.ts';

/** More that wait are there, but nobody reads on. */
const maxQueue = 100;

const overStates = encodingStates.filter((state) => !activeStates.some((active) => active === state));

/** Runs of the encoder: the queue and what became of the others, launch again, cancel. */
export function encodingRoutes(deps: AdminDeps): Router {
  const { people, db, timeZone } = deps;
  const router = express.Router();
  router.param('id', onlyIds);

  router.get('/', async (request, response) => {
    const language = people.languageOf(request);
    const csrf = people.csrfField(request, response);
    const shown = await look(request);
    const done = doneIn(request);
    const { state, page } = shown;
    const parts = {
      here: withQuery(addresses.encodings, { state, page }),
      source: withQuery(`${addresses.encodings}live/`, { state, page }),
      list: encodingList(shown, { language, timeZone, csrf }),
    };
    people.send(request, response, encodingsPage({ language, state, done, ...parts }));
  });

  router.get('/live', async (request, response) => {
    const language = people.languageOf(request);
    const csrf = people.csrfField(request, response);
    await sendLive(request, response, async () => ({
      content: encodingList(await look(request), { language, timeZone, csrf }),
      // Somebody may launch one at any time.
      isOver: false,
    }));
  });

  router.post('/:id/launch', ...people.readForm, async (request, response, next) => {
    const run = await findEncoding(db.prisma, Number(request.params.id));
    if (run === null) return next();
    await launchEncoding(deps, run.video.id);
    response.redirect(303, `${addresses.encodings}?done=launched`);
  });

  router
    .route('/:id/cancel')
    .get(async (request, response, next) => {
      const run = await findEncoding(db.prisma, Number(request.params.id));
      if (run === null) return next();
      const language = people.languageOf(request);
      const say = encodingWords[language];
      const page = confirmPage({
        title: say.cancelTitle,
        breadcrumbs: trail(language, { isBelow: true }),
        meaning: html`${facts([
          [say.video, run.video.title],
          [say.state, say.states[run.state]],
          [say.progress, `${run.percent} %`],
        ])}
<p>${say.cancelMeans}</p>`,
        csrf: people.csrfField(request, response),
        action: `${addresses.encodings}${run.id}/cancel/`,
        button: say.cancelIt,
        back: { text: adminWords[language].cancel, href: addresses.encodings },
      });
      people.send(request, response, page);
    })
    .post(...people.readForm, async (request, response, next) => {
      const run = await findEncoding(db.prisma, Number(request.params.id));
      if (run === null) return next();
      const done = (await cancelEncoding(deps, run.id)) ? 'cancelled' : 'wasOver';
      response.redirect(303, `${addresses.encodings}?done=${done}`);
    });
  return router;

  /** What the address asks for, as it is now. */
  async function look(request: Request): Promise<ShownEncodings> {
    const asked = queryText(request, 'state');
    const state = encodingStates.find((one) => one === asked);
    const page = pageAsked(request);
    const states = state === undefined ? overStates : [state];
    const [queue, runs] = await Promise.all([
      state === undefined
        ? findEncodings(db.prisma, { states: activeStates, order: 'queue', offset: 0, limit: maxQueue })
        : undefined,
      findEncodings(db.prisma, { states, order: 'newest', ...rowsOf(page) }),
    ]);
    const { shown: listed, hasNext } = pageOf(runs);
    return { queue, listed, state, page, hasNext };
  }
}

function encodingsPage({
  language,
  state,
  done,
  here,
  source,
  list,
}: {
  language: Language;
  state: EncodingState | undefined;
  done: (typeof doings)[number] | undefined;
  here: string;
  source: string;
  list: ReturnType<typeof encodingList>;
}): Page {
  const say = encodingWords[language];
  const common = adminWords[language];
  const choices = encodingStates.map((value) => ({ value, label: say.states[value] }));
  return {
    title: common.encodings,
    breadcrumbs: trail(language, { isBelow: false }),
    scripts: ['live.js'],
    main: html`${done !== undefined && notice(done === 'wasOver' ? 'info' : 'good', say[done])}
<form class="row" method="get" action="${addresses.encodings}">
${selectField({ name: 'state', label: say.state, choices, value: state, blank: say.allStates })}
${submitButton(say.show, { kind: 'plain' })}
</form>
<noscript><p><a href="${here}">${say.refresh}</a></p></noscript>
${live({ source, label: common.encodings }, list)}`,
  };
}

function trail(language: Language, { isBelow }: { isBelow: boolean }) {
  const common = adminWords[language];
  const above = { text: common.administration, href: addresses.overview };
  return isBelow ? [above, { text: common.encodings, href: addresses.encodings }] : [above];
}

const doings = ['launched', 'cancelled', 'wasOver'] as const;

/** What the reader has just done, as the redirect to the page says. */
function doneIn(request: Request): (typeof doings)[number] | undefined {
  const said = queryText(request, 'done');
  return doings.find((doing) => doing === said);
}
