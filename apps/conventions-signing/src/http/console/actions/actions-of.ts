import * as ui from '@campus/pages';
import { type Html, type HtmlPart, html } from '@campus/pages/html';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { mayDo } from '../../../domain/roles.ts';
import { isRedeliverable, roundCounts } from '../../../domain/signable.ts';
import { stageOf } from '../../../signing/stage.ts';
import {
  copyAddress,
  newAmendmentAddress,
  recordActionAddress,
  redeliveryAddress,
  signedDocumentAddress,
} from '../../addresses.ts';
import { listWords } from '../../said/list-words.ts';
import { onceField, standingField } from '../forms/hidden-fields.ts';
import type { MailDeps, Reader } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { isErasable } from './erase.ts';
import { eraseWords } from './erase-words.ts';
import { remindButton } from './remind.ts';

/**
 * What somebody may do with a record as it is, what is most likely done next first: forms for what can be undone, and
 * links to pages that ask first for the rest. Empty for what was erased.
 *
 * @param options.csrf        the hidden field of `csrfField`, made before the answer begins
 * @param options.restorable  the round that could count again
 * @param options.hasMail     whether people are reminded by the service, with `letters` of that style
 * @param options.hasWebhook  whether a signing application is configured that could be called again
 */
export function actionsOf(
  record: SignableRecord,
  reader: Pick<Reader, 'account' | 'language' | 'now'>,
  options: MailDeps & { csrf: Html; hasWebhook: boolean; restorable: number | null },
): Html {
  const { account, language } = reader;
  const { csrf, hasWebhook, restorable } = options;
  const say = actionWords[language];
  const { state, kind, deliveries } = record;
  if (state === 'erased') return html``;
  const opening = signedDocumentLink(record, language);
  if (!mayDo(account.role, 'send'))
    return html`${opening && html`<div class="row actions">${opening}</div>`}`;
  const link = (href: string, text: string): Html => ui.buttonLink({ text, href }, { kind: 'plain' });
  const latest =
    hasWebhook && state === 'signing'
      ? deliveries.findLast((delivery) => isRedeliverable(delivery, record))
      : undefined;

  const isTrouble = ['retrying', 'failed'].includes(stageOf(record));
  const redeliver =
    latest && redeliverForm(latest, { language, csrf, kind: isTrouble ? 'primary' : 'plain' });
  const newAmendment = kind === 'agreement' && link(newAmendmentAddress(record), say.newAmendment);
  const parts: HtmlPart[] = [
    opening,
    state === 'draft' &&
      html`<form method="post" action="${recordActionAddress(record, 'send')}">${csrf}${standingField(record)}${onceField()}${ui.submitButton(say.send)}</form>`,
    state === 'draft' && link(recordActionAddress(record, 'edit'), say.edit),
    isTrouble && redeliver,
    remindButton(record, reader, options),
    // To what is signed an amendment is what comes next; before, something is wrong with it.
    state === 'signed' && newAmendment,
    state !== 'draft' && link(recordActionAddress(record, 'take-back'), say.takeBack),
    state === 'signing' && link(recordActionAddress(record, 'due'), say.due),
    state !== 'draft' && link(recordActionAddress(record, 'send'), say.sendAgain),
    restorable !== null && link(recordActionAddress(record, 'restore'), say.restore(restorable)),
    state !== 'signed' && link(recordActionAddress(record, 'signed-outside'), say.signedOutside),
    state !== 'signed' && newAmendment,
    link(copyAddress(record, record.agreement), say.copy),
    !isTrouble && redeliver,
    isErasable(record) &&
      ui.buttonLink(
        {
          text: eraseWords[language][record.round === 0 ? 'delete' : 'erase'],
          href: recordActionAddress(record, 'erase'),
        },
        { kind: 'danger' },
      ),
  ];
  return html`<div class="row actions">${parts}</div>`;
}

/** The way to the signed document of what is signed, where one has come back; its latest version. */
export function signedDocumentLink(record: SignableRecord, language: ui.Language): Html | undefined {
  const latest = record.deposits.findLast(({ round }) => roundCounts(record, round));
  if (record.state !== 'signed' || latest === undefined) return undefined;
  const href = signedDocumentAddress(record, latest.version);
  return ui.buttonLink({ text: actionWords[language].openSigned, href });
}

/** The button that calls the signing application again for one delivery. */
function redeliverForm(
  { id }: { id: string },
  { language, csrf, kind }: { language: ui.Language; csrf: Html; kind: 'primary' | 'plain' },
): Html {
  return html`<form method="post" action="${redeliveryAddress(id)}">${csrf}${onceField()}${ui.submitButton(listWords[language].callAgain, { kind })}</form>`;
}
