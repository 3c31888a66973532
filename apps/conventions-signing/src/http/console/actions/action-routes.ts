import { formText, visitsWith } from '@campus/accounts';
import { confirmPage, hiddenField, html } from '@campus/pages';
import express, { type Router } from 'express';
import { findDelivery } from '../../../data/deliveries.ts';
import { findLandmarks, personActor } from '../../../data/history.ts';
import { restorableRound } from '../../../domain/restorable-round.ts';
import { type SignableKind, signableKinds } from '../../../domain/signable.ts';
import { dueDay } from '../../../signing/due-day.ts';
import { enterSigning } from '../../../signing/enter-signing.ts';
import { SigningError } from '../../../signing/errors.ts';
import { redeliver } from '../../../signing/redeliver.ts';
import { restore } from '../../../signing/restore.ts';
import { returnToDraft } from '../../../signing/return-to-draft.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { uuidIn } from '../../asked/uuid-in.ts';
import { problems } from '../../problems.ts';
import { route } from '../../route.ts';
import { nameOf } from '../../said/record-name.ts';
import { onceField, parseStanding, requestKeyOf, standingField } from '../forms/hidden-fields.ts';
import { breadcrumbsTo, recordIn } from '../frame/record-in.ts';
import { requireRight } from '../frame/require-right.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { askToCallMany, callMany, callSelected } from './call-selected.ts';
import { askForDue, type DueProblem, dueField, dueIn, dueProblem, setDue } from './due.ts';
import { askToErase, erase } from './erase.ts';
import { type AskedAgain, reasonField, reasonIn } from './reason-field.ts';
import { restoredList, setAsideList } from './set-aside-list.ts';

/** What staff do with records that are there; needs the right to send. */
export function actionRoutes(deps: ActionDeps): Router {
  const router = express.Router();
  const right = requireRight(deps.sessions, 'send');
  const posted = [right, ...deps.sessions.readForm];
  for (const kind of signableKinds) {
    const record = `/${segments[kind]}/:id`;
    const run = visitsWith({ ...deps, kind });
    route(router, `${record}/send`, {
      get: [right, run((visit) => askToSend(visit))],
      post: [...posted, run(send)],
    });
    route(router, `${record}/due`, {
      get: [right, run((visit) => askForDue(visit))],
      post: [...posted, run(setDue)],
    });
    route(router, `${record}/take-back`, {
      get: [right, run((visit) => askToTakeBack(visit))],
      post: [...posted, run(takeBack)],
    });
    route(router, `${record}/restore`, {
      get: [right, run((visit) => askToRestore(visit))],
      post: [...posted, run(restoreRound)],
    });
    route(router, `${record}/erase`, {
      get: [right, run((visit) => askToErase(visit))],
      post: [...posted, run(erase)],
    });
  }
  const run = visitsWith(deps);
  route(router, '/deliveries/again', {
    get: [right, run(askToCallMany)],
    post: [...posted, run(callMany)],
  });
  route(router, '/deliveries/:id/redeliver', { post: [...posted, run(callAgain)] });
  route(router, '/call', { post: [...posted, run(callSelected)] });
  return router;
}

/** Calls the signing application again, as the same delivery. */
async function callAgain(visit: ActionDeps & Visit): Promise<void> {
  const { db, request, response, reader } = visit;
  const deliveryId = uuidIn(request, 'delivery');
  const found = await findDelivery(db.pool, deliveryId);
  if (found === null) throw new SigningError('delivery_not_found', 'there is no such delivery');
  const [actor, key] = [personActor(reader.account), requestKeyOf(request, reader.account)];
  await redeliver(visit, { deliveryId, actor, key, show: ({ id }) => id });
  response.redirect(303, recordAddress(found.signable, 'redelivered'));
}

type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** Sends one record for signature. A new round of what is in signing or signed asks first. */
async function send(visit: OfKind): Promise<void> {
  const { request, response, reader } = visit;
  const ref = refIn(request, visit.kind);
  // The form says what it was made for: a draft, or the round that its page has named.
  const expected = parseStanding(formText(request, 'standing'));
  if (expected === undefined) return askToSend(visit);
  const typed = dueIn(visit);
  if ('error' in typed) return askToSend(visit, typed);
  try {
    const key = requestKeyOf(request, reader.account);
    const asking = askingOf(reader);
    await enterSigning(visit, { ref, ...asking, expected, due: typed.due, key, show: ({ round }) => round });
  } catch (error) {
    return askToSend(visit, dueProblem(error, reader.language));
  }
  response.redirect(303, recordAddress(ref, visit.hasWebhook ? 'sent' : 'sent-to-nobody'));
}

/** Asks before a record is sent for signature; with the problem that it was refused for, if so. */
async function askToSend(visit: OfKind, wrong: DueProblem = {}): Promise<void> {
  const { reader, csrf, answer } = visit;
  const { ref, record } = await recordIn(visit);
  const say = actionWords[reader.language];
  const counting = whatCounts(record);
  const usual = dueDay(visit, undefined, reader.now);
  const meaning = html`${
    counting === null
      ? html`<p>${say.firstSending}</p>`
      : html`<p>${say.newRoundMeans(record.round, record.lastRound + 1)}</p>${setAsideList(counting, { ref, reader })}`
  }${!visit.hasWebhook && html`<p>${say.noWebhook}</p>`}`;
  const page = confirmPage({
    title: say.sendTitle(nameOf(record, reader.language)),
    breadcrumbs: breadcrumbsTo(record, reader.language),
    problem: wrong.problem,
    content: meaning,
    csrf: csrf(),
    fields: html`${standingField(record)}${onceField()}${dueField(visit, { usual, wrong })}`,
    action: recordActionAddress(ref, 'send'),
    button: counting === null ? say.send : say.newRound(record.lastRound + 1),
    isDangerous: counting !== null,
    back: recordAddress(ref),
    language: reader.language,
  });
  answer(page, wrong.status);
}

/** Takes a record back to draft, with a reason. */
async function takeBack(visit: OfKind): Promise<void> {
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
async function askToTakeBack(visit: OfKind, { errors, problem, status }: AskedAgain = {}): Promise<void> {
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

/** Lets the round count again that its page has named. */
async function restoreRound(visit: OfKind): Promise<void> {
  const { request, response, reader } = visit;
  const ref = refIn(request, visit.kind);
  const expected = parseStanding(formText(request, 'standing'));
  const round = Number(formText(request, 'round'));
  if (expected === undefined || !Number.isSafeInteger(round)) return askToRestore(visit);
  try {
    const key = requestKeyOf(request, reader.account);
    const asking = askingOf(reader);
    await restore(visit, { ref, ...asking, expected, round, key, show: ({ round: restored }) => restored });
  } catch (error) {
    if (!(error instanceof SigningError && error.code === 'changed_meanwhile')) throw error;
    return askToRestore(visit, problems[error.code].text[reader.language]);
  }
  response.redirect(303, recordAddress(ref, 'restored'));
}

/** Asks before a round counts again, after naming what it holds and what is set aside instead. */
async function askToRestore(visit: OfKind, problem?: string): Promise<void> {
  const { db, reader, csrf, answer, response } = visit;
  const { ref, record } = await recordIn(visit);
  const { setAside: ends, registered } = await findLandmarks(db.pool, record.id);
  const restored = restorableRound(record, { ends, registered });
  // It counts already, or cannot any more: there is nothing to ask.
  if (restored === null) return response.redirect(303, recordAddress(ref));
  const say = actionWords[reader.language];
  const counting = whatCounts(record);
  const page = confirmPage({
    title: say.restoreTitle(nameOf(record, reader.language)),
    breadcrumbs: breadcrumbsTo(record, reader.language),
    problem,
    content: html`<p>${say.restoreMeans(restored.round)}</p>${restoredList(restored, { record, reader })}${
      counting !== null &&
      html`<p>${say.followed(record.round)}</p>${setAsideList(counting, { ref, reader })}`
    }`,
    csrf: csrf(),
    fields: html`${standingField(record)}${onceField()}${hiddenField('round', String(restored.round))}`,
    action: recordActionAddress(ref, 'restore'),
    button: say.restore(restored.round),
    back: recordAddress(ref),
    language: reader.language,
  });
  answer(page, problem === undefined ? 200 : 409);
}
