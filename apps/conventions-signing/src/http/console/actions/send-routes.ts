import { formText } from '@campus/accounts';
import { confirmPage, html } from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { personActor } from '../../../data/history.ts';
import type { SigningDeps } from '../../../signing/dependencies.ts';
import { enterSigning } from '../../../signing/enter-signing.ts';
import { SigningError } from '../../../signing/errors.ts';
import type { SignableKind } from '../../../signing/signable.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { outcomeAddress, recordActionAddress, recordAddress } from '../../addresses.ts';
import { route } from '../../route.ts';
import { refIn } from '../../wire/ref-in.ts';
import { errorWords } from '../errors/error-words.ts';
import { onceField, requestKeyOf } from '../forms/once-field.ts';
import { parseStanding, standingField } from '../forms/standing-field.ts';
import { recordIn } from '../records/record-in.ts';
import { nameOf } from '../records/record-name.ts';
import { breadcrumbsTo } from '../session/breadcrumbs.ts';
import { type ReaderDeps, readerOf } from '../session/reader.ts';
import { requireRight } from '../session/require-right.ts';
import { actionWords } from './action-words.ts';
import { setAsideList } from './set-aside-list.ts';

/** Sends one record for signature. A new round of what is in signing or signed asks first. */
export function sendRoutes(deps: SigningDeps & ReaderDeps, kind: SignableKind): Router {
  const { sessions } = deps;
  const router = express.Router();
  const right = requireRight(sessions, 'send');

  route(router, '/:id/send', {
    get: [right, (request, response) => ask(request, response)],
    post: [right, ...sessions.readForm, obey],
  });
  return router;

  async function obey(request: Request, response: Response): Promise<void> {
    const { account } = readerOf(deps, request);
    const ref = refIn(request, kind);
    // The form says what it was made for: a draft, or the round that its page has named.
    const expected = parseStanding(formText(request, 'standing'));
    if (expected === undefined) {
      await ask(request, response);
      return;
    }
    try {
      const key = requestKeyOf(request, account);
      const actor = personActor(account);
      await enterSigning(deps, { ref, actor, expected, key, show: ({ round }) => round });
    } catch (error) {
      if (!(error instanceof SigningError && error.code === 'changed_meanwhile')) throw error;
      await ask(request, response, { problem: errorWords[error.code][sessions.languageOf(request)] });
      return;
    }
    response.redirect(303, outcomeAddress(ref, deps.hasWebhook ? 'sent' : 'sent-to-nobody'));
  }

  async function ask(
    request: Request,
    response: Response,
    { problem }: { problem?: string } = {},
  ): Promise<void> {
    const { ref, record } = await recordIn(deps, request, kind);
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
      csrf: sessions.csrfField(request, response),
      fields: html`${standingField(record)}${onceField()}`,
      action: recordActionAddress(ref, 'send'),
      button: counting === null ? say.send : say.newRound(record.round + 1),
      isDangerous: counting !== null,
      back: recordAddress(ref),
      language: reader.language,
    });
    sessions.sendPage(request, response, page, { status: problem === undefined ? 200 : 409 });
  }
}
