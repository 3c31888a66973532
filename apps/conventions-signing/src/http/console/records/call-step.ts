import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { DeliveryRecord } from '../../../data/deliveries.ts';
import { lastFailureOf } from '../../../signing/stage.ts';
import { attemptsOf, callText } from '../deliveries/delivery-parts.ts';
import { deliveryWords } from '../deliveries/delivery-words.ts';
import type { Reader } from '../session/reader.ts';
import { stepWords } from './step-words.ts';
import type { Step } from './steps.ts';

/** How the signing application was called about a round: when it went through, or failing and when it is tried again. */
export function callStep(delivery: DeliveryRecord, reader: Reader): Step {
  const say = stepWords[reader.language];
  const at = delivery.attempts.at(-1)?.startedAt ?? null;
  const details = [attempts(delivery, reader)];
  switch (delivery.state) {
    case 'delivered':
      return { state: 'done', title: html`<strong>${say.called}</strong>`, at, details };
    case 'cancelled':
      return { state: 'over', title: html`<strong>${say.cancelled}</strong>`, at, details };
    case 'failed':
      return {
        state: 'failed',
        title: html`<strong>${say.failed}</strong>`,
        at,
        details: [ui.notice('bad', html`${reasonOf(delivery, reader)} ${say.failedMeans}`), ...details],
      };
    case 'pending': {
      const next = nextOf(delivery, reader);
      return lastFailureOf(delivery) === null
        ? {
            state: 'now',
            title: html`<strong>${say.calling}</strong>`,
            at: delivery.createdAt,
            details: [ui.notice('info', say.callingMeans), ...details],
          }
        : {
            state: 'trouble',
            title: html`<strong>${say.retrying}</strong>`,
            at,
            details: [ui.notice('warning', html`${reasonOf(delivery, reader)} ${next}`), ...details],
          };
    }
  }
}

function reasonOf(delivery: DeliveryRecord, { language }: Reader): Html | string {
  const say = stepWords[language];
  const failure = lastFailureOf(delivery);
  if (failure === null) return say.noAttemptInTime;
  return html`${say.lastAttempt}${ui.colon(language)}${callText(failure, language)}.`;
}

function nextOf({ nextAttemptAt }: DeliveryRecord, reader: Reader): Html | false {
  const { nextAttempt } = deliveryWords[reader.language];
  return (
    nextAttemptAt !== null &&
    html`${nextAttempt}${ui.colon(reader.language)}${ui.time(nextAttemptAt, reader, { seconds: true })}.`
  );
}

/** Its identifier on the other side, and every attempt on demand. */
function attempts(delivery: DeliveryRecord, reader: Reader): Html | false {
  const { id, reference, round } = delivery;
  const count = delivery.attempts.length;
  if (count === 0) return false;
  const say = deliveryWords[reader.language];
  // When the next one is due stands above.
  const made = { ...delivery, nextAttemptAt: null };
  return html`<details id="attempts-${id}"><summary>${
    reference !== null && html`${say.reference}${ui.colon(reader.language)}${reference} · `
  }${stepWords[reader.language].attempts(count)}</summary>${attemptsOf(made, { about: say.round(round), reader })}</details>`;
}
