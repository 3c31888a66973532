/**
 * What is done with one record: its form says where the record stood on the page that it was asked for on, and is shown
 * again when something in it is wrong, or when the record has moved on.
 */
import { formText } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { SignableRecord } from '../../../data/whole-record.ts';
import type { Scope } from '../../../domain/scope.ts';
import type { SignableKind, SignableRef } from '../../../domain/signable.ts';
import type { Standing } from '../../../signing/change-record.ts';
import { SigningError, type SigningErrorCode } from '../../../signing/errors.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { problems } from '../../problems.ts';
import { nameOf } from '../../said/record-name.ts';
import { parseStanding, standingField } from '../forms/hidden-fields.ts';
import { breadcrumbsTo, recordIn } from '../frame/record-in.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';

export type OfKind = ActionDeps & Visit & { kind: SignableKind };

/** Why something is asked for once more. */
export interface AskedAgain {
  /** With what was typed in its field. */
  errors?: readonly string[];
  problem?: string;
  status?: number;
}

type Question = Pick<Parameters<typeof ui.confirmPage>[0], 'content' | 'button' | 'isDangerous'> & {
  title: (name: string) => string;
  fields?: Html | false;
};

export interface RecordAction {
  /** Asked before; null: there is nothing to ask, and the record's page says why. */
  question(
    visit: OfKind,
    record: SignableRecord,
    again: AskedAgain,
  ): Question | null | Promise<Question | null>;
  /** Does it, and gives the address that this leads to; or what is wrong with what was typed. */
  act(
    visit: OfKind,
    asked: { ref: SignableRef; actor: string; scope: Scope; expected: Standing },
  ): Promise<string | AskedAgain>;
}

/** What is told on the page that asks; all else on a page of its own. */
const askedAgain: readonly SigningErrorCode[] = [
  'due_passed',
  'changed_meanwhile',
  'nobody_awaited',
  'reminded_today',
];

export type RecordActionName = Parameters<typeof recordActionAddress>[1];

/** Asks before something is done with a record. */
export async function ask(
  visit: OfKind,
  [name, { question }]: [RecordActionName, RecordAction],
  again: AskedAgain = {},
): Promise<void> {
  const { reader, response, csrf, answer } = visit;
  const { language } = reader;
  const { ref, record } = await recordIn(visit);
  const asked = await question(visit, record, again);
  if (asked === null) return response.redirect(303, recordAddress(ref));
  const page = ui.confirmPage({
    ...asked,
    title: asked.title(nameOf(record, language)),
    breadcrumbs: breadcrumbsTo(record, language),
    problem: again.problem,
    csrf: csrf(),
    fields: html`${standingField(record)}${asked.fields}`,
    action: recordActionAddress(ref, name),
    back: recordAddress(ref),
    language,
  });
  answer(page, again.status);
}

/** Does what was asked for with the record as it stood then. */
export async function obey(visit: OfKind, action: [RecordActionName, RecordAction]): Promise<void> {
  const { request, response, reader, kind } = visit;
  const ref = refIn(request, kind);
  const expected = parseStanding(formText(request, 'standing'));
  if (expected === undefined) return ask(visit, action);
  try {
    const done = await action[1].act(visit, { ref, ...askingOf(reader), expected });
    if (typeof done !== 'string') return ask(visit, action, done);
    response.redirect(303, done);
  } catch (error) {
    const code = error instanceof SigningError ? error.code : undefined;
    if (code === undefined || !askedAgain.includes(code)) throw error;
    const text = problems[code].text[reader.language];
    const isOfField = code === 'due_passed';
    return ask(visit, action, isOfField ? { errors: [text], status: 400 } : { problem: text, status: 409 });
  }
}
