import { formText } from '@campus/accounts';
import { confirmPage, type Html, html, type Language, textField } from '@campus/pages';
import type { SignableKind } from '../../../domain/signable.ts';
import { changeDue } from '../../../signing/change-due.ts';
import { SigningError } from '../../../signing/errors.ts';
import { dueInput } from '../../../wire/inputs.ts';
import { recordActionAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { problems } from '../../problems.ts';
import { nameOf } from '../../said/record-name.ts';
import { parseStanding, standingField } from '../forms/hidden-fields.ts';
import { breadcrumbsTo, recordIn } from '../frame/record-in.ts';
import { type ActionDeps, askingOf, type Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';

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

/** What is wrong with a form that asks for a due date: in its field, or with all of it. */
export interface DueProblem {
  error?: string;
  problem?: string;
  status?: number;
}

type Asking = Pick<Visit, 'request' | 'reader'>;

/** The day until which a round is in time, as it was typed or else as it would be; empty: it has none. */
export function dueField(
  { request, reader: { language } }: Asking,
  { usual, wrong: { error } }: { usual: string | null | undefined; wrong: DueProblem },
): Html {
  const say = actionWords[language];
  return textField({
    name: 'due',
    label: say.due,
    help: say.dueHelp,
    type: 'date',
    value: hasDue(request) ? formText(request, 'due') : (usual ?? ''),
    errors: error === undefined ? undefined : [error],
  });
}

/** What was typed: null for no due date, undefined where the form has no such field; or what is wrong with it. */
export function dueIn({
  request,
  reader: { language },
}: Asking): { due: string | null | undefined } | { error: string; status: number } {
  if (!hasDue(request)) return { due: undefined };
  const typed = formText(request, 'due').trim();
  const { data } = dueInput.safeParse({ due: typed === '' ? null : typed });
  return data === undefined ? { error: actionWords[language].noDay, status: 400 } : { due: data.due };
}

/** What an error is about that such a form can show; any other rises. */
export function dueProblem(error: unknown, language: Language): DueProblem {
  const code = error instanceof SigningError ? error.code : undefined;
  if (code === 'due_passed') return { error: problems[code].text[language], status: 400 };
  if (code === 'changed_meanwhile') return { problem: problems[code].text[language], status: 409 };
  throw error;
}

function hasDue({ body }: { body?: unknown }): boolean {
  return typeof body === 'object' && body !== null && 'due' in body;
}
