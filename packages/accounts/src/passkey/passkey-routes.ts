import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import express, { type Router } from 'express';
import type { Account } from '../account.ts';
import { formText } from '../form-text.ts';
import { personAt } from '../history/change-as.ts';
import {
  afterSetUp,
  askToRemove,
  type FactorVisit,
  factorVisitsWith,
  trailTo,
} from '../second-factor/change-factors.ts';
import { factorsOf, type ListedPasskey } from '../second-factor/factors.ts';
import { browserInWords } from '../session/own-sessions.ts';
import { needsSecondFactor } from '../session/signed-in.ts';
import { openVisitsWith, type Reader, visitsWith } from '../session/visit.ts';
import { passkeyForm, passkeyScripts } from './passkey-form.ts';
import { type PasskeyParts, passkeyOptions, passkeySignIn } from './passkey-sign-in.ts';
import { passkeyWords } from './passkey-words.ts';

type PasskeyVisit = PasskeyParts & FactorVisit;

/** Signing in by a passkey, and the passkeys of one's own account. */
export function passkeyRoutes(own: PasskeyParts): Router {
  const { readForm } = own.sessions;
  const [run, open, change] = [visitsWith(own), openVisitsWith(own), factorVisitsWith(own)];
  const router = express.Router();
  const options = passkeyOptions();
  const { signIn, prove } = passkeySignIn();
  const whilePending = { whilePending: true };
  const toAdd = change(options.toAdd, whilePending);
  const toUse = open((visit) => {
    const { account } = visit.reader;
    const isToProve = account !== undefined && formText(visit.request, 'for') === 'prove';
    return isToProve ? options.toProve(visit, account.id) : options.toSignIn(visit);
  });
  router.post('/passkeys/options', ...readForm, (request, response, next) =>
    (formText(request, 'for') === 'add' ? toAdd : toUse)(request, response, next),
  );
  router.post('/login/passkey', ...readForm, open(signIn));
  router.post('/prove/passkey', ...readForm, run(prove));
  router.get(
    '/passkeys',
    change((visit) => showNew(visit), whilePending),
  );
  router.post('/passkeys', ...readForm, change(add, whilePending));
  router.get('/passkeys/:id/remove', change(askToRemovePasskey));
  router.post('/passkeys/:id/remove', ...readForm, change(remove));
  return router;
}

/** The passkeys of an account, and the way to another one. */
export function passkeyList(
  passkeys: readonly ListedPasskey[],
  { root, reader }: { root: string; reader: Reader<Account> },
): Html {
  const say = passkeyWords[reader.language];
  const rows = passkeys.map(({ id, label, createdAt, lastUsedAt }) => [
    label,
    ui.time(createdAt, reader),
    ui.time(lastUsedAt, reader),
    ui.buttonLink(
      { text: say.remove, href: `${root}/passkeys/${id}/remove/` },
      { kind: 'danger', label: say.removeTitle(label) },
    ),
  ]);
  const headings = [say.label, say.made, say.lastUsed, html`<span class="unseen">${say.remove}</span>`];
  return html`${rows.length === 0 ? html`<p>${say.none}</p>` : ui.table({ caption: say.passkeys, headings, rows })}
<p>${ui.buttonLink({ text: say.add, href: `${root}/passkeys/` }, { kind: 'plain' })}</p>`;
}

async function add(visit: PasskeyVisit): Promise<void> {
  const { store, passkeys, request, reader, owner, pending } = visit;
  const say = passkeyWords[reader.language];
  const label = formText(request, 'label').trim();
  if (label === '' || [...label].length > 100 || /[\p{Cc}\p{Bidi_Control}]/u.test(label))
    return showNew(visit, { label, problems: { label: [say.labelProblem] } });
  const challenge = await store.takeChallenge(request, 'add');
  const by = personAt(owner, request.ip);
  const made = { response: formText(request, 'response'), label, mustBeFirst: pending !== undefined, by };
  const added = challenge === undefined ? 'refused' : await passkeys.add(owner.id, { ...made, challenge });
  if (added === 'refused') return showNew(visit, { label, problems: { label: [say.notAdded] } });
  await afterSetUp(visit, { by: 'passkey', codes: added.codes, done: 'passkeyAdded' });
}

function showNew(
  visit: PasskeyVisit,
  { label, problems = {} }: { label?: string; problems?: ui.Problems } = {},
): void {
  const { deps, request, reader, answer } = visit;
  const { root } = deps;
  const { language } = reader;
  const say = passkeyWords[language];
  const value = label ?? browserInWords(request.get('user-agent'), language);
  const form = passkeyForm(visit, {
    purpose: 'add',
    fields: html`${ui.textField({ name: 'label', label: say.label, help: say.labelHelp, value, maxLength: 100, required: true, errors: problems.label })}`,
    button: say.add,
    kind: 'primary',
  });
  const main = html`<div class="sheet narrow"><p>${say.addMeans}</p>${form}
<p>${ui.backLink(`${root}/`, language)}</p></div>`;
  const page = { title: say.add, breadcrumbs: trailTo(root, language), main, scripts: passkeyScripts };
  answer(page, problems.label === undefined ? 200 : 400);
}

async function askToRemovePasskey(visit: PasskeyVisit): Promise<void> {
  const passkey = await passkeyIn(visit);
  if (passkey === undefined) visit.response.redirect(303, `${visit.deps.root}/`);
  else sendRemoval(visit, { passkey });
}

async function remove(visit: PasskeyVisit): Promise<void> {
  const { deps, passkeys, request, response, owner } = visit;
  const passkey = await passkeyIn(visit);
  const isRequired = needsSecondFactor(deps, owner);
  const by = personAt(owner, request.ip);
  if (passkey === undefined || (await passkeys.remove(owner.id, passkey.id, { isRequired, by })))
    response.redirect(303, `${deps.root}/?done=passkeyRemoved`);
  else sendRemoval(visit, { passkey, isLast: true });
}

/** The passkey that the address names; undefined: it is none of this account. */
async function passkeyIn({ factors, request, owner }: PasskeyVisit): Promise<ListedPasskey | undefined> {
  const { passkeys } = await factorsOf(factors.pool, owner.id);
  return passkeys.find(({ id }) => String(id) === request.params.id);
}

function sendRemoval(
  visit: PasskeyVisit,
  { passkey, isLast = false }: { passkey: ListedPasskey; isLast?: boolean },
): void {
  const { removeTitle, removeMeans: means, remove: button } = passkeyWords[visit.reader.language];
  const path = `passkeys/${passkey.id}`;
  askToRemove(visit, { title: removeTitle(passkey.label), means, button, path, isLast });
}
