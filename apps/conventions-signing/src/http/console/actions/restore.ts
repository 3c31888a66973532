import { formText } from '@campus/accounts';
import { confirmPage, hiddenField, html } from '@campus/pages';
import { findLandmarks } from '../../../data/history.ts';
import { restorableRound } from '../../../domain/restorable-round.ts';
import type { SignableKind } from '../../../domain/signable.ts';
import { SigningError } from '../../../signing/errors.ts';
import { restore } from '../../../signing/restore.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { problems } from '../../problems.ts';
import { nameOf } from '../../said/record-name.ts';
import { onceField, requestKeyOf } from '../forms/once-field.ts';
import { parseStanding, standingField } from '../forms/standing-field.ts';
import { breadcrumbsTo } from '../frame/breadcrumbs.ts';
import { recordIn } from '../frame/record-in.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { restoredList, setAsideList } from './set-aside-list.ts';

type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** Lets the round count again that its page has named. */
export async function restoreRound(visit: OfKind): Promise<void> {
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
export async function askToRestore(visit: OfKind, problem?: string): Promise<void> {
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
