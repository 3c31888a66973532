import type { Language } from '@campus/language';
import { badge, duration, type Html, html, type Mood, submitButton, table, time } from '@campus/pages';
import type { DeliveryRecord } from '../../../data/deliveries.ts';
import type { DeliveryState } from '../../../signing/signable.ts';
import { onceField } from '../actions/once-field.ts';
import { redeliveryAddress } from '../addresses.ts';
import type { Reader } from '../reader.ts';
import { words } from './words.ts';

const moods = {
  pending: 'info',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'info',
} satisfies Record<DeliveryState, Mood>;

export function deliveryBadge(state: DeliveryState, language: Language): Html {
  return badge(moods[state], words[language].states[state]);
}

/** Every attempt of a delivery with when, how long, status and error, and when the next one is due. */
export function attemptsOf(
  { attempts, nextAttemptAt }: DeliveryRecord,
  { about, reader }: { about: string; reader: Reader },
): Html {
  const say = words[reader.language];
  return html`${
    attempts.length === 0
      ? html`<p>${say.noAttempts}</p>`
      : table({
          caption: say.attemptsOf(about),
          headings: [say.attempt, say.started, say.took, say.status, say.outcome],
          rows: attempts.map(({ number, startedAt, durationMs, status, error }) => [
            number,
            time(startedAt, reader),
            duration(durationMs, reader.language),
            status ?? say.noAnswer,
            error === null ? say.succeeded : errorText(error),
          ]),
        })
  }${nextAttemptAt !== null && html`<p>${say.nextAttempt}: ${time(nextAttemptAt, reader)}</p>`}`;
}

/** Why a call failed, as it was recorded: in English, and partly in the other side's own words. */
export function errorText(error: string): Html {
  return html`<span lang="en">${error}</span>`;
}

/** Id of the form that the buttons belong to, which stand where no form may be. */
const formId = 'redeliver';

/** The form behind all buttons of a page. */
export function redeliveryForm(csrf: Html): Html {
  return html`<form id="${formId}" method="post">${csrf}${onceField()}</form>`;
}

/** Asks for another call of this delivery; `redeliveryForm` stands elsewhere on the page. */
export function redeliveryButton({ id }: { id: string }, language: Language): Html {
  return submitButton(words[language].redeliver, {
    kind: 'plain',
    form: formId,
    formAction: redeliveryAddress(id),
  });
}
