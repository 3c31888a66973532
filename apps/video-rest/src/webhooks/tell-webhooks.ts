/**
 * Tells webhooks what changes: each in the order of the feed, one call at a time, whatever becomes of others. A webhook
 * keeps the number of the last change that it was told, so that nothing is queued, and nothing is lost by whoever dies.
 */
import type { BlockList } from 'node:net';
import * as deliveries from '@campus/deliveries';
import { keepDoing } from '@campus/feed';
import { storeFailure } from '@campus/pages';
import { type Log, tracedFrom } from '@campus/service';
import type { Database } from '../data/open-database.ts';
import * as webhooks from '../data/webhooks.ts';
import { signatureHeaders, type WebhookSecrets } from './webhook-secrets.ts';

/** What happened, as receivers are told. */
export interface ToldEvent {
  /** Its place in the feed. */
  number: number;
  /** Such as `videos.encoded`. */
  type: string;
  /** In ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

/** What is behind the place that a webhook is at: some of what it wants, and up to where that is all. */
export type LookBehind = (
  webhook: Pick<webhooks.ServedWebhook, 'position' | 'events'>,
) => Promise<{ events: ToldEvent[]; upTo: number }>;

interface TellDeps {
  db: Database;
  log: Log;
  report: (error: unknown, message: string) => void;
  now: () => Date;
  webhookSecrets: WebhookSecrets;
  /** Private and local networks that webhooks may lead into. */
  networks: BlockList;
  version: string;
  look: LookBehind;
}

/** For one call, and for what is looked for and kept beside it. */
export const telling = { timeoutMs: 15_000, lookEveryMs: 250, keptDeliveries: 500 };

/** A webhook is another's to tell when nothing was noted of it for so long: its process has gone. */
const heldMs = telling.timeoutMs * 3;

/** Tells webhooks until what it returns is called; a call that is under way then is made again by whoever comes next. */
export function keepTelling(deps: TellDeps): () => Promise<void> {
  const told = new Set<Promise<void>>();
  const stop = keepDoing(
    async (signal) => {
      for (const webhook of await webhooks.takeWebhooks(deps.db.pool, {
        now: deps.now(),
        until: heldUntil(deps),
      })) {
        const turn = tellWebhook({ ...deps, signal, webhook }).catch((error: unknown) => {
          if (!signal.aborted) deps.report(error, `webhook ${webhook.id} was not told`);
        });
        told.add(turn);
        void turn.finally(() => told.delete(turn));
      }
    },
    {
      everyMs: telling.lookEveryMs,
      onError: (error) => deps.report(error, 'webhooks were not looked for'),
    },
  );
  return async () => {
    await stop();
    await Promise.all(told);
  };
}

function heldUntil({ now }: Pick<TellDeps, 'now'>): Date {
  return new Date(now().getTime() + heldMs);
}

/** A webhook while it is told. */
interface Turn extends TellDeps {
  signal: AbortSignal;
  /** As it was noted last; null: somebody else has it. */
  webhook: webhooks.ServedWebhook | null;
}

/** Tells one webhook some of what there is to tell, until it fails, or somebody else has it. */
async function tellWebhook(turn: Turn): Promise<void> {
  const { pool } = turn.db;
  try {
    await tellAsked(turn);
    await tellNext(turn);
    if (turn.webhook !== null) await webhooks.forgetDeliveries(pool, turn.webhook.id, telling.keptDeliveries);
  } finally {
    if (turn.webhook !== null) await webhooks.letGo(pool, turn.webhook);
  }
}

function isDue({ webhook, now }: Turn): boolean {
  return webhook?.isActive === true && (webhook.nextAttemptAt === null || webhook.nextAttemptAt <= now());
}

/** Makes the deliveries that somebody has asked for, each once. */
async function tellAsked(turn: Turn): Promise<void> {
  const { pool } = turn.db;
  for (const delivery of turn.webhook === null ? [] : await webhooks.findAsked(pool, turn.webhook.id)) {
    if (turn.webhook === null) return;
    const { id, number, body } = delivery;
    const { attempt } = await call(turn, turn.webhook, { name: number ?? `test-${id}`, body });
    turn.webhook = await webhooks.recordAsked(pool, turn.webhook, {
      delivery,
      attempt,
      until: heldUntil(turn),
    });
  }
}

/** Tells what happened next. */
async function tellNext(turn: Turn): Promise<void> {
  if (!isDue(turn) || turn.webhook === null) return;
  const { events, upTo } = await turn.look(turn.webhook);
  for (const event of events) {
    if (!isDue(turn) || turn.webhook === null) return;
    await tell(turn, turn.webhook, event);
  }
  if (isDue(turn) && turn.webhook !== null) turn.webhook.position = upTo;
}

/** Tells a webhook of one event, and notes what became of it. */
async function tell(turn: Turn, webhook: webhooks.ServedWebhook, event: ToldEvent): Promise<void> {
  const { number, type, timestamp, data } = event;
  const body = JSON.stringify({ type, timestamp, data: { number, ...data } });
  const { outcome, attempt } = await call(turn, webhook, { name: number, body });
  const after = afterAttempt(webhook, { number, outcome, at: turn.now() });
  turn.webhook = await webhooks.recordTold(turn.db.pool, webhook, {
    ...{ number, event: type, body, attempt, after },
    until: heldUntil(turn),
  });
  const { error, status } = attempt;
  if (error === null || turn.webhook === null) return;
  const facts = { webhook: webhook.id, number, attempt: after.failedAttempts, status, error };
  const ended = after.switchedOffAt === null ? '' : ', and it was switched off';
  turn.log.warn(facts, `webhook ${webhook.id} did not take an event${ended}: ${error}`);
}

/** An event that is not taken is tried again, before any other; one that fails for three days switches its webhook off. */
function afterAttempt(
  { failedAttempts, failingSince }: webhooks.ServedWebhook,
  { number, outcome, at }: { number: number; outcome: deliveries.CallOutcome; at: Date },
): webhooks.AfterAttempt {
  if (outcome.failure === null)
    return {
      position: number,
      failedAttempts: 0,
      failingSince: null,
      nextAttemptAt: null,
      switchedOffAt: null,
    };
  const attempt = failedAttempts + 1;
  const since = failingSince ?? at;
  const { retryAfterMs, status } = outcome;
  const failed = {
    attempt,
    failedAt: at,
    giveUpAt: deliveries.giveUpAt(since),
    retryAfterMs,
    random: Math.random(),
  };
  // 410: the receiver wants nothing more (Standard Webhooks, "Responses").
  const nextAttemptAt = status === 410 ? null : deliveries.nextAttemptAt(failed);
  const switchedOffAt = nextAttemptAt === null ? at : null;
  return { position: number - 1, failedAttempts: attempt, failingSince: since, nextAttemptAt, switchedOffAt };
}

/** One call, signed, as it is kept. */
async function call(
  { webhookSecrets, networks, version, now, signal }: Turn,
  webhook: webhooks.ServedWebhook,
  { name, body }: { name: number | string; body: string },
): Promise<{ outcome: deliveries.CallOutcome; attempt: webhooks.StoredAttempt }> {
  const { id, address } = webhook;
  const secrets = webhookSecrets.valid(webhook, now());
  // Of many requests at once, so it belongs to the trace of none.
  const outcome = await tracedFrom(undefined, { name: 'tell webhook' }, () =>
    deliveries.callReceiver({
      method: 'POST',
      address,
      configured: address,
      headers: {
        Accept: '*/*',
        'Accept-Encoding': 'identity',
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        'User-Agent': `campus-video-rest/${version}`,
        ...signatureHeaders(secrets, { messageId: `msg_${id}_${name}`, body, now: now() }),
      },
      body,
      mask: deliveries.maskFor([...secrets, ...deliveries.secretsOfAddress(address)]),
      timeoutMs: telling.timeoutMs,
      networks,
      signal,
    }),
  );
  const { startedAt, durationMs, status, failure, exchange } = outcome;
  const stored = failure === null ? { failure, error: null } : storeFailure(deliveries.callMessages, failure);
  return {
    outcome,
    attempt: { startedAt: startedAt.toISOString(), durationMs, status, ...stored, ...exchange },
  };
}
