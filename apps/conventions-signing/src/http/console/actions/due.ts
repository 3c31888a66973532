import { formText } from '@campus/accounts';
import { confirmPage, html } from '@campus/pages';
import type { SignableKind } from '../../../domain/signable.ts';
import { changeDue } from '../../../signing/change-due.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { nameOf } from '../../said/record-name.ts';
import { parseStanding, standingField } from '../forms/standing-field.ts';
import { breadcrumbsTo } from '../frame/breadcrumbs.ts';
import { recordIn } from '../frame/record-in.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { type DueProblem, dueField, dueIn, dueProblem } from './due-field.ts';

type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** Gives a round in signing another due date, or none. */
export async function setDue(visit: OfKind): Promise<void> {
  const { request, response, reader } = visit;
  const ref = refIn(request, visit.kind);
  const expected = parseStanding(formText(request, 'standing'));
  const typed = dueIn(visit);
  if (expected === undefined) return askForDue(visit);
  if ('error' in typed) return askForDue(visit, typed);
  try {
    await changeDue(visit, { ref, ...askingOf(reader), expected, due: typed.due ?? null });
  } catch (error) {
    return askForDue(visit, dueProblem(error, reader.language));
  }
  response.redirect(303, recordAddress(ref, 'due-changed'));
}

/** Asks for the due date of a round in signing; with what was typed and is wrong. */
export async function askForDue(visit: OfKind, wrong: DueProblem = {}): Promise<void> {
  const { reader, response, csrf, answer } = visit;
  const { ref, record } = await recordIn(visit);
  // There is no round to give it to.
  if (record.state !== 'signing') return response.redirect(303, recordAddress(ref));
  const say = actionWords[reader.language];
  const page = confirmPage({
    title: say.dueTitle(nameOf(record, reader.language)),
    breadcrumbs: breadcrumbsTo(record, reader.language),
    problem: wrong.problem,
    content: html`<p>${say.dueMeans(record.round)}</p>`,
    csrf: csrf(),
    fields: html`${standingField(record)}${dueField(visit, { usual: record.dueOn, wrong })}`,
    action: recordActionAddress(ref, 'due'),
    button: say.changeDue,
    back: recordAddress(ref),
    language: reader.language,
  });
  answer(page, wrong.status);
}
