import { backLink, hiddenField, html, qrCode, submitButton, textField } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { personAt } from '../history/actor.ts';
import { afterSetUp, type FactorChanger, forFactorChanger } from '../second-factor/factor-changer.ts';
import { sendRemoval, trailTo } from '../second-factor/factor-removal.ts';
import { factorWords } from '../second-factor/factor-words.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import type { Account } from '../session/browser-sessions.ts';
import { formText } from '../session/form-text.ts';
import { sendToFirstStep } from '../session/pending-person.ts';
import { needsSecondFactor } from '../session/signed-in.ts';
import { newTotpKey, totpKeyIn, totpStep, totpUri } from './totp.ts';

/** Setting up an authenticator app, and removing it. */
export function totpRoutes(own: AccountRoutesDeps): Router {
  const { readForm } = own.sessions;
  const router = express.Router();
  const whilePending = { whilePending: true };
  router.get(
    '/totp',
    forFactorChanger(
      own,
      async (request, response, { account }) => sendSetUp(own, request, response, { account }),
      whilePending,
    ),
  );
  router.post(
    '/totp',
    ...readForm,
    forFactorChanger(
      own,
      (request, response, changer) => setUp(own, request, response, changer),
      whilePending,
    ),
  );
  router.get(
    '/totp/remove',
    forFactorChanger(own, async (request, response) => sendTotpRemoval(own, request, response)),
  );
  router.post(
    '/totp/remove',
    ...readForm,
    forFactorChanger(own, (request, response, { account }) => remove(own, request, response, account)),
  );
  return router;
}

async function setUp(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  changer: FactorChanger,
): Promise<void> {
  const { deps, sessions, factors } = own;
  const { account, pending } = changer;
  const say = factorWords[sessions.languageOf(request)];
  // The reader has seen it: that it comes back from their form gives nothing away.
  const typedKey = formText(request, 'key');
  const key = totpKeyIn(typedKey);
  if (key === undefined) return sendSetUp(own, request, response, { account, problem: say.keyLost });
  const code = formText(request, 'code').replace(/\s/g, '');
  const step = totpStep(code, { key, now: deps.now() });
  if (step === undefined)
    return sendSetUp(own, request, response, { account, key: typedKey, problem: say.wrongFirstCode });
  const by = personAt(account, request.ip);
  const set = await factors.setTotp(account.id, { key, step }, { mustBeFirst: pending !== undefined, by });
  if (set === 'refused') sendToFirstStep(own, request, response);
  else await afterSetUp(own, request, response, { changer, codes: set.codes, done: 'totpSet' });
}

function sendSetUp(
  { deps, sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
  { account, key = newTotpKey(), problem }: { account: Account; key?: string; problem?: string },
): void {
  const language = sessions.languageOf(request);
  const say = factorWords[language];
  const uri = totpUri(key, { issuer: deps.site.name[language], username: account.username });
  const errors = problem === undefined ? undefined : [problem];
  const main = html`<div class="sheet narrow"><p>${say.scan}</p>
<p>${qrCode(uri, { label: say.qrCode, size: 240 })}</p>
<p>${say.orType}<br><code>${key.match(/.{4}/g)?.join(' ')}</code></p>
<form method="post" action="${deps.root}/totp/">${sessions.csrfField(request, response)}${hiddenField('key', key)}
${textField({ name: 'code', label: say.firstCode, required: true, autocomplete: 'one-time-code', maxLength: 10, errors })}
<p class="row">${submitButton(say.turnOn)}${backLink(`${deps.root}/`, language)}</p></form></div>`;
  const page = { title: say.setUpTotp, breadcrumbs: trailTo(deps.root, language), main };
  sessions.sendPage(request, response, page, { status: problem === undefined ? 200 : 400 });
}

async function remove(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  account: Account,
): Promise<void> {
  const { deps, factors } = own;
  const isRequired = needsSecondFactor(deps, account);
  const by = personAt(account, request.ip);
  if (await factors.removeTotp(account.id, { isRequired, by }))
    response.redirect(303, `${deps.root}/?done=totpRemoved`);
  else sendTotpRemoval(own, request, response, { isLast: true });
}

function sendTotpRemoval(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  { isLast = false }: { isLast?: boolean } = {},
): void {
  const { removeTotp, removeTotpMeans: means } = factorWords[own.sessions.languageOf(request)];
  sendRemoval(own, request, response, { title: removeTotp, means, button: removeTotp, path: 'totp', isLast });
}
