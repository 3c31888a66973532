import { formText } from '@campus/accounts';
import { confirmPage, type Html, html, type Language } from '@campus/pages';
import type { SignableRecord } from '../../../data/whole-record.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { erase as eraseRecord } from '../../../signing/erase.ts';
import { SigningError } from '../../../signing/errors.ts';
import { listAddress, recordActionAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { problems } from '../../problems.ts';
import { nameOf } from '../../said/record-name.ts';
import { parseStanding, standingField } from '../forms/hidden-fields.ts';
import { breadcrumbsTo, recordIn } from '../frame/record-in.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';
import { eraseWords } from './erase-words.ts';
import { type AskedAgain, reasonField, reasonIn } from './reason-field.ts';

type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** Removes a record: a draft that was never sent whole, of anything else all that speaks of people, with a reason. */
export async function erase(visit: OfKind): Promise<void> {
  const { request, response, reader } = visit;
  const ref = refIn(request, visit.kind);
  const expected = parseStanding(formText(request, 'standing'));
  if (expected === undefined) return askToErase(visit);
  const reason = expected.round === 0 ? { text: undefined } : reasonIn(visit);
  if ('errors' in reason) return askToErase(visit, { ...reason, status: 400 });
  try {
    const left = await eraseRecord(visit, {
      ref,
      ...askingOf(reader),
      reason: reason.text,
      expected,
    });
    response.redirect(
      303,
      left === 'nothing' ? listAddress(ref.kind, 'deleted') : recordAddress(ref, 'erased'),
    );
  } catch (error) {
    if (!(error instanceof SigningError && error.code === 'changed_meanwhile')) throw error;
    return askToErase(visit, { problem: problems[error.code].text[reader.language], status: 409 });
  }
}

/** Asks before a record is removed, after naming what goes; with what is wrong. */
export async function askToErase(visit: OfKind, { errors, problem, status }: AskedAgain = {}): Promise<void> {
  const { request, reader, csrf, answer } = visit;
  const { ref, record } = await recordIn(visit);
  if (!isErasable(record))
    throw new SigningError('amendments_left', 'an agreement goes after its amendments');
  const { language } = reader;
  const say = eraseWords[language];
  const name = nameOf(record, language);
  const isDraft = record.round === 0;
  const reason = reasonField(say, { typed: formText(request, 'reason'), errors });
  const page = confirmPage({
    title: isDraft ? say.deleteTitle(name) : say.eraseTitle(name),
    breadcrumbs: breadcrumbsTo(record, language),
    problem,
    content: meaning(record, language),
    csrf: csrf(),
    fields: html`${standingField(record)}${!isDraft && reason}`,
    action: recordActionAddress(ref, 'erase'),
    button: isDraft ? say.delete : say.erase,
    isDangerous: true,
    back: recordAddress(ref),
    language,
  });
  answer(page, status);
}

/** Whether a record can be removed: an agreement goes after its amendments. */
export function isErasable({ amendments }: Pick<SignableRecord, 'amendments'>): boolean {
  return amendments.every(({ state }) => state === 'erased');
}

/** What goes, and what stays. */
function meaning({ round, amendments, signatories, deposits }: SignableRecord, language: Language): Html {
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
