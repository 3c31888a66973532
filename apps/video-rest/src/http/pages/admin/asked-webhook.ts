import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import { findObject, Refusal, type Row } from '@campus/rest';
import { findDelivery, findWebhooks, type ShownWebhook, type WholeDelivery } from '../../../data/webhooks.ts';
import { webhookActionAddress, webhookAddress } from '../../addresses.ts';
import { webhooks } from '../../resources/webhooks.ts';
import { knownReader } from '../edit/edited-video.ts';
import { type AdminVisit, adminBreadcrumbs } from './admin-visit.ts';
import { webhookWords } from './webhook-words.ts';

export function leadTo(
  { response }: AdminVisit,
  address: string,
  done: keyof (typeof webhookWords)['en']['outcomes'],
): void {
  response.redirect(303, ui.withQuery(address, { done }));
}

/** The webhook that an address names. @throws Refusal */
export async function webhookIn({ lookups, request }: AdminVisit): Promise<ShownWebhook> {
  const [webhook] = await findWebhooks(lookups, Number(request.params.id));
  if (webhook === undefined) throw new Refusal('not_found');
  return webhook;
}

/** The same as the API has it, to be changed. @throws Refusal */
export function rowIn(visit: AdminVisit): Promise<Row> {
  return findObject(webhooks, knownReader(visit), { key: String(visit.request.params.id), toChange: true });
}

/** The delivery that an address names. @throws Refusal */
export async function deliveryIn({ lookups, request }: AdminVisit): Promise<WholeDelivery> {
  const { id, delivery } = request.params;
  const found = await findDelivery(lookups, { id: Number(delivery), webhookId: Number(id) });
  if (found === null) throw new Refusal('not_found');
  return found;
}

/** Asks before something is done to a webhook. */
export function questionOf(
  { reader: { language }, csrf }: AdminVisit,
  webhook: ShownWebhook,
  {
    means,
    action,
    ...asked
  }: {
    title: string;
    means: string;
    button: string;
    action: 'secret' | 'delete';
    fields?: Html;
    isDangerous?: boolean;
  },
): ui.Page {
  const say = webhookWords[language];
  return ui.confirmPage({
    ...asked,
    ...{ language, csrf: csrf(), breadcrumbs: adminBreadcrumbs(language, 'webhooks') },
    content: html`${ui.facts([[say.address, html`<code>${webhook.address}</code>`]])}<p>${means}</p>`,
    action: webhookActionAddress(webhook, action),
    back: webhookAddress(webhook),
  });
}
