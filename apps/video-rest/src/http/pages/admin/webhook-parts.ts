import { attemptFold, type CallFailure, callMessages } from '@campus/deliveries';
import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import type { ListedDelivery, ShownWebhook, WholeDelivery } from '../../../data/webhooks.ts';
import { formerSecretMs } from '../../../webhooks/webhook-secrets.ts';
import { deliveryAddress, webhookAddress } from '../../addresses.ts';
import type { AdminVisit } from './admin-visit.ts';
import { webhookWords } from './webhook-words.ts';

type Reader = AdminVisit['reader'];

const moods = { working: 'good', failing: 'warning', given_up: 'bad', off: 'info' } satisfies Record<
  string,
  ui.Mood
>;

/** Whether a webhook is told what happens, and why not. */
export function webhookBadge(
  { isActive, switchedOffAt, failingSince }: ShownWebhook,
  language: ui.Language,
): Html {
  const running = failingSince === null ? 'working' : 'failing';
  const state = isActive ? running : switchedOffAt === null ? 'off' : 'given_up';
  return ui.badge(moods[state], webhookWords[language].states[state]);
}

/** A webhook, and some of what it was told, as its page shows them at one moment. */
export interface SeenWebhook {
  webhook: ShownWebhook;
  listed: readonly ListedDelivery[];
  /** `true`: those alone whose last attempt has failed. */
  failed: 'true' | undefined;
  page: number;
  hasNext: boolean;
}

/** The part of the page that keeps itself up to date. */
export function seenWebhook({ webhook, listed, failed, page, hasNext }: SeenWebhook, reader: Reader): Html {
  const { language } = reader;
  const say = webhookWords[language];
  const here = webhookAddress(webhook);
  const parts = ([undefined, 'true'] as const).map((part) => ({
    text: part === undefined ? say.all : say.failed,
    href: ui.withQuery(here, { failed: part }),
    isOpen: part === failed,
  }));
  const headings = [say.event, say.number, say.at, say.outcome, say.attempts];
  const rows = listed.map((delivery): HtmlPart[] => [
    html`<a href="${deliveryAddress(delivery)}">${delivery.event}</a>`,
    delivery.number ?? say.ofTest,
    ui.time(delivery.createdAt, reader, { seconds: true }),
    outcomeOf(delivery, language),
    delivery.attemptsMade,
  ]);
  return html`<div class="sheet">${webhookFacts(webhook, reader)}</div>
<h2>${say.deliveries}</h2>
${ui.tabs(parts, { label: say.deliveries, language })}
${rows.length === 0 ? html`<p>${failed === undefined ? say.noDeliveries : say.noneFailed}</p>` : ui.table({ caption: say.deliveries, headings, rows })}
${ui.pager({ page, hasNext, language, addressOf: (to) => ui.withQuery(here, { failed, page: to }) })}`;
}

function webhookFacts(webhook: ShownWebhook, reader: Reader): Html {
  const say = webhookWords[reader.language];
  const { failingSince, failedAttempts, nextAttemptAt, switchedOffAt, rotatedAt, missed } = webhook;
  const formerUntil = rotatedAt && new Date(rotatedAt.getTime() + formerSecretMs);
  const isSignedTwice = formerUntil !== null && formerUntil > reader.now;
  return ui.facts([
    [say.state, webhookBadge(webhook, reader.language)],
    failingSince !== null && [say.failingSince, ui.time(failingSince, reader)],
    failingSince !== null && [say.failedAttempts, failedAttempts],
    nextAttemptAt !== null && [say.nextAttempt, ui.time(nextAttemptAt, reader, { seconds: true })],
    switchedOffAt !== null && [say.switchedOff, ui.time(switchedOffAt, reader)],
    [say.address, html`<code>${webhook.address}</code>`],
    webhook.description !== '' && [say.description, webhook.description],
    [say.events, html`<code>${webhook.events.join(', ')}</code>`],
    [say.created, ui.time(webhook.createdAt, reader)],
    webhook.createdBy !== null && [say.createdBy, webhook.createdBy],
    rotatedAt !== null && [
      say.rotated,
      html`${ui.time(rotatedAt, reader)}${isSignedTwice && html`, ${say.bothUntil} ${ui.time(formerUntil, reader)}`}`,
    ],
    missed > 0 && [say.missed, html`${missed}<p class="help">${say.missedMeans}</p>`],
  ]);
}

const deliveryMoods = { waiting: 'info', delivered: 'good', failed: 'bad' } satisfies Record<
  ListedDelivery['state'],
  ui.Mood
>;

/** What became of a delivery so far, and what mends it. */
function outcomeOf(delivery: ListedDelivery, language: ui.Language): Html {
  const say = webhookWords[language];
  const { state, isAsked, error } = delivery;
  const mood = state === 'waiting' && typeof error === 'string' ? 'warning' : deliveryMoods[state];
  const why = whyOf(delivery, language);
  return html`${ui.badge(mood, say.deliveryStates[state])}${isAsked && state !== 'waiting' && html` ${ui.badge('info', say.deliveryStates.waiting)}`}${
    why !== null && html`<p class="help sentences">${why}</p>`
  }`;
}

/** Why an attempt failed, and what mends it; null: it did not. */
function whyOf({ status, ...stored }: ui.StoredFailure & { status: number | null }, language: ui.Language) {
  const failure = ui.readFailure(callMessages, stored);
  if (failure === null) return null;
  const mend = webhookWords[language].mends[mendOf(failure, status)];
  return html`${ui.failureHtml(callMessages[failure.code], failure, language)}. ${mend}`;
}

type Mend = keyof (typeof webhookWords)['en']['mends'];

function mendOf({ code, words = '' }: CallFailure, status: number | null): Mend {
  if (status === 401 || status === 403) return 'unknown';
  if (status === 404 || status === 405 || status === 410) return 'not_found';
  if (code === 'network' || code === 'recorded')
    return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(words) ? 'certificate' : 'network';
  return code;
}

/** A delivery: what was sent, and each attempt with its request and its answer. */
export function deliveryParts(delivery: WholeDelivery, reader: Reader): Html {
  const { language } = reader;
  const say = webhookWords[language];
  const { attempts, attemptsMade, body, number, createdAt } = delivery;
  const earlier = attemptsMade - attempts.length;
  const folds = attempts.map(({ request, answer, startedAt, ...attempt }, index) =>
    attemptFold(
      {
        ...attempt,
        number: earlier + index + 1,
        startedAt: new Date(startedAt),
        exchange: { request, answer },
        why: whyOf(attempt, language),
      },
      { method: 'POST', isOpen: index === attempts.length - 1, reader },
    ),
  );
  return html`<div class="sheet">${ui.facts([
    [say.outcome, outcomeOf(delivery, language)],
    [say.number, number ?? say.ofTest],
    [say.at, ui.time(createdAt, reader, { seconds: true })],
  ])}
<h2>${say.body}</h2>
<pre class="wrap" lang="">${body}</pre></div>
<h2>${say.attempts}</h2>
${folds.length === 0 && html`<p>${say.noAttempts}</p>`}
${folds.toReversed()}
${earlier > 0 && html`<p class="help">${say.earlier(earlier)}</p>`}`;
}
