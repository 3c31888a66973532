import { formText } from '@campus/accounts';
import { confirmPage, html } from '@campus/pages';
import type { Request, Response } from 'express';
import { personActor } from '../../../data/history.ts';
import { enterSigning } from '../../../signing/enter-signing.ts';
import { SigningError } from '../../../signing/errors.ts';
import type { SignableKind } from '../../../signing/signable.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import type { Exchange } from '../../route.ts';
import { refIn } from '../../wire/ref-in.ts';
import { errorWords } from '../errors/error-words.ts';
import { onceField, requestKeyOf } from '../forms/once-field.ts';
import { parseStanding, standingField } from '../forms/standing-field.ts';
import { recordIn } from '../records/record-in.ts';
import { nameOf } from '../records/record-name.ts';
import { breadcrumbsTo } from '../session/breadcrumbs.ts';
import { type ActionDeps, readerOf } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { setAsideList } from './set-aside-list.ts';

type OfKind = ActionDeps & { kind: SignableKind };

/** Asks before a record is sent for signature. */
export function askToSend(deps: OfKind, request: Request, response: Response): Promise<void> {
  return ask(deps, { request, response });
}

/** Sends one record for signature. A new round of what is in signing or signed asks first. */
export async function send(deps: OfKind, request: Request, response: Response): Promise<void> {
  const { account, language } = readerOf(deps, request);
  const ref = refIn(request, deps.kind);
  // The form says what it was made for: a draft, or the round that its page has named.
  const expected = parseStanding(formText(request, 'standing'));
  if (expected === undefined) {
    await ask(deps, { request, response });
    return;
  }
  try {
    const key = requestKeyOf(request, account);
    const actor = personActor(account);
    await enterSigning(deps, { ref, actor, expected, key, show: ({ round }) => round });
  } catch (error) {
    if (!(error instanceof SigningError && error.code === 'changed_meanwhile')) throw error;
    await ask(deps, { request, response }, { problem: errorWords[error.code][language] });
    return;
  }
  response.redirect(303, recordAddress(ref, deps.hasWebhook ? 'sent' : 'sent-to-nobody'));
}

async function ask(
  deps: OfKind,
  { request, response }: Exchange,
  { problem }: { problem?: string } = {},
): Promise<void> {
  const { ref, record } = await recordIn(deps, request, deps.kind);
  const reader = readerOf(deps, request);
  const say = actionWords[reader.language];
  const counting = whatCounts(record);
  const meaning = html`${
    counting === null
      ? html`<p>${say.firstSending}</p>`
      : html`<p>${say.newRoundMeans(record.round, record.round + 1)}</p>${setAsideList(counting, reader)}`
  }${!deps.hasWebhook && html`<p>${say.noWebhook}</p>`}`;
  const page = confirmPage({
    title: say.sendTitle(nameOf(record, reader.language)),
    breadcrumbs: breadcrumbsTo(record, reader.language),
    problem,
    content: meaning,
    csrf: deps.sessions.csrfField(request, response),
    fields: html`${standingField(record)}${onceField()}`,
    action: recordActionAddress(ref, 'send'),
    button: counting === null ? say.send : say.newRound(record.round + 1),
    isDangerous: counting !== null,
    back: recordAddress(ref),
    language: reader.language,
  });
  deps.sessions.sendPage(request, response, page, { status: problem === undefined ? 200 : 409 });
}
