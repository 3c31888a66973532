import { formText } from '@campus/accounts';
import { confirmPage, html } from '@campus/pages';
import type { SignableKind } from '../../../domain/signable.ts';
import { SigningError } from '../../../signing/errors.ts';
import { returnToDraft } from '../../../signing/return-to-draft.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { problems } from '../../problems.ts';
import { nameOf } from '../../said/record-name.ts';
import { parseStanding, standingField } from '../forms/standing-field.ts';
import { breadcrumbsTo } from '../frame/breadcrumbs.ts';
import { recordIn } from '../frame/record-in.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { type AskedAgain, reasonField, reasonIn } from './reason-field.ts';
import { setAsideList } from './set-aside-list.ts';

type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** Takes a record back to draft, with a reason. */
export async function takeBack(visit: OfKind): Promise<void> {
  const { request, response, reader } = visit;
  const ref = refIn(request, visit.kind);
  const expected = parseStanding(formText(request, 'standing'));
  if (expected === undefined) return askToTakeBack(visit);
  const reason = reasonIn(visit);
  if ('errors' in reason) return askToTakeBack(visit, { ...reason, status: 400 });
  try {
    await returnToDraft(visit, { ref, ...askingOf(reader), reason: reason.text, expected });
  } catch (error) {
    if (!(error instanceof SigningError && error.code === 'changed_meanwhile')) throw error;
    return askToTakeBack(visit, { problem: problems[error.code].text[reader.language], status: 409 });
  }
  response.redirect(303, recordAddress(ref, 'taken-back'));
}

/** Asks for the reason, after naming what the way back to draft sets aside; with what is wrong. */
export async function askToTakeBack(
  visit: OfKind,
  { errors, problem, status }: AskedAgain = {},
): Promise<void> {
  const { request, reader, response, csrf, answer } = visit;
  const { ref, record } = await recordIn(visit);
  const counting = whatCounts(record);
  const back = recordAddress(ref);
  // It is a draft already: there is nothing to ask.
  if (counting === null) return response.redirect(303, back);
  const say = actionWords[reader.language];
  const reason = reasonField(say, { typed: formText(request, 'reason'), errors });
  const page = confirmPage({
    title: say.takeBackTitle(nameOf(record, reader.language)),
    breadcrumbs: breadcrumbsTo(record, reader.language),
    problem,
    content: html`<p>${say.takeBackMeans(record.round)}</p>${setAsideList(counting, { ref, reader })}`,
    csrf: csrf(),
    fields: html`${standingField(record)}${reason}`,
    action: recordActionAddress(ref, 'take-back'),
    button: say.takeBack,
    isDangerous: true,
    back,
    language: reader.language,
  });
  answer(page, status);
}
