import { formText } from '@campus/accounts';
import { confirmPage, html, textField } from '@campus/pages';
import { personActor } from '../../../data/history.ts';
import { SigningError } from '../../../signing/errors.ts';
import { returnToDraft } from '../../../signing/return-to-draft.ts';
import type { SignableKind } from '../../../signing/signable.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { outsideReason } from '../../wire/inputs.ts';
import { refIn } from '../../wire/ref-in.ts';
import { errorWords } from '../errors/error-words.ts';
import { problemsOf } from '../forms/field-problems.ts';
import { parseStanding, standingField } from '../forms/standing-field.ts';
import { recordIn } from '../records/record-in.ts';
import { nameOf } from '../records/record-name.ts';
import { breadcrumbsTo } from '../session/breadcrumbs.ts';
import type { ActionDeps, Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { setAsideList } from './set-aside-list.ts';

type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** Takes a record back to draft, with a reason. */
export async function takeBack(visit: OfKind): Promise<void> {
  const { request, response, reader } = visit;
  const { account, language } = reader;
  const ref = refIn(request, visit.kind);
  const expected = parseStanding(formText(request, 'standing'));
  if (expected === undefined) return askToTakeBack(visit);
  const typed = formText(request, 'reason').trim();
  const checked = outsideReason.safeParse(typed);
  if (!checked.success) {
    const errors = problemsOf(checked.error.issues, { language, base: ['reason'] }).reason;
    return askToTakeBack(visit, { typed, errors, status: 400 });
  }
  try {
    await returnToDraft(visit, { ref, actor: personActor(account), reason: checked.data, expected });
  } catch (error) {
    if (!(error instanceof SigningError && error.code === 'changed_meanwhile')) throw error;
    return askToTakeBack(visit, { typed, problem: errorWords[error.code][language], status: 409 });
  }
  response.redirect(303, recordAddress(ref, 'taken-back'));
}

/** Asks for the reason, after naming what the way back to draft sets aside; with what was typed and is wrong. */
export async function askToTakeBack(
  visit: OfKind,
  shown: { typed?: string; errors?: readonly string[] | undefined; problem?: string; status?: number } = {},
): Promise<void> {
  const { reader, response, csrf, answer } = visit;
  const { ref, record } = await recordIn(visit);
  const counting = whatCounts(record);
  const back = recordAddress(ref);
  // It is a draft already: there is nothing to ask.
  if (counting === null) return response.redirect(303, back);
  const say = actionWords[reader.language];
  const { typed, errors, problem, status } = shown;
  const reason = textField({
    name: 'reason',
    label: say.reason,
    help: say.reasonHelp,
    required: true,
    value: typed,
    errors,
  });
  const page = confirmPage({
    title: say.takeBackTitle(nameOf(record, reader.language)),
    breadcrumbs: breadcrumbsTo(record, reader.language),
    problem,
    content: html`<p>${say.takeBackMeans(record.round)}</p>${setAsideList(counting, reader)}`,
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
