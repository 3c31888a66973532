import { formText } from '@campus/accounts';
import { confirmPage, html, textField } from '@campus/pages';
import type { Request, Response } from 'express';
import { personActor } from '../../../data/history.ts';
import { SigningError } from '../../../signing/errors.ts';
import { returnToDraft } from '../../../signing/return-to-draft.ts';
import type { SignableKind } from '../../../signing/signable.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import type { Exchange } from '../../route.ts';
import { outsideReason } from '../../wire/inputs.ts';
import { refIn } from '../../wire/ref-in.ts';
import { errorWords } from '../errors/error-words.ts';
import { problemsOf } from '../forms/field-problems.ts';
import { parseStanding, standingField } from '../forms/standing-field.ts';
import { recordIn } from '../records/record-in.ts';
import { nameOf } from '../records/record-name.ts';
import { breadcrumbsTo } from '../session/breadcrumbs.ts';
import { type ActionDeps, readerOf } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { setAsideList } from './set-aside-list.ts';

type OfKind = ActionDeps & { kind: SignableKind };

/** Asks for the reason, after naming what the way back to draft sets aside. */
export function askToTakeBack(deps: OfKind, request: Request, response: Response): Promise<void> {
  return ask(deps, { request, response }, {});
}

/** Takes a record back to draft, with a reason. */
export async function takeBack(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { account, language } = readerOf(deps, request);
  const ref = refIn(request, deps.kind);
  const expected = parseStanding(formText(request, 'standing'));
  if (expected === undefined) {
    await ask(deps, { request, response }, {});
    return;
  }
  const typed = formText(request, 'reason').trim();
  const checked = outsideReason.safeParse(typed);
  if (!checked.success) {
    const errors = problemsOf(checked.error.issues, { language, base: ['reason'] }).reason;
    await ask(deps, { request, response }, { typed, errors, status: 400 });
    return;
  }
  try {
    await returnToDraft(deps, { ref, actor: personActor(account), reason: checked.data, expected });
  } catch (error) {
    if (!(error instanceof SigningError && error.code === 'changed_meanwhile')) throw error;
    await ask(deps, { request, response }, { typed, problem: errorWords[error.code][language], status: 409 });
    return;
  }
  response.redirect(303, recordAddress(ref, 'taken-back'));
}

async function ask(
  deps: OfKind,
  { request, response }: Exchange,
  shown: {
    typed?: string;
    errors?: readonly string[] | undefined;
    problem?: string;
    status?: number;
  },
): Promise<void> {
  const { ref, record } = await recordIn(deps, request, deps.kind);
  const counting = whatCounts(record);
  const back = recordAddress(ref);
  if (counting === null) {
    // It is a draft already: there is nothing to ask.
    response.redirect(303, back);
    return;
  }
  const reader = readerOf(deps, request);
  const say = actionWords[reader.language];
  const { typed, errors, problem, status = 200 } = shown;
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
    csrf: deps.sessions.csrfField(request, response),
    fields: html`${standingField(record)}${reason}`,
    action: recordActionAddress(ref, 'take-back'),
    button: say.takeBack,
    isDangerous: true,
    back,
    language: reader.language,
  });
  deps.sessions.sendPage(request, response, page, { status });
}
