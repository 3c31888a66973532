import { formText, formTexts } from '@campus/accounts';
import { confirmPage, hiddenField, html } from '@campus/pages';
import { findSignablesToSend } from '../../../data/find-signables.ts';
import { addresses, listAddress } from '../../addresses.ts';
import { recordLink } from '../../said/record-name.ts';
import { eraseWords } from '../actions/erase-words.ts';
import { reasonField } from '../actions/reason-field.ts';
import { reasonIn } from '../actions/reason-in.ts';
import { isFewEnough, selectedIn } from '../actions/selection.ts';
import { onceField } from '../forms/once-field.ts';
import type { ActionDeps, Visit } from '../session/reader.ts';
import { begin } from './begin.ts';
import { confirmedText, parseConfirmed } from './confirmed.ts';
import { operationWords } from './operation-words.ts';

type ActionVisit = ActionDeps & Visit;

/**
 * Erases the selected records, as an operation: at first a page names them and asks for a reason, then its form names
 * each as it stood.
 */
export async function eraseMany(visit: ActionVisit): Promise<void> {
  const { request, reader } = visit;
  const say = operationWords[reader.language];
  const confirmed = formTexts(request, 'record').flatMap((text) => parseConfirmed(text) ?? []);
  const refs = confirmed.length > 0 ? confirmed : selectedIn(request);
  if (!isFewEnough(visit, refs, say.eraseManyTitle)) return;
  const reason = reasonIn(visit);
  if (confirmed.length === 0) return ask(visit, { refs });
  if ('errors' in reason) return ask(visit, { refs, errors: reason.errors });
  return begin(visit, { action: 'erase', records: confirmed, reason: reason.text });
}

async function ask(
  { db, request, reader, csrf, answer }: ActionVisit,
  { refs, errors }: { refs: Parameters<typeof findSignablesToSend>[1]; errors?: readonly string[] },
): Promise<void> {
  const { language } = reader;
  const say = operationWords[language];
  const records = await findSignablesToSend(db, refs, reader.account.scope);
  const page = confirmPage({
    title: say.eraseManyTitle,
    breadcrumbs: [],
    content: html`<p>${say.eraseManyMeans}</p>
<ul>${records.map((record) => html`<li>${recordLink(record, language)}</li>`)}</ul>`,
    csrf: csrf(),
    fields: html`${onceField()}${records.map((record) => hiddenField('record', confirmedText(record)))}
${reasonField(eraseWords[language], { typed: formText(request, 'reason'), errors })}`,
    action: addresses.eraseMany,
    button: say.eraseButton,
    isDangerous: true,
    back: listAddress(records[0]?.kind ?? 'agreement'),
    language,
  });
  answer(page, errors === undefined ? 200 : 400);
}
