import { formText } from '@campus/accounts';
import { confirmPage, html } from '@campus/pages';
import type { SignableKind } from '../../../domain/signable.ts';
import { dueDay } from '../../../signing/due-day.ts';
import { enterSigning } from '../../../signing/enter-signing.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { nameOf } from '../../said/record-name.ts';
import { onceField, requestKeyOf } from '../forms/once-field.ts';
import { parseStanding, standingField } from '../forms/standing-field.ts';
import { breadcrumbsTo } from '../frame/breadcrumbs.ts';
import { recordIn } from '../frame/record-in.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { type DueProblem, dueField, dueIn, dueProblem } from './due.ts';
import { setAsideList } from './set-aside-list.ts';

type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** Sends one record for signature. A new round of what is in signing or signed asks first. */
export async function send(visit: OfKind): Promise<void> {
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
export async function askToSend(visit: OfKind, wrong: DueProblem = {}): Promise<void> {
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
