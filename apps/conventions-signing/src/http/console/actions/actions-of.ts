import { type Html, type HtmlPart, html, submitButton } from '@campus/pages';
import { mayDo, type Role } from '../../../accounts/roles.ts';
import type { SignableRecord } from '../../../data/signables.ts';
import { isRedeliverable } from '../../../signing/signable.ts';
import { recordAddress, redeliveryAddress } from '../addresses.ts';
import type { Reader } from '../reader.ts';
import { actionWords } from './action-words.ts';
import { onceField } from './once-field.ts';
import { standingField } from './standing-field.ts';

/**
 * What somebody with this role may do with a record as it is: forms for what can be undone, links to pages that ask
 * first for the rest. Empty for whoever may only look, and for what was erased.
 *
 * @param options.csrf        the hidden field of `csrfField`, made before the answer begins
 * @param options.hasWebhook  whether a signing application is configured that could be called again
 */
export function actionsOf(
  record: SignableRecord,
  account: { role: Role },
  { language, csrf, hasWebhook }: { language: Reader['language']; csrf: Html; hasWebhook: boolean },
): Html {
  const say = actionWords[language];
  const { state, kind, number, deliveries } = record;
  if (state === 'erased' || !mayDo(account.role, 'send')) return html``;
  const address = recordAddress({ kind, number });
  const link = (to: string, text: string): Html =>
    html`<a class="button plain" href="${address}${to}">${text}</a>`;
  const latest = hasWebhook
    ? deliveries.findLast((delivery) => isRedeliverable(delivery, record))
    : undefined;

  const parts: HtmlPart[] = [
    state === 'draft' &&
      html`<form method="post" action="${address}send/">${csrf}${standingField(record)}${onceField()}${submitButton(say.send)}</form>`,
    state === 'draft' && link('edit/', say.edit),
    latest !== undefined && redeliverForm(latest, { language, csrf }),
    state !== 'draft' && link('send/', say.sendAgain),
    state !== 'draft' && link('take-back/', say.takeBack),
    state !== 'signed' && link('signed-outside/', say.signedOutside),
    kind === 'agreement' && link('avenants/new/', say.newAmendment),
  ];
  return html`<div class="row">${parts}</div>`;
}

/** The button that calls the signing application again for one delivery. */
function redeliverForm(
  { id }: { id: string },
  { language, csrf }: { language: Reader['language']; csrf: Html },
): Html {
  return html`<form method="post" action="${redeliveryAddress(id)}">${csrf}${onceField()}${submitButton(actionWords[language].redeliver, { kind: 'plain' })}</form>`;
}
