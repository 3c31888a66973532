import { formText } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { SignableRecord } from '../../../data/whole-record.ts';
import type { SignableRef } from '../../../domain/signable.ts';
import { composeReminder, reminderLink } from '../../../mail/compose-reminder.ts';
import { SigningError } from '../../../signing/errors.ts';
import { remind as remindOf, remindPerson } from '../../../signing/remind.ts';
import { deliveryOfRound, type Progress, progressOf, stageOf } from '../../../signing/stage.ts';
import { recordActionAddress, recordAddress, reminderSentAddress } from '../../addresses.ts';
import { exportWords } from '../../said/list-words.ts';
import { onceField, standingField } from '../forms/hidden-fields.ts';
import { type ActionDeps, askingOf, type MailDeps, type Reader, type Visit } from '../session/reader.ts';
import { actionWords, type Outcome } from './action-words.ts';
import type { RecordAction } from './record-action.ts';
import { isFewEnough, selectedIn } from './selection.ts';

/** Reminds those who are next by a letter of the service. */
export const remind: RecordAction = {
  question({ reader, hasMail }, record) {
    const awaited = awaitedIn(record, reader.now);
    if (awaited === null || !hasMail) return null;
    const say = actionWords[reader.language];
    const names = awaited.waitingFor.map(({ givenName, name }) => `${givenName} ${name}`);
    return {
      title: say.remindTitle,
      content: html`<p>${names.join(', ')}</p><p>${exportWords[reader.language].waitingSince}${ui.colon(reader.language)}${ui.time(awaited.since, reader)}</p><p>${say.remindMeans}</p>`,
      button: say.remind,
    };
  },
  async act(visit, asked) {
    if (!visit.hasMail) return recordAddress(asked.ref);
    await remindOf(visit, asked);
    return recordAddress(asked.ref, 'reminded');
  },
};

/** Reminds one person of what a form of their page names; their page says what has come of it. */
export async function remindOne(visit: ActionDeps & Visit): Promise<void> {
  const { request, response, reader } = visit;
  const mail = formText(request, 'waiting_for');
  const refs = selectedIn(request);
  if (!isFewEnough(visit, refs, actionWords[reader.language].remind)) return;
  let done: Outcome = 'reminded';
  let leftOut: SignableRef[] = [];
  try {
    leftOut = await remindPerson(visit, { mail, refs, ...askingOf(reader) });
  } catch (error) {
    const code = error instanceof SigningError ? error.code : undefined;
    if (code !== 'reminded_today' && code !== 'nobody_awaited') throw error;
    done = code;
  }
  response.redirect(303, reminderSentAddress(mail, { done, leftOut }));
}

/** Who is next and since when, where the signing application has told them; null: nobody. */
function awaitedIn(
  record: SignableRecord,
  now: Date,
): (Pick<Progress, 'waitingFor'> & { since: Date }) | null {
  const { waitingFor, waitingSince: since } = progressOf(record, now);
  return stageOf(record) === 'signing' && since !== null && waitingFor.length > 0
    ? { waitingFor, since }
    : null;
}

/**
 * The button that reminds those who are next; without a mail server it opens a letter in the reader's own mail program.
 * Nothing where nobody is awaited.
 */
export function remindButton(
  record: SignableRecord,
  { language, now }: Pick<Reader, 'language' | 'now'>,
  { csrf, hasMail, letters }: MailDeps & { csrf: Html },
): Html | false {
  const awaited = awaitedIn(record, now);
  if (awaited === null) return false;
  const text = actionWords[language].remind;
  if (hasMail)
    return html`<form method="post" action="${recordActionAddress(record, 'remind')}">${csrf}${standingField(record)}${onceField()}${ui.submitButton(text, { kind: 'plain' })}</form>`;
  const { title, reference } = record;
  const vendorReference = deliveryOfRound(record)?.reference ?? null;
  const letter = composeReminder([{ title, reference, vendorReference, since: awaited.since }], letters);
  const mails = awaited.waitingFor.map(({ mail }) => mail);
  return ui.buttonLink({ text, href: reminderLink(mails, letter, letters.language) }, { kind: 'plain' });
}
