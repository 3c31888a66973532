import { formText } from '@campus/accounts';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import { changeObject, createObject, InvalidInput, Refusal } from '@campus/rest';
import type { Request } from 'express';
import { changeKinds } from '../../../data/changes.ts';
import { rotateWebhookSecret } from '../../../webhooks/keep-webhooks.ts';
import { addresses, webhookAddress } from '../../addresses.ts';
import { toldResources } from '../../resources/told-resources.ts';
import { webhooks } from '../../resources/webhooks.ts';
import { knownReader } from '../edit/edited-video.ts';
import { bodyWith } from '../edit/sent-form.ts';
import { formFault } from '../errors/form-fault.ts';
import { type AdminVisit, adminBreadcrumbs } from './admin-visit.ts';
import { leadTo, questionOf, rowIn, webhookIn } from './asked-webhook.ts';
import { webhookWords } from './webhook-words.ts';

/** What somebody has typed so far. */
interface TypedWebhook {
  address: string;
  description: string;
  /** One on each line. */
  events: string;
}

function typedIn(request: Request): TypedWebhook {
  const clean = (name: string) => formText(request, name).trim();
  return { address: clean('address'), description: clean('description'), events: clean('events') };
}

/** As the API takes them. @throws InvalidInput */
function bodyOf({ events, ...typed }: TypedWebhook, more = {}) {
  const named = events.split(/[\s,]+/).filter(Boolean);
  if (named.length > 0) return bodyWith({ ...typed, events: named, ...more });
  const { en, fr } = webhookWords;
  throw new InvalidInput({ events: [{ text: { en: en.noEvents, fr: fr.noEvents } }] });
}

/** The form of a webhook; of a new one without `id`. */
export function showForm(
  visit: AdminVisit,
  typed: TypedWebhook = { address: '', description: '', events: '*' },
  { id, problems = {}, status }: { id?: number; problems?: ui.Problems; status?: number } = {},
): void {
  const { sessions, request, reader, csrf, answer } = visit;
  const { language } = reader;
  const say = webhookWords[language];
  const resources = toldResources.map(({ path }) => path).join(', ');
  const elsewhere = Object.entries(problems).flatMap(([name, texts]) => (name in typed ? [] : texts));
  answer(
    {
      title: id === undefined ? say.add : say.edit,
      breadcrumbs: adminBreadcrumbs(language, 'webhooks'),
      main: html`${ui.hasProblems(problems) && ui.notice('bad', html`<p>${say.wrong}</p>${elsewhere.map((text) => html`<p>${text}</p>`)}`)}
<form class="sheet" method="post">${csrf()}${sessions.onceField(request)}
${ui.textField({ name: 'address', type: 'url', label: say.address, help: say.addressHelp, value: typed.address, maxLength: 2000, required: true, errors: problems.address })}
${ui.textArea({ name: 'events', label: say.events, help: say.eventsHelp(resources, changeKinds.join(', ')), value: typed.events, isCode: true, required: true, errors: problems.events })}
${ui.textField({ name: 'description', label: say.description, help: say.descriptionHelp, value: typed.description, maxLength: 200, errors: problems.description })}
<p class="row">${ui.submitButton(id === undefined ? say.add : say.save)}${ui.backLink(id === undefined ? addresses.webhooks : webhookAddress({ id }), language)}</p>
</form>`,
    },
    status,
  );
}

/** Does what a form asks for, or shows it again with what is wrong. */
async function obey(
  visit: AdminVisit,
  act: (typed: TypedWebhook) => Promise<void>,
  id?: number,
): Promise<void> {
  const { engine, request, response, reader } = visit;
  const typed = typedIn(request);
  try {
    await act(typed);
  } catch (error) {
    const fault = formFault(error, { engine, language: reader.language });
    if (fault === undefined) throw error;
    response.set(fault.headers);
    showForm(visit, typed, { ...fault, ...(id !== undefined && { id }) });
  }
}

export function add(visit: AdminVisit): Promise<void> {
  return obey(visit, async (typed) => {
    const body = bodyOf(typed, { active: 'true' });
    if (!(await visit.sessions.isFirst(visit.request))) return leadTo(visit, addresses.webhooks, 'repeated');
    const { id, once } = await createObject(webhooks, knownReader(visit), body);
    showSecret(visit, { id, address: typed.address, secret: String(once?.secret) });
  });
}

/** The only answer that shows it. */
function showSecret(
  { response, reader: { language }, answer }: AdminVisit,
  { id, address, secret }: { id: number; address: string; secret: string },
): void {
  const say = webhookWords[language];
  response.set('Cache-Control', 'no-store');
  answer({
    title: say.secret,
    breadcrumbs: adminBreadcrumbs(language, 'webhooks'),
    scripts: ['copy.js'],
    main: html`${ui.notice('warning', say.keep)}
<div class="sheet">${ui.copyable(secret, { id: 'secret', language, label: say.copySecret })}
${ui.facts([[say.address, html`<code>${address}</code>`]])}</div>
<p>${ui.buttonLink({ text: say.toWebhook, href: webhookAddress({ id }) }, { kind: 'plain' })}</p>`,
  });
}

export async function askChange(visit: AdminVisit): Promise<void> {
  const { id, address, description, events } = await webhookIn(visit);
  showForm(visit, { address, description, events: events.join('\n') }, { id });
}

export async function change(visit: AdminVisit): Promise<void> {
  const row = await rowIn(visit);
  const id = Number(row.id);
  await obey(
    visit,
    async (typed) => {
      await changeObject(webhooks, knownReader(visit), { body: bodyOf(typed), mode: 'patch', row });
      leadTo(visit, webhookAddress({ id }), 'saved');
    },
    id,
  );
}

export async function askNewSecret(visit: AdminVisit): Promise<void> {
  const { sessions, request, reader } = visit;
  const say = webhookWords[reader.language];
  const fields = sessions.onceField(request);
  const texts = { title: say.newSecretTitle, means: say.newSecretMeans, button: say.newSecret };
  visit.answer({ ...questionOf(visit, await webhookIn(visit), { ...texts, action: 'secret', fields }) });
}

export async function makeNewSecret(visit: AdminVisit): Promise<void> {
  const { id, address } = await webhookIn(visit);
  if (!(await visit.sessions.isFirst(visit.request)))
    return leadTo(visit, webhookAddress({ id }), 'repeated');
  const secret = await rotateWebhookSecret(visit.engine.services, id);
  if (secret === null) throw new Refusal('not_found');
  showSecret(visit, { id, address, secret });
}
