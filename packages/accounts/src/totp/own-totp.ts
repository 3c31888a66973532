import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { formText } from '../form-text.ts';
import { personAt } from '../history/change-as.ts';
import * as factors from '../second-factor/change-factors.ts';
import { factorWords } from '../second-factor/factor-words.ts';
import { sendToFirstStep } from '../session/let-in.ts';
import { needsSecondFactor } from '../session/signed-in.ts';
import { newTotpKey, type TotpKeys, totpKeyIn, totpStep, totpUri } from './totp.ts';

interface TotpParts extends factors.FactorParts {
  totpKeys: TotpKeys;
}

type TotpVisit = TotpParts & factors.FactorVisit;

/** Setting up an authenticator app, and removing it. */
export function totpRoutes(own: TotpParts): Router {
  const { readForm } = own.sessions;
  const run = factors.factorVisitsWith(own);
  const router = express.Router();
  const whilePending = { whilePending: true };
  router.get(
    '/totp',
    run((visit) => showSetUp(visit), whilePending),
  );
  router.post('/totp', ...readForm, run(setUp, whilePending));
  router.get(
    '/totp/remove',
    run((visit) => askToRemoveTotp(visit)),
  );
  router.post('/totp/remove', ...readForm, run(remove));
  return router;
}

async function setUp(visit: TotpVisit): Promise<void> {
  const { totpKeys, request, reader, owner, pending } = visit;
  const say = factorWords[reader.language];
  // The reader has seen it: that it comes back from their form gives nothing away.
  const typedKey = formText(request, 'key');
  const key = totpKeyIn(typedKey);
  if (key === undefined) return showSetUp(visit, { problem: say.keyLost });
  const code = formText(request, 'code').replace(/\s/g, '');
  const step = totpStep(code, { key, now: reader.now });
  if (step === undefined) return showSetUp(visit, { key: typedKey, problem: say.wrongFirstCode });
  const by = personAt(owner, request.ip);
  const set = await totpKeys.set(owner.id, { key, step }, { mustBeFirst: pending !== undefined, by });
  if (set === 'refused') sendToFirstStep(visit);
  else await factors.afterSetUp(visit, { by: 'code', codes: set.codes, done: 'totpSet' });
}

function showSetUp(
  { deps, reader: { language }, csrf, answer, owner }: TotpVisit,
  { key = newTotpKey(), problem }: { key?: string; problem?: string } = {},
): void {
  const say = factorWords[language];
  const uri = totpUri(key, { issuer: deps.site.name[language], username: owner.username });
  const errors = problem === undefined ? undefined : [problem];
  const main = html`<div class="sheet narrow"><p>${say.scan}</p>
<p>${ui.qrCode(uri, { label: say.qrCode, size: 240 })}</p>
<p>${say.orType}<br><code>${key.match(/.{4}/g)?.join(' ')}</code></p>
<form method="post" action="${deps.root}/totp/">${csrf()}${ui.hiddenField('key', key)}
${ui.textField({ name: 'code', label: say.firstCode, required: true, autocomplete: 'one-time-code', maxLength: 10, errors })}
<p class="row">${ui.submitButton(say.turnOn)}${ui.backLink(`${deps.root}/`, language)}</p></form></div>`;
  const page = { title: say.setUpTotp, breadcrumbs: factors.trailTo(deps.root, language), main };
  answer(page, problem === undefined ? 200 : 400);
}

async function remove(visit: TotpVisit): Promise<void> {
  const { deps, totpKeys, request, response, owner } = visit;
  const isRequired = needsSecondFactor(deps, owner);
  const by = personAt(owner, request.ip);
  if (await totpKeys.remove(owner.id, { isRequired, by }))
    response.redirect(303, `${deps.root}/?done=totpRemoved`);
  else askToRemoveTotp(visit, { isLast: true });
}

function askToRemoveTotp(visit: TotpVisit, { isLast = false }: { isLast?: boolean } = {}): void {
  const { removeTotp, removeTotpMeans: means } = factorWords[visit.reader.language];
  factors.askToRemove(visit, { title: removeTotp, means, button: removeTotp, path: 'totp', isLast });
}
