import { visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { changeObject, removeObject } from '@campus/rest';
import express, { type Router } from 'express';
import { findDeliveries, findWebhooks } from '../../../data/webhooks.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { leaveEventOut, sendAgain, sendTest } from '../../../webhooks/keep-webhooks.ts';
import {
  addresses,
  deliveryAddress,
  leaveOutAddress,
  webhookActionAddress,
  webhookAddress,
} from '../../addresses.ts';
import { webhooks } from '../../resources/webhooks.ts';
import { knownReader } from '../edit/edited-video.ts';
import { bodyWith } from '../edit/sent-form.ts';
import { pageAsked, pageOf, queryText, rowsOf } from '../lists/searched-list.ts';
import { type AdminDeps, type AdminVisit, adminBreadcrumbs, onlyIds } from './admin-visit.ts';
import { adminWords } from './admin-words.ts';
import { deliveryIn, leadTo, questionOf, rowIn, webhookIn } from './asked-webhook.ts';
import { add, askChange, askNewSecret, change, makeNewSecret, showForm } from './webhook-form.ts';
import { deliveryParts, type SeenWebhook, seenWebhook, webhookBadge } from './webhook-parts.ts';
import { webhookWords } from './webhook-words.ts';

/** Webhooks: made, changed and removed by the rules of the API, and what each was told. */
export function webhookRoutes(deps: AdminDeps): Router {
  const { readForm } = deps.sessions;
  const run = visitsWith(deps);
  const router = express.Router();
  router.param('id', onlyIds).param('delivery', onlyIds);
  router.get('/', run(listWebhooks));
  router.get(
    '/add',
    run((visit) => showForm(visit)),
  );
  router.post('/add', ...readForm, run(add));
  router.get('/:id', run(showWebhook));
  router.get('/:id/live', run(followWebhook));
  router.get('/:id/edit', run(askChange));
  router.post('/:id/edit', ...readForm, run(change));
  for (const to of ['on', 'off'] as const)
    router.post(
      `/:id/${to}`,
      ...readForm,
      run((visit) => switchTo(visit, to)),
    );
  router.post('/:id/test', ...readForm, run(test));
  router.get('/:id/secret', run(askNewSecret));
  router.post('/:id/secret', ...readForm, run(makeNewSecret));
  router.get('/:id/delete', run(askDeletion));
  router.post('/:id/delete', ...readForm, run(remove));
  router.get('/:id/deliveries/:delivery', run(showDelivery));
  router.post('/:id/deliveries/:delivery', ...readForm, run(again));
  router.post('/:id/deliveries/:delivery/leave-out', ...readForm, run(leaveOut));
  return router;
}

async function listWebhooks({ lookups, request, reader, answer }: AdminVisit): Promise<void> {
  const { language } = reader;
  const say = webhookWords[language];
  const all = await findWebhooks(lookups);
  const rows = all.map((webhook) => [
    html`<a href="${webhookAddress(webhook)}">${webhook.address}</a>${webhook.description !== '' && html`<p class="help">${webhook.description}</p>`}`,
    webhook.events.join(', '),
    webhookBadge(webhook, language),
    webhook.createdBy,
  ]);
  const title = adminWords[language].webhooks;
  const headings = [say.address, say.events, say.state, say.createdBy];
  answer({
    title,
    breadcrumbs: adminBreadcrumbs(language),
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}
<p>${ui.buttonLink({ text: say.add, href: addresses.newWebhook })}</p>
${rows.length === 0 ? ui.emptyState(say.none, { because: 'new' }) : ui.table({ caption: title, headings, rows })}`,
  });
}

async function switchTo(visit: AdminVisit, to: 'on' | 'off'): Promise<void> {
  const row = await rowIn(visit);
  const body = bodyWith({ active: String(to === 'on') });
  await changeObject(webhooks, knownReader(visit), { body, mode: 'patch', row });
  leadTo(visit, webhookAddress({ id: Number(row.id) }), to);
}

async function test(visit: AdminVisit): Promise<void> {
  const { id } = await webhookIn(visit);
  await sendTest(visit, id);
  leadTo(visit, webhookAddress({ id }), 'tested');
}

async function askDeletion(visit: AdminVisit): Promise<void> {
  const say = webhookWords[visit.reader.language];
  const texts = { title: say.deleteTitle, means: say.deleteMeans, button: say.delete };
  visit.answer(questionOf(visit, await webhookIn(visit), { ...texts, action: 'delete', isDangerous: true }));
}

async function remove(visit: AdminVisit): Promise<void> {
  await removeObject(webhooks, knownReader(visit), await rowIn(visit));
  leadTo(visit, addresses.webhooks, 'deleted');
}

async function showWebhook(visit: AdminVisit): Promise<void> {
  const { request, reader, csrf, answer } = visit;
  const { language } = reader;
  const say = webhookWords[language];
  const seen = await look(visit);
  const { webhook, failed, page } = seen;
  const asked = { failed, page };
  const source = ui.withQuery(`${webhookAddress(webhook)}live/`, asked);
  const link = (text: string, action: 'edit' | 'secret' | 'delete', kind: 'plain' | 'danger' = 'plain') =>
    ui.buttonLink({ text, href: webhookActionAddress(webhook, action) }, { kind });
  const form = (text: string, action: 'test' | 'on' | 'off') =>
    ui.rowForm(webhookActionAddress(webhook, action), {
      ...{ csrf: csrf(), label: webhook.address },
      buttons: ui.submitButton(text, { kind: action === 'test' ? 'primary' : 'plain' }),
    });
  answer({
    title: say.webhook,
    breadcrumbs: adminBreadcrumbs(language, 'webhooks'),
    styles: ['lists.css'],
    scripts: ['live.js'],
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}
<div class="row">${form(say.test, 'test')}${link(say.edit, 'edit')}${link(say.newSecret, 'secret')}${
      webhook.isActive ? form(say.off, 'off') : form(say.on, 'on')
    }${link(say.delete, 'delete', 'danger')}</div>
<noscript><p><a href="${ui.withQuery(webhookAddress(webhook), asked)}">${say.refresh}</a></p></noscript>
${ui.live({ source, label: say.webhook, language }, seenWebhook(seen, reader))}`,
  });
}

async function followWebhook(visit: AdminVisit): Promise<void> {
  const { db, sessions, request, response, reader } = visit;
  const { webhook, failed, page } = await look(visit);
  await visit.live.send(request, response, {
    key: `webhook ${webhook.id} ${failed} ${page}`,
    look: (signal) => look({ ...visit, lookups: db.lookups.of({ caller: 'live parts', signal }) }),
    session: sessions.sessionOf(request),
    async reader() {
      const account = await sessions.lookAgain(request);
      return account !== undefined && isStaff(account) ? reader : undefined;
    },
    kindOf: ({ language }) => language,
    show: (seen) => ({ content: seenWebhook(seen, reader), isOver: false }),
    ended: () => sessions.endedNotice(request),
  });
}

/** What the address asks for, as it is now. */
async function look(visit: AdminVisit): Promise<SeenWebhook> {
  const { lookups, request } = visit;
  const webhook = await webhookIn(visit);
  const page = pageAsked(request);
  const failed = queryText(request, 'failed') === 'true' ? 'true' : undefined;
  const which = { webhookId: webhook.id, hasFailed: failed !== undefined };
  const found = await findDeliveries(lookups, { ...which, ...rowsOf(page) });
  const { shown: listed, hasNext } = pageOf(found);
  return { webhook, listed, failed, page, hasNext };
}

async function showDelivery(visit: AdminVisit): Promise<void> {
  const { request, reader, csrf, answer } = visit;
  const { language } = reader;
  const say = webhookWords[language];
  const webhook = await webhookIn(visit);
  const delivery = await deliveryIn(visit);
  const form = (action: string, buttons: Html) =>
    ui.rowForm(action, { csrf: csrf(), label: delivery.event, buttons });
  answer({
    title: delivery.event,
    breadcrumbs: [
      ...adminBreadcrumbs(language, 'webhooks'),
      { text: webhook.address, href: webhookAddress(webhook) },
    ],
    styles: ['calls.css'],
    main: html`${ui.outcomeNotice(request.query.done, say.outcomes)}
${deliveryParts(delivery, reader)}
<div class="row">${form(deliveryAddress(delivery), ui.submitButton(say.again))}${
      delivery.state === 'waiting' &&
      delivery.number !== null &&
      form(leaveOutAddress(delivery), ui.submitButton(say.leaveOut, { kind: 'plain' }))
    }</div>
<p><a href="${deliveryAddress(delivery)}">${say.refresh}</a></p>`,
  });
}

async function again(visit: AdminVisit): Promise<void> {
  const delivery = await deliveryIn(visit);
  await sendAgain(visit, delivery);
  leadTo(visit, deliveryAddress(delivery), 'again');
}

async function leaveOut(visit: AdminVisit): Promise<void> {
  const delivery = await deliveryIn(visit);
  await leaveEventOut(visit, delivery.id);
  leadTo(visit, webhookAddress({ id: delivery.webhookId }), 'leftOut');
}
