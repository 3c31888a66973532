import { attemptWords } from '@campus/deliveries';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { DeliveryRecord } from '../../../data/deliveries.ts';
import type { Cause } from '../../../data/failing-calls.ts';
import { type CallFailure, callFailureOf, callMessages } from '../../../deliveries/call-failure.ts';
import { redeliveryAddress } from '../../addresses.ts';
import { listWords } from '../../said/list-words.ts';
import { onceField } from '../forms/hidden-fields.ts';
import type { Reader } from '../session/reader.ts';
import type { CallState } from './calls-query.ts';
import { deliveryWords } from './delivery-words.ts';

const moods = {
  pending: 'info',
  retrying: 'warning',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'info',
} satisfies Record<CallState, ui.Mood>;

/** The state of a delivery, in a word or two. */
export function deliveryBadge(state: CallState, language: ui.Language): Html {
  return ui.badge(moods[state], deliveryWords[language].states[state]);
}

/** Every attempt of a delivery with when, how long, status and error, and when the next one is due. */
export function attemptsOf(
  { attempts, nextAttemptAt }: DeliveryRecord,
  { about, reader }: { about: string; reader: Reader },
): Html {
  const say = deliveryWords[reader.language];
  const { attempt, noAnswer } = attemptWords[reader.language];
  return html`${
    attempts.length === 0
      ? html`<p>${say.noAttempts}</p>`
      : ui.table({
          caption: say.attemptsOf(about),
          headings: [attempt, say.started, say.took, say.status, say.outcome],
          rows: attempts.map(({ number, startedAt, durationMs, status, ...stored }) => {
            const failure = callFailureOf(stored);
            return [
              number,
              ui.time(startedAt, reader, { seconds: true }),
              ui.duration(durationMs, reader.language),
              status ?? noAnswer,
              failure === null ? say.succeeded : callText(failure, reader.language),
            ];
          }),
        })
  }${nextAttemptAt !== null && html`<p>${say.nextAttempt}${ui.colon(reader.language)}${ui.time(nextAttemptAt, reader, { seconds: true })}</p>`}`;
}

/** When the next attempt is due, if there is one. */
export function nextAttempt(
  { nextAttemptAt }: Pick<DeliveryRecord, 'nextAttemptAt'>,
  reader: Reader,
): Html | false {
  const say = deliveryWords[reader.language];
  return (
    nextAttemptAt !== null &&
    html`<p class="help">${say.nextAttempt}${ui.colon(reader.language)}${ui.time(nextAttemptAt, reader, { seconds: true })}</p>`
  );
}

/** Why an attempt failed. */
export function callText(failure: CallFailure, language: ui.Language): Html {
  return ui.failureHtml(callMessages[failure.code], failure, language);
}

/** Why calls fail, as they are grouped. */
export function causeText(cause: Cause, language: ui.Language): string {
  const { causes } = deliveryWords[language];
  if (/^\d/.test(cause)) return causes.status(cause);
  return cause === 'no_answer' || cause === 'other' ? causes[cause] : causes.network(cause);
}

/** Id of the form that the buttons belong to, which stand where no form may be. */
const formId = 'redeliver';

/** The form behind all buttons of a page. */
export function redeliveryForm(csrf: Html): Html {
  return html`<form id="${formId}" method="post">${csrf}${onceField()}</form>`;
}

/** Asks for another call of this delivery; `redeliveryForm` stands elsewhere on the page. */
export function redeliveryButton({ id }: { id: string }, language: ui.Language): Html {
  return ui.submitButton(listWords[language].callAgain, {
    kind: 'plain',
    form: formId,
    formAction: redeliveryAddress(id),
  });
}
