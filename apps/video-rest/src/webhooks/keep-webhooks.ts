import type { Prisma } from '../../generated/client.ts';
import type { Database } from '../data/open-database.ts';
import * as webhooks from '../data/webhooks.ts';
import { placeChanges } from '../videos/place-changes.ts';
import { WebhookError } from './webhook-error.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** How many there may be. */
export const webhookLimits = { perMaker: 10, inAll: 50, asked: 10 };

/** Others who give changes their places go on with it. */
const patienceMs = 250;

interface WebhookDeps {
  db: Database;
  webhookSecrets: WebhookSecrets;
  now: () => Date;
}

/**
 * Makes a webhook, which is told what happens from now on.
 *
 * @returns its id, and its secret, which nobody is shown afterwards
 * @throws WebhookError  `too_many_webhooks`, `too_many_webhooks_in_all`
 */
export async function createWebhook(
  { db, webhookSecrets }: Pick<WebhookDeps, 'db' | 'webhookSecrets'>,
  webhook: Omit<Prisma.WebhookUncheckedCreateInput, 'position' | 'createdById'> & { createdById: number },
): Promise<{ id: number; secret: string }> {
  // What waits for its place has happened before.
  await placeChanges(db, { patienceMs });
  const id = await db.prisma.$transaction(async (tx) => {
    const { perMaker, inAll } = webhookLimits;
    const counted = await webhooks.countWebhooks(tx, webhook.createdById);
    if (counted.own >= perMaker) throw new WebhookError('too_many_webhooks', { limit: perMaker });
    if (counted.inAll >= inAll) throw new WebhookError('too_many_webhooks_in_all', { limit: inAll });
    return webhooks.addWebhook(tx, webhook);
  });
  return { id, secret: webhookSecrets.of({ id, secretVersion: 1 }) };
}

/** Gives a webhook another secret; the one before is good for another day. Null: there is no such webhook. */
export async function rotateWebhookSecret(
  { db, webhookSecrets, now }: WebhookDeps,
  id: number,
): Promise<string | null> {
  const secretVersion = await webhooks.rotateSecret(db.pool, id, now());
  return secretVersion === null ? null : webhookSecrets.of({ id, secretVersion });
}

/** Sends a webhook a test, also one that is switched off. @throws WebhookError  `too_many_asked` */
export async function sendTest(
  { db, now }: Omit<WebhookDeps, 'webhookSecrets'>,
  webhookId: number,
): Promise<void> {
  await checkAsked(db, webhookId);
  const askedAt = now();
  const body = { type: 'webhook.test', timestamp: askedAt.toISOString(), data: { webhook: webhookId } };
  await webhooks.addTest(db.pool, { webhookId, event: body.type, body: JSON.stringify(body), askedAt });
}

/** Sends a delivery once more, as soon as may be, once. @throws WebhookError  `too_many_asked` */
export async function sendAgain(
  { db, now }: Omit<WebhookDeps, 'webhookSecrets'>,
  { id, webhookId }: { id: number; webhookId: number },
): Promise<void> {
  await checkAsked(db, webhookId);
  await webhooks.askAgain(db.pool, id, now());
}

/** Has a webhook go on behind the event at which it fails. @throws WebhookError  `not_failing_at_it` */
export async function leaveEventOut({ db }: Pick<WebhookDeps, 'db'>, deliveryId: number): Promise<void> {
  if (!(await webhooks.leaveOut(db.pool, deliveryId))) throw new WebhookError('not_failing_at_it');
}

async function checkAsked({ pool }: Pick<Database, 'pool'>, webhookId: number): Promise<void> {
  const { asked } = webhookLimits;
  if ((await webhooks.countAsked(pool, webhookId)) >= asked)
    throw new WebhookError('too_many_asked', { limit: asked });
}
