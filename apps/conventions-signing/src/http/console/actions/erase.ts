import { formText } from '@campus/accounts';
import type * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { erase as eraseRecord } from '../../../signing/erase.ts';
import { SigningError } from '../../../signing/errors.ts';
import { listAddress, recordAddress } from '../../addresses.ts';
import { eraseWords } from './erase-words.ts';
import { reasonField, reasonIn } from './reason-field.ts';
import type { RecordAction } from './record-action.ts';

/** Removes a record: a draft that was never sent whole, of anything else all that speaks of people, with a reason. */
export const erase: RecordAction = {
  question({ request, reader: { language } }, record, { errors }) {
    if (!isErasable(record))
      throw new SigningError('amendments_left', 'an agreement goes after its amendments');
    const say = eraseWords[language];
    const isDraft = record.round === 0;
    return {
      title: isDraft ? say.deleteTitle : say.eraseTitle,
      content: meaning(record, language),
      fields: !isDraft && reasonField(say, { typed: formText(request, 'reason'), errors }),
      button: isDraft ? say.delete : say.erase,
      isDangerous: true,
    };
  },
  async act(visit, asked) {
    const reason = asked.expected.round === 0 ? { text: undefined } : reasonIn(visit);
    if ('errors' in reason) return { ...reason, status: 400 };
    const left = await eraseRecord(visit, { ...asked, reason: reason.text });
    return left === 'nothing' ? listAddress(asked.ref.kind, 'deleted') : recordAddress(asked.ref, 'erased');
  },
};

/** Whether a record can be removed: an agreement goes after its amendments. */
export function isErasable({ amendments }: Pick<SignableRecord, 'amendments'>): boolean {
  return amendments.every(({ state }) => state === 'erased');
}

/** What goes, and what stays. */
function meaning({ round, amendments, signatories, deposits }: SignableRecord, language: ui.Language): Html {
  const say = eraseWords[language];
  if (round === 0) return html`<p>${amendments.length === 0 ? say.deleteMeans : say.stubMeans}</p>`;
  return html`<p>${say.eraseMeans}</p>
<p>${say.lost}</p>
<ul>
<li>${say.registeredDocument}</li>
${deposits.length > 0 && html`<li>${say.signedDocuments(deposits.length)}</li>`}
<li>${say.people(signatories.length)}</li>
</ul>`;
}
