import {
  backLink,
  buttonLink,
  type Html,
  html,
  type Language,
  type Problems,
  table,
  textField,
  time,
} from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { personAt } from '../history/actor.ts';
import { afterSetUp, type FactorChanger, forFactorChanger } from '../second-factor/factor-changer.ts';
import { sendRemoval, trailTo } from '../second-factor/factor-removal.ts';
import type { ListedPasskey } from '../second-factor/factor-store.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { browserInWords } from '../session/browser-in-words.ts';
import type { Account } from '../session/browser-sessions.ts';
import { formText } from '../session/form-text.ts';
import { needsSecondFactor } from '../session/signed-in.ts';
import { passkeyForm, passkeyScripts } from './passkey-form.ts';
import { passkeyOptions } from './passkey-options.ts';
import { passkeySignIn } from './passkey-sign-in.ts';
import { passkeyWords } from './passkey-words.ts';
import type { Passkeys } from './passkeys.ts';

/** Signing in by a passkey, and the passkeys of one's own account. */
export function passkeyRoutes(own: AccountRoutesDeps, passkeys: Passkeys): Router {
  const { readForm, requireAccount } = own.sessions;
  const router = express.Router();
  const options = passkeyOptions(own, passkeys);
  const { signIn, prove } = passkeySignIn(own, passkeys);
  const toAdd = forFactorChanger(own, options.toAdd, { whilePending: true });
  router.post('/passkeys/options', ...readForm, async (request, response, next) => {
    const account = own.sessions.accountOf(request);
    const purpose = formText(request, 'for');
    if (purpose === 'add') await toAdd(request, response, next);
    else if (account !== undefined && purpose === 'prove')
      await options.toProve(request, response, account.id);
    else await options.toSignIn(request, response);
  });
  router.post('/login/passkey', ...readForm, signIn);
  router.post('/prove/passkey', ...readForm, requireAccount, prove);
  router.get(
    '/passkeys',
    forFactorChanger(own, async (request, response) => sendNew(own, request, response), {
      whilePending: true,
    }),
  );
  router.post(
    '/passkeys',
    ...readForm,
    forFactorChanger(own, (request, response, changer) => add(own, passkeys, request, response, changer), {
      whilePending: true,
    }),
  );
  router.get(
    '/passkeys/:id/remove',
    forFactorChanger(own, (request, response, { account }) => askRemoval(own, request, response, account)),
  );
  router.post(
    '/passkeys/:id/remove',
    ...readForm,
    forFactorChanger(own, (request, response, { account }) =>
      remove(own, passkeys, request, response, account),
    ),
  );
  return router;
}

/** The passkeys of an account, and the way to another one. */
export function passkeyList(
  passkeys: readonly ListedPasskey[],
  { root, language, timeZone }: { root: string; language: Language; timeZone: string },
): Html {
  const say = passkeyWords[language];
  const rows = passkeys.map(({ id, label, createdAt, lastUsedAt }) => [
    label,
    time(createdAt, { language, timeZone }),
    time(lastUsedAt, { language, timeZone }),
    buttonLink(
      { text: say.remove, href: `${root}/passkeys/${id}/remove/` },
      { kind: 'danger', label: say.removeTitle(label) },
    ),
  ]);
  const headings = [say.label, say.made, say.lastUsed, html`<span class="unseen">${say.remove}</span>`];
  return html`${rows.length === 0 ? html`<p>${say.none}</p>` : table({ caption: say.passkeys, headings, rows })}
<p>${buttonLink({ text: say.add, href: `${root}/passkeys/` }, { kind: 'plain' })}</p>`;
}

async function add(
  own: AccountRoutesDeps,
  passkeys: Passkeys,
  request: Request,
  response: Response,
  changer: FactorChanger,
): Promise<void> {
  const { sessions, store } = own;
  const say = passkeyWords[sessions.languageOf(request)];
  const { account, pending } = changer;
  const label = formText(request, 'label').trim();
  if (label === '' || [...label].length > 100 || /[\p{Cc}\p{Bidi_Control}]/u.test(label))
    return sendNew(own, request, response, { label, problems: { label: [say.labelProblem] } });
  const challenge = await store.takeChallenge(request, 'add');
  const by = personAt(account, request.ip);
  const made = { response: formText(request, 'response'), label, mustBeFirst: pending !== undefined, by };
  const added = challenge === undefined ? 'refused' : await passkeys.add(account.id, { ...made, challenge });
  if (added === 'refused')
    return sendNew(own, request, response, { label, problems: { label: [say.notAdded] } });
  await afterSetUp(own, request, response, { changer, codes: added.codes, done: 'passkeyAdded' });
}

function sendNew(
  { deps, sessions }: AccountRoutesDeps,
  request: Request,
  response: Response,
  { label, problems = {} }: { label?: string; problems?: Problems } = {},
): void {
  const language = sessions.languageOf(request);
  const say = passkeyWords[language];
  const { root } = deps;
  const value = label ?? browserInWords(request.get('user-agent'), language);
  const field = {
    name: 'label',
    label: say.label,
    help: say.labelHelp,
    value,
    maxLength: 100,
    required: true,
  };
  const form = passkeyForm({
    purpose: 'add',
    root,
    action: `${root}/passkeys/`,
    csrf: sessions.csrfField(request, response),
    fields: html`${textField({ ...field, errors: problems.label })}`,
    button: say.add,
    kind: 'primary',
    language,
  });
  const main = html`<div class="sheet narrow"><p>${say.addMeans}</p>${form}
<p>${backLink(`${root}/`, language)}</p></div>`;
  const page = { title: say.add, breadcrumbs: trailTo(root, language), main, scripts: passkeyScripts };
  sessions.sendPage(request, response, page, { status: problems.label === undefined ? 200 : 400 });
}

async function askRemoval(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  account: Account,
): Promise<void> {
  const passkey = await passkeyIn(own, request, account);
  if (passkey === undefined) response.redirect(303, `${own.deps.root}/`);
  else sendPasskeyRemoval(own, request, response, { passkey });
}

async function remove(
  own: AccountRoutesDeps,
  passkeys: Passkeys,
  request: Request,
  response: Response,
  account: Account,
): Promise<void> {
  const { deps } = own;
  const passkey = await passkeyIn(own, request, account);
  const isRequired = needsSecondFactor(deps, account);
  const by = personAt(account, request.ip);
  if (passkey === undefined || (await passkeys.remove(account.id, passkey.id, { isRequired, by })))
    response.redirect(303, `${deps.root}/?done=passkeyRemoved`);
  else sendPasskeyRemoval(own, request, response, { passkey, isLast: true });
}

/** The passkey that the address names; undefined: it is none of this account. */
async function passkeyIn(
  { factors }: AccountRoutesDeps,
  request: Request,
  account: Account,
): Promise<ListedPasskey | undefined> {
  const { passkeys } = await factors.of(account.id);
  return passkeys.find(({ id }) => String(id) === request.params.id);
}

function sendPasskeyRemoval(
  own: AccountRoutesDeps,
  request: Request,
  response: Response,
  { passkey, isLast = false }: { passkey: ListedPasskey; isLast?: boolean },
): void {
  const { removeTitle, removeMeans: means, remove: button } = passkeyWords[own.sessions.languageOf(request)];
  const path = `passkeys/${passkey.id}`;
  sendRemoval(own, request, response, { title: removeTitle(passkey.label), means, button, path, isLast });
}
