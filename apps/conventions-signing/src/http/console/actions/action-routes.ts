import { formText, visitsWith } from '@campus/accounts';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import express, { type Router } from 'express';
import { findDelivery } from '../../../data/deliveries.ts';
import { findLandmarks, personActor } from '../../../data/history.ts';
import { restorableRound } from '../../../domain/restorable-round.ts';
import { signableKinds } from '../../../domain/signable.ts';
import { dueDay } from '../../../signing/due-day.ts';
import { enterSigning } from '../../../signing/enter-signing.ts';
import { SigningError } from '../../../signing/errors.ts';
import { redeliver } from '../../../signing/redeliver.ts';
import { restore } from '../../../signing/restore.ts';
import { returnToDraft } from '../../../signing/return-to-draft.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { recordAddress } from '../../addresses.ts';
import { uuidIn } from '../../asked/uuid-in.ts';
import { route } from '../../route.ts';
import { onceField, requestKeyOf } from '../forms/hidden-fields.ts';
import { requireRight } from '../frame/require-right.ts';
import type { ActionDeps, Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { askToCallMany, callMany, callSelected } from './call-selected.ts';
import { due, dueField, dueIn } from './due.ts';
import { erase } from './erase.ts';
import { reasonField, reasonIn } from './reason-field.ts';
import { ask, obey, type RecordAction, type RecordActionName } from './record-action.ts';
import { remind, remindOne } from './remind.ts';
import { restoredList, setAsideList } from './set-aside-list.ts';

/** What staff do with records that are there; needs the right to send. */
export function actionRoutes(deps: ActionDeps): Router {
  const router = express.Router();
  const right = requireRight(deps.sessions, 'send');
  const posted = [right, ...deps.sessions.readForm];
  for (const kind of signableKinds) {
    const record = `/${segments[kind]}/:id`;
    const run = visitsWith({ ...deps, kind });
    for (const action of Object.entries(actions) as [RecordActionName, RecordAction][])
      route(router, `${record}/${action[0]}`, {
        get: [right, run((visit) => ask(visit, action))],
        post: [...posted, run((visit) => obey(visit, action))],
      });
  }
  const run = visitsWith(deps);
  if (deps.hasMail) route(router, '/person/remind', { post: [...posted, run(remindOne)] });
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

/** Sends one record for signature. A new round of what is in signing or signed asks first. */
const send: RecordAction = {
  question(visit, record, { errors }) {
    const { reader, hasWebhook } = visit;
    const say = actionWords[reader.language];
    const counting = whatCounts(record);
    const usual = dueDay(visit, undefined, reader.now);
    const content = html`${
      counting === null
        ? html`<p>${say.firstSending}</p>`
        : html`<p>${say.newRoundMeans(record.round, record.lastRound + 1)}</p>${setAsideList(counting, { ref: record, reader })}`
    }${!hasWebhook && html`<p>${say.noWebhook}</p>`}`;
    return {
      title: say.sendTitle,
      content,
      fields: html`${onceField()}${dueField(visit, { usual, errors })}`,
      button: counting === null ? say.send : say.newRound(record.lastRound + 1),
      isDangerous: counting !== null,
    };
  },
  async act(visit, asked) {
    const typed = dueIn(visit);
    if ('errors' in typed) return typed;
    const key = requestKeyOf(visit.request, visit.reader.account);
    await enterSigning(visit, { ...asked, due: typed.due, key, show: ({ round }) => round });
    return recordAddress(asked.ref, visit.hasWebhook ? 'sent' : 'sent-to-nobody');
  },
};

/** Takes a record back to draft, with a reason, after naming what that sets aside. */
const takeBack: RecordAction = {
  question({ request, reader }, record, { errors }) {
    const counting = whatCounts(record);
    // It is a draft already.
    if (counting === null) return null;
    const say = actionWords[reader.language];
    return {
      title: say.takeBackTitle,
      content: html`<p>${say.takeBackMeans(record.round)}</p>${setAsideList(counting, { ref: record, reader })}`,
      fields: reasonField(say, { typed: formText(request, 'reason'), errors }),
      button: say.takeBack,
      isDangerous: true,
    };
  },
  async act(visit, asked) {
    const reason = reasonIn(visit);
    if ('errors' in reason) return { ...reason, status: 400 };
    await returnToDraft(visit, { ...asked, reason: reason.text });
    return recordAddress(asked.ref, 'taken-back');
  },
};

/** Lets the round count again that its page has named, after naming what it holds and what is set aside instead. */
const restoreRound: RecordAction = {
  async question({ db, reader }, record) {
    const { setAside: ends, registered } = await findLandmarks(db.pool, record.id);
    const restored = restorableRound(record, { ends, registered });
    // It counts already, or cannot any more.
    if (restored === null) return null;
    const say = actionWords[reader.language];
    const counting = whatCounts(record);
    return {
      title: say.restoreTitle,
      content: html`<p>${say.restoreMeans(restored.round)}</p>${restoredList(restored, { record, reader })}${
        counting !== null &&
        html`<p>${say.followed(record.round)}</p>${setAsideList(counting, { ref: record, reader })}`
      }`,
      fields: html`${onceField()}${ui.hiddenField('round', String(restored.round))}`,
      button: say.restore(restored.round),
    };
  },
  async act(visit, asked) {
    const { request, reader } = visit;
    const round = Number(formText(request, 'round'));
    if (!Number.isSafeInteger(round)) return {};
    const key = requestKeyOf(request, reader.account);
    await restore(visit, { ...asked, round, key, show: ({ round: restored }) => restored });
    return recordAddress(asked.ref, 'restored');
  },
};

const actions = { send, remind, due, 'take-back': takeBack, restore: restoreRound, erase };
